package io.holdfast.natives;

import java.io.IOException;

/** No usable native file; the message names every place that was tried, and what to set. */
public final class NativeFileException extends IOException {

  private static final long serialVersionUID = 1L;

  NativeFileException(String message) {
    super(message);
  }
}
