package io.holdfast.litmus.cluster;

import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.StrictJson;
import java.util.Map;

/**
 * A member's payload on its way to member 0.
 *
 * @param rank the sender's rank among the members
 */
record Envelope(int rank, Payload payload) {

  private static final String SCHEMA = "symcc-cluster-lock-exchange-v1";

  byte[] bytes(String token, Phase phase) {
    return CanonicalJson.bytes(
        new JsonObject(
            Map.of(
                "schema", Fields.string(SCHEMA),
                "token", Fields.string(token),
                "phase", Fields.string(phase.id()),
                "comm_rank", Fields.number(rank),
                "payload", payload.toJson())));
  }

  /**
   * Reads what a member sent.
   *
   * @param rank whose frame it was
   * @throws ForeignMessage it belongs to another epoch or generation
   * @throws JsonFormatException anything else that is not as it has to be
   */
  static Envelope read(byte[] frame, String token, Phase phase, int rank)
      throws ForeignMessage, JsonFormatException {
    Fields fields =
        Fields.exactly(
            StrictJson.readObject(frame), "schema", "token", "phase", "comm_rank", "payload");
    fields.constant("schema", SCHEMA);
    ForeignMessage.unless(fields, token);
    fields.constant("phase", phase.id());
    if (fields.count("comm_rank") != rank) {
      throw new JsonFormatException("comm_rank is not the sender's");
    }
    return new Envelope(rank, Payload.read(phase, fields.value("payload")));
  }
}
