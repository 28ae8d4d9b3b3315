package io.holdfast.testkit.dispatch;

import io.holdfast.dispatch.Admission;
import io.holdfast.dispatch.DispatchLimits;
import io.holdfast.dispatch.DispatchParts;
import io.holdfast.dispatch.Dispatcher;
import io.holdfast.dispatch.Hint;
import io.holdfast.dispatch.Job;
import io.holdfast.dispatch.LocalReservations;
import io.holdfast.dispatch.Scheduler;
import io.holdfast.dispatch.SchedulerLimits;
import io.holdfast.dispatch.TargetAdmission;
import io.holdfast.durable.RootTrust;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.Reading;
import io.holdfast.lease.WorkId;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.RawPath;
import io.holdfast.target.TargetLeaseTable;
import io.holdfast.testkit.lease.Seat;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** One coordinator of a test with its workers; they share nothing but a root with others. */
final class DispatchSeat implements AutoCloseable {

  private static final long NANOS_PER_MILLI = 1_000_000L;

  private final String owner;
  private final Seat seat;
  private final WorkLeaseTable work;
  private final TargetLeaseTable targets;
  private final WishList wishes = new WishList();
  private final ObedientWorkers workers;
  private final NotedResults results = new NotedResults();
  private final NotedRows rows = new NotedRows();
  private final Map<Job, Hint> hints = new HashMap<>();
  private final Scheduler scheduler;
  private final Dispatcher dispatcher;
  private Optional<String> distrust = Optional.empty();

  DispatchSeat(
      String owner,
      Seat seat,
      RawPath workRoot,
      RawPath targetRoot,
      int workers,
      UnaryOperator<DispatchLimits> limits,
      DispatchFlaw flaw)
      throws Exception {
    this.owner = owner;
    this.seat = seat;
    RootTrust trust = RootTrust.declaredByCaller("a test");
    this.work =
        WorkLeaseTable.open(
            seat.posix(), workRoot, DispatchContract.WORK, seat.options(), trust, owner);
    this.targets =
        TargetLeaseTable.open(
            seat.posix(), targetRoot, DispatchContract.TARGETS, seat.options(), trust, owner);
    this.workers = new ObedientWorkers(workers);
    long ttlNanos = DispatchContract.TTL_MILLIS * NANOS_PER_MILLI;
    Admission admission = flaw.applyTo(new TargetAdmission(targets, owner));
    LocalReservations local = new LocalReservations();
    this.scheduler =
        new Scheduler(
            List.of(), wishes, local, admission, SchedulerLimits.ofReservation(2 * ttlNanos));
    this.dispatcher =
        new Dispatcher(
            new DispatchParts(
                work,
                admission,
                local,
                scheduler,
                this.workers,
                flaw.applyTo(results),
                (job, worker) -> Optional.ofNullable(hints.get(job)),
                () -> distrust,
                owner,
                seat::nanoTime,
                rows),
            limits.apply(DispatchLimits.ofTtl(ttlNanos)));
  }

  /** How many rows it ever had. */
  long admitted() {
    return scheduler.totals().admitted();
  }

  String name() {
    return owner;
  }

  Seat seat() {
    return seat;
  }

  WorkLeaseTable work() {
    return work;
  }

  TargetLeaseTable targets() {
    return targets;
  }

  WishList wishes() {
    return wishes;
  }

  ObedientWorkers workers() {
    return workers;
  }

  NotedResults results() {
    return results;
  }

  NotedRows rows() {
    return rows;
  }

  Dispatcher dispatcher() {
    return dispatcher;
  }

  void hint(Job job, Hint hint) {
    hints.put(job, hint);
  }

  void distrust(String reason) {
    distrust = Optional.of(reason);
  }

  int turn() {
    return dispatcher.doWork(seat.nanoTime());
  }

  /** The status of exact work; empty when nobody ever claimed it. */
  Optional<LeaseStatus> status(WorkId id) throws Exception {
    return work.read(id) instanceof Reading.Present present
        ? Optional.of(present.record().status())
        : Optional.empty();
  }

  /** Whether a target is leased by anybody. */
  boolean isLeased(long target) throws Exception {
    return targets.read(target) instanceof Reading.Present present
        && present.record().status() == LeaseStatus.LEASED;
  }

  /** Ends without a word, as a process that is killed. */
  void vanish() {
    seat.silence();
    close();
  }

  @Override
  public void close() {
    work.close();
    targets.close();
  }
}
