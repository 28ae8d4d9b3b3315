package io.holdfast.dispatch;

import io.holdfast.json.JsonValue.JsonObject;

/**
 * Work whose result is published and completed, for ever. Its targets are still held: the result is
 * to be learnt from first.
 */
public final class Committed implements CommitStep {

  private final Dispatched dispatched;
  private final JsonObject manifest;

  Committed(Dispatched dispatched, JsonObject manifest) {
    this.dispatched = dispatched;
    this.manifest = manifest;
  }

  Dispatched dispatched() {
    return dispatched;
  }

  public Proposal proposal() {
    return dispatched.proposal();
  }

  /** What was published. */
  public JsonObject manifest() {
    return manifest;
  }
}
