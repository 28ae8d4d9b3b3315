package io.holdfast.json;

import java.io.IOException;

/** Bytes that are not the JSON that was asked for; the message says what is wrong with them. */
public final class JsonFormatException extends IOException {

  private static final long serialVersionUID = 1L;

  public JsonFormatException(String reason) {
    super(reason);
  }
}
