package io.holdfast.dispatch;

import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.WorkId;
import java.util.Map;

/**
 * One piece of work as a selector thinks of it. Immutable.
 *
 * @param input what the work is done with, such as the digest of a seed
 * @param contract which targets it works on
 * @param tuning how: strategy, focus, parameters
 */
public record Job(JsonObject input, TargetContract contract, JsonObject tuning) {

  private static final JsonObject NOTHING = new JsonObject(Map.of());

  /** A job that names no targets and is done in the ordinary way. */
  public static Job of(JsonObject input) {
    return new Job(input, TargetContract.NONE, NOTHING);
  }

  /**
   * The same job with advice. What is targeted keeps its targets and actions, whatever the advice
   * says; what is not may become so.
   */
  public Job hinted(Hint hint) {
    JsonObject tuned = tuning;
    for (var field : hint.tuning().fields().entrySet()) {
      tuned = tuned.with(field.getKey(), field.getValue());
    }
    return new Job(input, contract.isTargeted() ? contract : hint.targets(), tuned);
  }

  /** All of it, as the lease record keeps it and the worker gets it. */
  public JsonObject payload() {
    return contract.addTo(new JsonObject(Map.of("input", input, "tuning", tuning)));
  }

  /** Which exact work this is: equal payloads, equal ids. */
  public WorkId id() {
    return WorkId.ofPayload(payload());
  }
}
