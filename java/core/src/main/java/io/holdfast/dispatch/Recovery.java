package io.holdfast.dispatch;

import io.holdfast.dispatch.DispatchCounters.Count;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.WorkId;
import java.util.Set;

/**
 * Takes care of what dead coordinators have left: first commits that have begun, which nobody but a
 * recoverer ends; then targets of half-claimed and dead groups; then leases of exact work, which
 * are free for any claim once their silence has been seen for their ttl. New input comes last.
 */
final class Recovery {

  private final DispatchParts parts;
  private final Claimant who;
  private final DispatchCounters counters;

  Recovery(DispatchParts parts, DispatchCounters counters) {
    this.parts = parts;
    this.who = new Claimant(parts.owner(), 0);
    this.counters = counters;
  }

  /**
   * @param own what this coordinator is committing itself
   * @return how much was recovered
   * @throws Exception what is left is looked at the next time
   */
  int run(Set<WorkId> own) throws Exception {
    int recovered = 0;
    for (LeaseRecord record : parts.work().recoverCommitting()) {
      if (!own.contains(record.id()) && replay(record)) {
        counters.increment(Count.COMMITS_RECOVERED);
        recovered++;
      }
    }
    int targets = parts.admission().recover();
    counters.add(Count.TARGETS_RECOVERED, targets);
    parts.work().recoverExpired();
    return recovered + targets;
  }

  /** A holder that lives, or is not known to be dead, keeps its commit. */
  private boolean replay(LeaseRecord record) throws Exception {
    if (record.commit().isEmpty()) {
      return false;
    }
    CompleteAnswer answer = parts.work().replayCommit(record, who, parts.results());
    if (answer instanceof CompleteAnswer.Completed) {
      parts.results().digest(record.payload(), record.commit().orElseThrow());
      return true;
    }
    return false;
  }
}
