package io.holdfast.litmus.cluster;

import io.holdfast.json.CanonicalJson;
import io.holdfast.json.JsonFormatException;
import io.holdfast.json.JsonValue;
import io.holdfast.json.JsonValue.JsonArray;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.StrictJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What all members together said of a phase, as member 0 collected it and told everybody.
 *
 * @param failure the first member's that failed, in exchange order; or why not all were heard
 * @param payloads one for each member in exchange order; empty where not all were heard
 */
record PhaseResult(Optional<Failure> failure, List<Payload> payloads) {

  private static final String SCHEMA = "symcc-cluster-lock-exchange-result-v1";

  PhaseResult {
    payloads = List.copyOf(payloads);
  }

  /** Everybody was heard. */
  static PhaseResult of(List<Payload> payloads) {
    return new PhaseResult(
        payloads.stream().flatMap(payload -> payload.failure().stream()).findFirst(), payloads);
  }

  /** Not everybody was heard. */
  static PhaseResult unheard(String why) {
    return new PhaseResult(Optional.of(Failure.inconclusive(why)), List.of());
  }

  byte[] bytes(String token, Phase phase) {
    List<JsonValue> records = new ArrayList<>();
    payloads.forEach(payload -> records.add(payload.toJson()));
    return CanonicalJson.bytes(
        new JsonObject(
            Map.of(
                "schema", Fields.string(SCHEMA),
                "token", Fields.string(token),
                "phase", Fields.string(phase.id()),
                "ok", Fields.bool(failure.isEmpty()),
                "error", Fields.string(failure.map(Failure::text).orElse("")),
                "records", new JsonArray(records))));
  }

  /**
   * Reads what member 0 sent. The records are believed, the summary is not: it has to follow from
   * them.
   *
   * @throws ForeignMessage it belongs to another epoch or generation
   * @throws JsonFormatException anything else that is not as it has to be
   */
  static PhaseResult read(byte[] frame, String token, Phase phase, int members)
      throws ForeignMessage, JsonFormatException {
    Fields fields =
        Fields.exactly(
            StrictJson.readObject(frame), "schema", "token", "phase", "ok", "error", "records");
    fields.constant("schema", SCHEMA);
    ForeignMessage.unless(fields, token);
    fields.constant("phase", phase.id());
    boolean ok = fields.flag("ok");
    String error = fields.text("error", Failure.LIMIT);
    List<JsonValue> records = fields.array("records");
    if (records.isEmpty() && !ok) {
      return new PhaseResult(Optional.of(Failure.parse(error)), List.of());
    }
    if (records.size() != members) {
      throw new JsonFormatException("has " + records.size() + " records of " + members);
    }
    List<Payload> payloads = new ArrayList<>(members);
    for (JsonValue record : records) {
      payloads.add(Payload.read(phase, record));
    }
    PhaseResult result = of(payloads);
    if (result.failure().isEmpty() != ok) {
      throw new JsonFormatException("ok does not follow from the records");
    }
    return result;
  }
}
