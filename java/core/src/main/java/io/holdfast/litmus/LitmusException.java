package io.holdfast.litmus;

/**
 * The storage cannot be asked at all; the message is one sentence for the person at the terminal.
 */
public final class LitmusException extends Exception {

  private static final long serialVersionUID = 1L;

  public LitmusException(String message) {
    super(message);
  }

  public LitmusException(String message, Throwable cause) {
    super(message, cause);
  }
}
