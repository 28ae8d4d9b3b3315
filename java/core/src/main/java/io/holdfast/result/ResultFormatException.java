package io.holdfast.result;

/** No commit manifest in its one canonical form; the message says what is wrong with it. */
public final class ResultFormatException extends Exception {

  private static final long serialVersionUID = 1L;

  ResultFormatException(String reason) {
    super("the commit manifest " + reason);
  }
}
