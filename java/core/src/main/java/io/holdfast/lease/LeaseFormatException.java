package io.holdfast.lease;

/** Bytes that are no valid record; the message says what is wrong with them. */
public final class LeaseFormatException extends Exception {

  private static final long serialVersionUID = 1L;

  LeaseFormatException(String reason) {
    super(reason);
  }
}
