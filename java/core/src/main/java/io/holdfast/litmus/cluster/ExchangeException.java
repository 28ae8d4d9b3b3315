package io.holdfast.litmus.cluster;

/** The carrier failed; the message says how and, where that is known, which member was lost. */
public final class ExchangeException extends Exception {

  private static final long serialVersionUID = 1L;

  public ExchangeException(String reason) {
    super(reason);
  }

  public ExchangeException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
