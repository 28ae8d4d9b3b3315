package io.holdfast.lab;

import java.io.IOException;

/** A rig could not be raised or taken down; the message names the step and what it printed. */
public final class RigException extends IOException {

  private static final long serialVersionUID = 1L;

  public RigException(String message) {
    super(message);
  }

  public RigException(String message, Throwable cause) {
    super(message, cause);
  }
}
