package io.holdfast.campaign.ledger;

/**
 * A worker at work on a target.
 *
 * @param ledger whose worker it was
 * @param fromNanos since when, on a clock that all ledgers share
 * @param toNanos until when it worked, as far as that is known
 * @param liveToNanos until when its lease could be trusted
 */
record Solve(
    long target, String ledger, String id, long fromNanos, long toNanos, long liveToNanos) {

  /** For how long two worked on it at once. */
  long overlapNanos(Solve other) {
    return Math.max(0, Math.min(toNanos, other.toNanos) - Math.max(fromNanos, other.fromNanos));
  }

  /** For how long they did under leases that could be trusted. */
  long liveOverlapNanos(Solve other) {
    return Math.max(
        0, Math.min(liveToNanos, other.liveToNanos) - Math.max(fromNanos, other.fromNanos));
  }

  /** In words, for people. */
  String inWords() {
    return ledger + " on work " + id.substring(0, 8);
  }
}
