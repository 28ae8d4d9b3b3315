package io.holdfast.qualification;

import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.json.StrictJson;
import io.holdfast.litmus.cluster.Epoch;
import io.holdfast.litmus.cluster.Fields;
import java.util.Map;

/** Member 0 tells the others that it leaves: nobody asks for generations any more. */
record Farewell(Epoch epoch) {

  private static final String SCHEMA = "holdfast-qualification-farewell-v1";

  byte[] bytes() {
    return CanonicalJson.bytes(
        new JsonObject(
            Map.of("schema", new JsonString(SCHEMA), "epoch", new JsonString(epoch.hex()))));
  }

  /** Whether a message is exactly this one. */
  boolean is(byte[] message) {
    if (message.length > RenewalRequest.LIMIT) {
      return false;
    }
    try {
      Fields fields = Fields.exactly(StrictJson.readObject(message), "schema", "epoch");
      fields.constant("schema", SCHEMA);
      fields.constant("epoch", epoch.hex());
      return true;
    } catch (JsonFormatException e) {
      return false;
    }
  }
}
