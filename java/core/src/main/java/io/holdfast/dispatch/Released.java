package io.holdfast.dispatch;

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

  /** Whether others can have its targets now; if not, their ttl frees them. */
  public boolean targetsFree() {
    return targetsFree;
  }
}
