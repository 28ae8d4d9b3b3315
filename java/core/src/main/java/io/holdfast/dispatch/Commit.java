package io.holdfast.dispatch;

import io.holdfast.dispatch.DispatchCounters.Count;
import io.holdfast.dispatch.Rejected.Step;
import io.holdfast.dispatch.Selector.Ending;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.CommitAnswer;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.WorkLeaseTable;
import java.util.Optional;

/**
 * The arrow from Dispatched to Committed: the commit begins with the token of the exact work, then
 * the result is published, then the work is completed. Each step may be tried again, and none is
 * tried before the one before it has come off.
 */
final class Commit {

  private final Dispatched dispatched;
  private final JsonObject manifest;
  private Optional<Lease> begun = Optional.empty();
  private boolean published;

  Commit(Dispatched dispatched, JsonObject manifest) {
    this.dispatched = dispatched;
    this.manifest = manifest;
  }

  Dispatched dispatched() {
    return dispatched;
  }

  /** Whether the table knows of it: from then on whoever finds it can finish it. */
  boolean hasBegun() {
    return begun.isPresent();
  }

  /**
   * Goes as far as it gets.
   *
   * @return how it ended; empty when it is to be tried again
   * @throws Exception it is to be tried again
   */
  Optional<CommitStep> advance(WorkLeaseTable work, Results results, DispatchCounters counters)
      throws Exception {
    if (begun.isEmpty()) {
      Lease lease = dispatched.claimed().lease();
      CommitAnswer answer = work.beginCommit(lease.id(), lease.token(), Optional.of(manifest));
      if (answer instanceof CommitAnswer.Begun now) {
        begun = Optional.of(now.lease());
      } else if (answer instanceof CommitAnswer.Stale) {
        counters.increment(Count.STALE_RESULTS);
        return rejected(Ending.HELD_ELSEWHERE, "its lease had been lost: the result is dropped");
      } else {
        return undecided(answer, counters);
      }
    }
    Lease lease = begun.orElseThrow();
    if (!published) {
      results.publish(lease, manifest);
      published = true;
    }
    CompleteAnswer answer = work.completeOnce(lease.id(), lease.token());
    if (answer instanceof CompleteAnswer.Completed || answer instanceof CompleteAnswer.Already) {
      counters.increment(Count.COMMITTED);
      return Optional.of(new Committed(dispatched, manifest));
    }
    if (answer instanceof CompleteAnswer.Stale) {
      counters.increment(Count.STALE_RESULTS);
      return rejected(Ending.HELD_ELSEWHERE, "somebody else finishes this commit");
    }
    return undecided(answer, counters);
  }

  private Optional<CommitStep> undecided(Object answer, DispatchCounters counters) {
    if (answer instanceof CommitAnswer.Corrupt corrupt) {
      counters.increment(Count.BROKEN_RECORDS);
      return rejected(Ending.BROKEN, corrupt.path() + ": " + corrupt.reason());
    }
    if (answer instanceof CompleteAnswer.Corrupt corrupt) {
      counters.increment(Count.BROKEN_RECORDS);
      return rejected(Ending.BROKEN, corrupt.path() + ": " + corrupt.reason());
    }
    return Optional.empty();
  }

  private Optional<CommitStep> rejected(Ending ending, String reason) {
    return Optional.of(new Rejected(dispatched.proposal(), Step.COMMIT, ending, reason));
  }
}
