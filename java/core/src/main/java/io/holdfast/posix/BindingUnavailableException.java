package io.holdfast.posix;

/** A binding cannot be had on this machine; the message names what was tried and what to do. */
public final class BindingUnavailableException extends Exception {

  private static final long serialVersionUID = 1L;

  public BindingUnavailableException(String message) {
    super(message);
  }

  public BindingUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
