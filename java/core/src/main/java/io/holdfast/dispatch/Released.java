package io.holdfast.dispatch;

import io.holdfast.json.JsonValue.JsonObject;

/** The end of a row: nothing is held for it any more. */
public final class Released {

  private final Committed committed;
  private final boolean targetsFree;

  Released(Committed committed, boolean targetsFree) {
    this.committed = committed;
    this.targetsFree = targetsFree;
  }

  public Proposal proposal() {
    return committed.proposal();
  }

  /** What was published. */
  public JsonObject manifest() {
    return committed.manifest();
  }

  /**
   * Whether others can have its targets now; if not, they are owed: giving them up is tried again
   * while the session lives, and their ttl frees them when it does not.
   */
  public boolean targetsFree() {
    return targetsFree;
  }
}
