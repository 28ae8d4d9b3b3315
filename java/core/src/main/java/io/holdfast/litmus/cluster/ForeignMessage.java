package io.holdfast.litmus.cluster;

import io.holdfast.json.JsonFormatException;

/**
 * A message of another epoch or generation: it is passed over and changes nothing, because the one
 * that was waited for may still come.
 */
final class ForeignMessage extends Exception {

  private static final long serialVersionUID = 1L;

  private ForeignMessage() {
    super("a message of another epoch or generation");
  }

  static void unless(Fields fields, String token) throws ForeignMessage, JsonFormatException {
    if (!fields.text("token", 2 * Epoch.BYTES).equals(token)) {
      throw new ForeignMessage();
    }
  }
}
