package io.holdfast.dispatch;

/** Claimed work that a worker has. Active: its leases are renewed until it comes to an end. */
public final class Dispatched {

  private final Claimed claimed;
  private final int worker;
  private final long sentNanos;

  Dispatched(Claimed claimed, int worker, long sentNanos) {
    this.claimed = claimed;
    this.worker = worker;
    this.sentNanos = sentNanos;
  }

  Claimed claimed() {
    return claimed;
  }

  public Proposal proposal() {
    return claimed.proposal();
  }

  /** Who has it. */
  public int worker() {
    return worker;
  }

  /** When it was sent, on the clock of the dispatcher. */
  public long sentNanos() {
    return sentNanos;
  }
}
