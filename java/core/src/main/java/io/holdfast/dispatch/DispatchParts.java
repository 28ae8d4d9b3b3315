package io.holdfast.dispatch;

import io.holdfast.clock.NanoClock;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.WorkLeaseTable;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * What a dispatcher works with. It closes none of it.
 *
 * @param work the table of exact work
 * @param admission for targets; the one that the scheduler asks
 * @param local the one that the scheduler reserves in
 * @param distrust why the root is not trusted at present; asked often, and the first answer ends
 *     all dispatching
 * @param owner who this coordinator is, in records; see {@link Claimant}
 * @param clock the one by which leases are kept, which counts the time a machine sleeps
 */
public record DispatchParts(
    WorkLeaseTable work,
    Admission admission,
    LocalReservations local,
    Scheduler scheduler,
    Workers workers,
    Results results,
    Hints hints,
    Supplier<Optional<String>> distrust,
    String owner,
    NanoClock clock,
    StepListener steps) {

  /**
   * Those of a coordinator with one lane and no leases of targets, that takes no advice, relies on
   * its root as the table does, and is measured by nobody.
   */
  public static DispatchParts ofWork(
      WorkLeaseTable work,
      Selector lane,
      Workers workers,
      Results results,
      String owner,
      NanoClock clock) {
    Admission admission = new LocalAdmission();
    LocalReservations local = new LocalReservations();
    SchedulerLimits limits = SchedulerLimits.ofReservation(ttlNanos(work));
    return new DispatchParts(
        work,
        admission,
        local,
        new Scheduler(List.of(), lane, local, admission, limits),
        workers,
        results,
        Hints.NONE,
        Optional::empty,
        owner,
        clock,
        StepListener.NONE);
  }

  static long ttlNanos(WorkLeaseTable work) {
    return TimeUnit.MILLISECONDS.toNanos(work.manifest().ttlMillis());
  }
}
