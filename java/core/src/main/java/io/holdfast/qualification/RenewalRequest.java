package io.holdfast.qualification;

import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.json.StrictJson;
import io.holdfast.litmus.cluster.DomainDigest;
import io.holdfast.litmus.cluster.Epoch;
import io.holdfast.litmus.cluster.Fields;
import java.util.HexFormat;
import java.util.Map;

/**
 * Member 0 asks for one generation. It is accepted only when it is exactly the one that is next.
 *
 * @param configuration the digest of the configuration by which it was due
 */
record RenewalRequest(Epoch epoch, long generation, String configuration) {

  /** Longest request, in bytes. */
  static final int LIMIT = 4096;

  private static final String SCHEMA = "symcc-cluster-lock-renewal-v2";
  private static final String DOMAIN = "symcc-cluster-lock-renewal-v2";

  /** R_g, 64 hex digits. */
  String token() {
    return new DomainDigest(DOMAIN)
        .add(epoch.bytes())
        .addLong(generation)
        .add(HexFormat.of().parseHex(configuration))
        .hex();
  }

  byte[] bytes() {
    return CanonicalJson.bytes(
        new JsonObject(
            Map.of(
                "schema", new JsonString(SCHEMA),
                "epoch", new JsonString(epoch.hex()),
                "generation", JsonNumber.of(generation),
                "configuration", new JsonString(configuration),
                "token", new JsonString(token()))));
  }

  /**
   * Compares a message with this request, which is the only one that is expected.
   *
   * @throws JsonFormatException it is another one, with what is different
   */
  void require(byte[] message) throws JsonFormatException {
    if (message.length > LIMIT) {
      throw new JsonFormatException("longer than " + LIMIT + " bytes");
    }
    Fields fields =
        Fields.exactly(
            StrictJson.readObject(message),
            "schema",
            "epoch",
            "generation",
            "configuration",
            "token");
    fields.constant("schema", SCHEMA);
    fields.constant("epoch", epoch.hex());
    long asked = fields.count("generation");
    if (asked != generation) {
      throw new JsonFormatException("generation is " + asked + ", not " + generation);
    }
    fields.constant("configuration", configuration);
    fields.constant("token", token());
  }
}
