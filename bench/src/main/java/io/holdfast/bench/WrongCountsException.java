package io.holdfast.bench;

/** Work was measured that is not the work in question; no time of it is told. */
final class WrongCountsException extends RuntimeException {

  private static final long serialVersionUID = 1;

  WrongCountsException(String message) {
    super(message);
  }
}
