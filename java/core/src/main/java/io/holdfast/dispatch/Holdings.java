package io.holdfast.dispatch;

import io.holdfast.dispatch.DispatchCounters.Count;
import io.holdfast.dispatch.LocalReservations.Reservation;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseKeeper;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.ReleaseAnswer;
import io.holdfast.lease.WorkId;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.target.TargetGroup;

/**
 * What is held for rows, in three layers: the reservation in this process, the lease of targets,
 * the lease of exact work. Keeps each renewed while it is held, and gives each up without fail: one
 * that the storage does not take back is left to its ttl and counted.
 *
 * <p>Targets and exact work are renewed by two batches: the failure of one says nothing of the
 * other.
 */
final class Holdings {

  private final WorkLeaseTable work;
  private final Admission admission;
  private final LocalReservations local;
  private final LeaseKeeper<WorkId, LeaseToken> workKeeper;
  private final LeaseKeeper<TargetGroup, LeaseToken> targetKeeper;
  private final DispatchCounters counters;

  Holdings(
      WorkLeaseTable work,
      Admission admission,
      LocalReservations local,
      LeaseKeeper<WorkId, LeaseToken> workKeeper,
      LeaseKeeper<TargetGroup, LeaseToken> targetKeeper,
      DispatchCounters counters) {
    this.work = work;
    this.admission = admission;
    this.local = local;
    this.workKeeper = workKeeper;
    this.targetKeeper = targetKeeper;
    this.counters = counters;
  }

  /** Renews what is due. @return how many leases were renewed or lost */
  int renew(long nowNanos) {
    return targetKeeper.doWork(nowNanos) + workKeeper.doWork(nowNanos);
  }

  /** Moves the end of a reservation, so that a job that takes long keeps it. */
  void extend(Reservation reservation, long deadlineNanos) {
    local.extend(reservation, deadlineNanos);
  }

  void keep(TargetHold targets, long claimedNanos) {
    targetKeeper.keep(targets.group(), targets.token(), claimedNanos);
  }

  void keep(Lease lease, long claimedNanos) {
    workKeeper.keep(lease.id(), lease.token(), claimedNanos);
  }

  /** Whether a lease of exact work may be relied on. */
  boolean isTrusted(WorkId id, long nowNanos) {
    return workKeeper.isTrusted(id, nowNanos);
  }

  /** Forgets targets that are somebody else's by now. */
  void forget(TargetHold targets) {
    targetKeeper.drop(targets.group());
  }

  /** Forgets exact work that is committed, or somebody else's by now. */
  void forget(Lease lease) {
    workKeeper.drop(lease.id());
  }

  void release(Reservation reservation) {
    local.release(reservation);
  }

  /** Gives targets up. @return whether others can have them now */
  boolean release(TargetHold targets) {
    targetKeeper.drop(targets.group());
    try {
      if (admission.withdraw(targets.group(), targets.token())) {
        return true;
      }
    } catch (Exception e) {
      counters.increment(Count.FAILURES);
    }
    counters.increment(Count.FAILED_RELEASES);
    return false;
  }

  /** Gives exact work up, before its commit has begun. */
  void release(Lease lease) {
    workKeeper.drop(lease.id());
    try {
      ReleaseAnswer answer = work.release(lease.id(), lease.token());
      if (answer instanceof ReleaseAnswer.Released || answer instanceof ReleaseAnswer.Stale) {
        return;
      }
    } catch (Exception e) {
      counters.increment(Count.FAILURES);
    }
    counters.increment(Count.FAILED_RELEASES);
  }
}
