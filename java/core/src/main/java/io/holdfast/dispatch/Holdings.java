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
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is held for rows, in three layers: the reservation in this process, the lease of targets,
 * the lease of exact work. Keeps each renewed while it is held, and gives each up without fail:
 * what the storage does not take back is counted and owed. A session that lives keeps it from
 * everybody, so that it is tried again until it is given up or lost.
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
  private final Map<TargetGroup, LeaseToken> owedTargets = new HashMap<>();
  private final Map<WorkId, LeaseToken> owedWork = new HashMap<>();

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

  /** Renews everything, due or not. @return whether all that is not lost was renewed */
  boolean renewAll(long nowNanos) {
    boolean targets = targetKeeper.beatNow(nowNanos);
    return workKeeper.beatNow(nowNanos) && targets;
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

  /** Gives up what is held before exact work is claimed. @return whether all targets are free */
  boolean release(Reservation reservation, Optional<TargetHold> targets) {
    boolean free = targets.map(this::release).orElse(true);
    local.release(reservation);
    return free;
  }

  private boolean release(TargetHold targets) {
    targetKeeper.drop(targets.group());
    boolean free = isWithdrawn(targets.group(), targets.token());
    if (!free) {
      counters.increment(Count.FAILED_RELEASES);
      owedTargets.put(targets.group(), targets.token());
    }
    return free;
  }

  /** Gives exact work up, before its commit has begun. */
  void release(Lease lease) {
    workKeeper.drop(lease.id());
    if (!isReleased(lease.id(), lease.token())) {
      counters.increment(Count.FAILED_RELEASES);
      owedWork.put(lease.id(), lease.token());
    }
  }

  /** Tries again to give up what could not be given up. @return how much is not owed any more */
  int payDebts() {
    int before = owed();
    owedTargets.entrySet().removeIf(owed -> isWithdrawn(owed.getKey(), owed.getValue()));
    owedWork.entrySet().removeIf(owed -> isReleased(owed.getKey(), owed.getValue()));
    return before - owed();
  }

  /** How many leases should have been given up and could not be. */
  int owed() {
    return owedTargets.size() + owedWork.size();
  }

  private boolean isWithdrawn(TargetGroup group, LeaseToken token) {
    try {
      return admission.withdraw(group, token);
    } catch (Exception e) {
      counters.increment(Count.FAILURES);
      return false;
    }
  }

  private boolean isReleased(WorkId id, LeaseToken token) {
    try {
      ReleaseAnswer answer = work.release(id, token);
      return answer instanceof ReleaseAnswer.Released || answer instanceof ReleaseAnswer.Stale;
    } catch (Exception e) {
      counters.increment(Count.FAILURES);
      return false;
    }
  }
}
