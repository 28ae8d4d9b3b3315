package io.holdfast.qualification;

import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.json.StrictJson;
import io.holdfast.litmus.cluster.Epoch;
import io.holdfast.litmus.cluster.Fields;
import java.util.Map;

/**
 * Member 0 tells the others the epoch that it chose, before generation 0.
 *
 * @param configuration the digest of its configuration
 */
record Invitation(Epoch epoch, String configuration) {

  private static final String SCHEMA = "holdfast-qualification-invitation-v1";

  byte[] bytes() {
    return CanonicalJson.bytes(
        new JsonObject(
            Map.of(
                "schema", new JsonString(SCHEMA),
                "epoch", new JsonString(epoch.hex()),
                "configuration", new JsonString(configuration))));
  }

  static Invitation read(byte[] message) throws JsonFormatException {
    if (message.length > RenewalRequest.LIMIT) {
      throw new JsonFormatException("longer than " + RenewalRequest.LIMIT + " bytes");
    }
    Fields fields =
        Fields.exactly(StrictJson.readObject(message), "schema", "epoch", "configuration");
    fields.constant("schema", SCHEMA);
    String epoch = fields.text("epoch", 2 * Epoch.BYTES);
    if (!Epoch.isHex(epoch)) {
      throw new JsonFormatException("epoch is no epoch");
    }
    return new Invitation(new Epoch(epoch), fields.text("configuration", 2 * Epoch.BYTES));
  }
}
