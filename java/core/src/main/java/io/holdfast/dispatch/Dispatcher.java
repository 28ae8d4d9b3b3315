package io.holdfast.dispatch;

import io.holdfast.dispatch.DispatchCounters.Count;
import io.holdfast.dispatch.Failures.Kind;
import io.holdfast.dispatch.Rejected.Step;
import io.holdfast.dispatch.Selector.Ending;
import io.holdfast.lease.LeaseKeeper;
import io.holdfast.lease.SessionLostException;
import io.holdfast.lease.WorkId;
import io.holdfast.target.TargetGroup;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A coordinator at work: keeps all workers busy with work that nobody else does, and brings each
 * result into the table once.
 *
 * <p>{@link #doWork} does, in this order: renew leases; take what workers report, and commit; look
 * for what dead coordinators have left, commits first; fill idle workers. No step waits for a
 * worker. A step that fails is undone or tried again; when too many of one kind fail in a row, or
 * the session is over, or the root is not trusted any more, nothing is sent from then on.
 *
 * <p>However it ends: pending work is given up, workers are told to stop, and have {@link
 * DispatchLimits#stopNanos} to report; what they then still have is given up, and what cannot be
 * given up is counted, and free when the session ends. Results that arrive in that time are
 * committed, unless the root is not trusted any more or the session is over.
 *
 * <p>One thread; time is an argument, on the clock of {@link DispatchParts#clock}.
 */
public final class Dispatcher {

  /** Whether it works. */
  public enum State {
    /** Workers are filled. */
    RUNNING,
    /** Workers were told to stop. */
    STOPPING,
    /** Nothing is held any more. */
    STOPPED
  }

  private static final String THE_END = "this coordinator ends";

  private final DispatchParts parts;
  private final DispatchLimits limits;
  private final DispatchCounters counters = new DispatchCounters();
  private final Failures failures;
  private final Holdings holdings;
  private final Endings endings;
  private final Claiming claiming;
  private final Recovery recovery;
  private final Deque<Admitted> carried = new ArrayDeque<>();
  private final SortedMap<Integer, Dispatched> active = new TreeMap<>();
  private final List<Commit> commits = new ArrayList<>();
  private volatile DispatchStatus.Here lastTurn = new DispatchStatus.Here(0, 0, 0, 0);
  private State state = State.RUNNING;
  private Optional<DispatchEnd> end = Optional.empty();
  private Optional<Long> stopDeadlineNanos = Optional.empty();
  private Optional<Long> nextRecoveryNanos = Optional.empty();
  private Optional<Long> nextFillNanos = Optional.empty();
  private Optional<Long> nextCommitNanos = Optional.empty();

  /** One with the usual limits for the ttl of its table, which targets are leased for as well. */
  public Dispatcher(DispatchParts parts) {
    this(parts, DispatchLimits.ofTtl(DispatchParts.ttlNanos(parts.work())));
  }

  /** One that has done nothing yet. */
  public Dispatcher(DispatchParts parts, DispatchLimits limits) {
    this.parts = parts;
    this.limits = limits;
    this.failures = new Failures(limits.failures());
    this.holdings =
        new Holdings(
            parts.work(),
            parts.admission(),
            parts.local(),
            parts.work().keeper(new WorkListener()),
            new LeaseKeeper<>(
                parts.admission()::renew,
                new TargetListener(),
                limits.targetTtlNanos(),
                limits.targetBeatNanos()),
            counters);
    this.endings = new Endings(parts.scheduler(), parts.steps());
    this.claiming = new Claiming(parts, holdings, counters);
    this.recovery = new Recovery(parts, counters);
  }

  public State state() {
    return state;
  }

  /** Why it sends nothing any more; empty while it is running. */
  public Optional<DispatchEnd> end() {
    return end;
  }

  public DispatchCounters counters() {
    return counters;
  }

  /** How many jobs are claimed and not sent. */
  public int pending() {
    return carried.size();
  }

  /** How many jobs workers have. */
  public int active() {
    return active.size();
  }

  /** How many results are on their way into the table. */
  public int committing() {
    return commits.size();
  }

  /** How many leases could not be given up yet; it is tried again while the session lives. */
  public int owed() {
    return holdings.owed();
  }

  /** What is held now. */
  DispatchStatus.Here here() {
    return new DispatchStatus.Here(pending(), active(), committing(), owed());
  }

  /** What was held when {@link #doWork} returned the last time; any thread may ask. */
  DispatchStatus.Here lastTurn() {
    return lastTurn;
  }

  DispatchParts parts() {
    return parts;
  }

  /**
   * Whether there is nothing to do unless something new comes: nothing held, nothing to propose.
   */
  public boolean isQuiet() {
    return carried.isEmpty()
        && active.isEmpty()
        && commits.isEmpty()
        && parts.scheduler().waiting() == 0;
  }

  /** Ends it; {@link #doWork} is to be called until it is {@link State#STOPPED}. */
  public void shutdown(long nowNanos) {
    endWith(new DispatchEnd.Asked(), nowNanos);
  }

  /**
   * Goes on.
   *
   * @return how much was done; 0 when there was nothing to do, and the caller may wait a little
   */
  public int doWork(long nowNanos) {
    int done = renew(nowNanos);
    done += takeReports(nowNanos);
    done += advanceCommits(nowNanos);
    if (state == State.RUNNING) {
      parts
          .distrust()
          .get()
          .ifPresent(reason -> endWith(new DispatchEnd.Distrusted(reason), nowNanos));
    }
    if (state == State.RUNNING) {
      done += recover(nowNanos);
    }
    if (state == State.RUNNING) {
      done += fillWorkers(nowNanos);
    }
    if (state == State.STOPPING) {
      done += stopFurther(nowNanos);
    }
    lastTurn = here();
    return done;
  }

  /**
   * Renews everything that is held, due or not: before something that keeps this thread, such as a
   * renewal of the qualification.
   *
   * @return whether all that is not lost was renewed
   */
  public boolean renewAll(long nowNanos) {
    boolean renewed = holdings.renewAll(nowNanos);
    if (renewed) {
      extendAll(nowNanos);
    }
    return renewed;
  }

  private int renew(long nowNanos) {
    int renewed = holdings.renew(nowNanos);
    if (renewed > 0) {
      extendAll(nowNanos);
    }
    return renewed;
  }

  private void extendAll(long nowNanos) {
    failures.succeeded(Kind.BEAT);
    long deadline = nowNanos + limits.targetTtlNanos();
    carried.forEach(each -> holdings.extend(each.reservation(), deadline));
    active.values().forEach(each -> extend(each, deadline));
    commits.forEach(each -> extend(each.dispatched(), deadline));
  }

  private void extend(Dispatched dispatched, long deadlineNanos) {
    holdings.extend(dispatched.claimed().admitted().reservation(), deadlineNanos);
  }

  // ---- reports and commits

  private int takeReports(long nowNanos) {
    int taken = 0;
    try {
      for (Optional<Report> report = parts.workers().poll();
          report.isPresent();
          report = parts.workers().poll()) {
        take(report.get(), nowNanos);
        taken++;
      }
      failures.succeeded(Kind.REPORT);
    } catch (Exception e) {
      failed(Kind.REPORT, e, nowNanos);
    }
    return taken;
  }

  private void take(Report report, long nowNanos) {
    if (report instanceof Report.Gone) {
      counters.increment(Count.WORKERS_GONE);
    }
    Dispatched dispatched = active.get(report.worker());
    Optional<WorkId> id = idOf(report);
    if (dispatched == null || !id.map(dispatched.claimed().lease().id()::equals).orElse(true)) {
      if (id.isPresent()) {
        counters.increment(Count.UNEXPECTED_REPORTS);
      }
      return;
    }
    active.remove(report.worker());
    parts.steps().took(StepListener.Step.WORK, nowNanos - dispatched.sentNanos());
    if (report instanceof Report.Result result && mayCommit()) {
      commits.add(new Commit(dispatched, result.manifest()));
      nextCommitNanos = Optional.empty();
      return;
    }
    if (report instanceof Report.Failed) {
      counters.increment(Count.WORK_FAILED);
    }
    giveUp(dispatched.claimed(), Step.WORKING, String.valueOf(report));
  }

  private static Optional<WorkId> idOf(Report report) {
    if (report instanceof Report.Result result) {
      return Optional.of(result.id());
    }
    return report instanceof Report.Failed failed ? Optional.of(failed.id()) : Optional.empty();
  }

  private boolean mayCommit() {
    return end.isEmpty() || end.get() instanceof DispatchEnd.Asked;
  }

  private int advanceCommits(long nowNanos) {
    if (!mayCommit() || isBefore(nowNanos, nextCommitNanos)) {
      return 0;
    }
    int ended = 0;
    for (Iterator<Commit> each = commits.iterator(); each.hasNext(); ) {
      Commit commit = each.next();
      long began = parts.clock().nanoTime();
      renew(began);
      try {
        Optional<CommitStep> step = commit.advance(parts.work(), parts.results(), counters);
        if (step.isPresent()) {
          each.remove();
          ended++;
          ended(commit, step.get(), began);
        }
      } catch (Exception e) {
        failed(Kind.COMMIT, e, nowNanos);
        if (!mayCommit()) {
          break;
        }
      }
    }
    nextCommitNanos =
        commits.isEmpty() ? Optional.empty() : Optional.of(nowNanos + limits.retryNanos());
    return ended;
  }

  private void ended(Commit commit, CommitStep step, long beganNanos) {
    failures.succeeded(Kind.COMMIT);
    Claimed claimed = commit.dispatched().claimed();
    holdings.forget(claimed.lease());
    if (step instanceof Committed committed) {
      long now = parts.clock().nanoTime();
      parts.steps().took(StepListener.Step.COMMIT, now - beganNanos);
      release(committed);
      parts.steps().took(StepListener.Step.RELEASE, parts.clock().nanoTime() - now);
    } else {
      reject(claimed, (Rejected) step);
    }
  }

  private void release(Committed committed) {
    Claimed claimed = committed.dispatched().claimed();
    parts.results().digest(claimed.job().payload(), committed.manifest());
    boolean free = holdings.release(claimed.admitted().reservation(), claimed.targets());
    nextFillNanos = Optional.empty();
    endings.released(new Released(committed, free));
  }

  private void reject(Claimed claimed, Rejected rejected) {
    holdings.release(claimed.admitted().reservation(), claimed.targets());
    endings.rejected(rejected);
  }

  /** Ends a row whose exact work is still leased, with all that is held for it. */
  private void giveUp(Claimed claimed, Step step, String reason) {
    holdings.release(claimed.lease());
    reject(claimed, new Rejected(claimed.proposal(), step, Ending.GIVEN_UP, reason));
  }

  // ---- recovery

  private int recover(long nowNanos) {
    if (isBefore(nowNanos, nextRecoveryNanos)) {
      return 0;
    }
    nextRecoveryNanos = Optional.of(nowNanos + limits.recoveryNanos());
    int paid = holdings.payDebts();
    try {
      Set<WorkId> own = new HashSet<>();
      commits.forEach(commit -> own.add(commit.dispatched().claimed().lease().id()));
      int recovered = recovery.run(own);
      failures.succeeded(Kind.RECOVERY);
      return paid + recovered;
    } catch (Exception e) {
      failed(Kind.RECOVERY, e, nowNanos);
      return paid;
    }
  }

  // ---- filling

  private int fillWorkers(long nowNanos) {
    if (isBefore(nowNanos, nextFillNanos)) {
      return 0;
    }
    int sent = 0;
    Map<Proposal, Ending> tried = new HashMap<>();
    SortedSet<Integer> idle = new TreeSet<>(parts.workers().idle());
    while (state == State.RUNNING && !idle.isEmpty()) {
      if (carried.isEmpty() && !find(idle.size(), tried, nowNanos)) {
        nextFillNanos = Optional.of(nowNanos + limits.retryNanos());
        break;
      }
      Admitted next = carried.removeFirst();
      Optional<Ending> ending = sendTo(idle.first(), next, nowNanos);
      if (ending.isPresent()) {
        tried.put(next.proposal(), ending.get());
      } else {
        idle.remove(idle.first());
        sent++;
      }
      renew(parts.clock().nanoTime());
    }
    if (state == State.RUNNING && carried.size() < limits.prefetch() && idle.isEmpty()) {
      find(limits.prefetch() - carried.size(), tried, nowNanos);
    }
    dropBeyond(limits.carried());
    return sent;
  }

  /**
   * Finds work.
   *
   * @param tried what was found in this turn already and came to nothing, and how
   * @return whether there is any that was not tried
   */
  private boolean find(int limit, Map<Proposal, Ending> tried, long nowNanos) {
    long began = parts.clock().nanoTime();
    Filling filling = parts.scheduler().fill(limit, nowNanos);
    parts.steps().took(StepListener.Step.FILL, parts.clock().nanoTime() - began);
    counters.add(Count.BROKEN_RECORDS, filling.corrupt().size());
    boolean found = false;
    for (Admitted admitted : filling.admitted()) {
      TargetHold.of(admitted).ifPresent(hold -> holdings.keep(hold, admitted.sinceNanos()));
      Ending before = tried.get(admitted.proposal());
      if (before == null) {
        carried.addLast(admitted);
        found = true;
      } else {
        drop(admitted, before, "it was tried in this turn");
      }
    }
    filling.distrust().ifPresent(reason -> endWith(new DispatchEnd.Distrusted(reason), nowNanos));
    if (filling.failure().isPresent()) {
      failed(Kind.FILL, filling.failure().get(), nowNanos);
    } else if (!filling.admitted().isEmpty()) {
      failures.succeeded(Kind.FILL);
    }
    return found && state == State.RUNNING;
  }

  /** Sends a pending job. @return how its row has ended; empty when a worker has it */
  private Optional<Ending> sendTo(int worker, Admitted admitted, long nowNanos) {
    long began = parts.clock().nanoTime();
    ClaimStep step = claiming.claim(admitted, worker);
    parts.steps().took(StepListener.Step.CLAIM, parts.clock().nanoTime() - began);
    if (step instanceof ClaimStep.Failed failure) {
      endings.rejected(failure.rejected());
      failed(Kind.CLAIM, failure.cause(), nowNanos);
      return Optional.of(failure.rejected().ending());
    }
    failures.succeeded(Kind.CLAIM);
    if (step instanceof Claimed claimed) {
      parts.steps().claimed(claimed);
      return send(claimed, worker, nowNanos);
    }
    Rejected rejected = (Rejected) step;
    endings.rejected(rejected);
    return Optional.of(rejected.ending());
  }

  private Optional<Ending> send(Claimed claimed, int worker, long nowNanos) {
    Assignment assignment =
        new Assignment(claimed.lease().id(), claimed.job().payload(), claimed.lease().fence());
    try {
      parts.workers().send(worker, assignment);
    } catch (Exception e) {
      giveUp(claimed, Step.SENDING, String.valueOf(e.getMessage()));
      failed(Kind.SEND, e, nowNanos);
      return Optional.of(Ending.GIVEN_UP);
    }
    failures.succeeded(Kind.SEND);
    active.put(worker, new Dispatched(claimed, worker, nowNanos));
    counters.increment(Count.SENT);
    return Optional.empty();
  }

  private void dropBeyond(int most) {
    while (carried.size() > most) {
      counters.increment(Count.CARRIED_DROPPED);
      drop(carried.removeLast(), Ending.GIVEN_UP, "too much is carried");
    }
  }

  private void drop(Admitted admitted, Ending ending, String reason) {
    holdings.release(admitted.reservation(), TargetHold.of(admitted));
    endings.rejected(new Rejected(admitted.proposal(), Step.PENDING, ending, reason));
  }

  // ---- the end

  private void failed(Kind kind, Exception cause, long nowNanos) {
    counters.increment(Count.FAILURES);
    boolean tooMany = failures.failed(kind);
    if (cause instanceof SessionLostException) {
      endWith(new DispatchEnd.SessionLost(String.valueOf(cause.getMessage())), nowNanos);
    } else if (tooMany) {
      endWith(new DispatchEnd.Failed(cause), nowNanos);
    }
  }

  private void endWith(DispatchEnd why, long nowNanos) {
    if (state != State.RUNNING) {
      return;
    }
    end = Optional.of(why);
    state = State.STOPPING;
    stopDeadlineNanos = Optional.of(nowNanos + limits.stopNanos());
    while (!carried.isEmpty()) {
      drop(carried.removeFirst(), Ending.GIVEN_UP, THE_END);
    }
    active.keySet().forEach(parts.workers()::stop);
  }

  private int stopFurther(long nowNanos) {
    boolean late = !isBefore(nowNanos, stopDeadlineNanos);
    if (!late && !(active.isEmpty() && (commits.isEmpty() || !mayCommit()))) {
      return 0;
    }
    active.values().forEach(each -> giveUp(each.claimed(), Step.WORKING, THE_END));
    active.clear();
    for (Commit commit : commits) {
      Claimed claimed = commit.dispatched().claimed();
      String reason = "not committed before the end";
      if (commit.hasBegun()) {
        reject(claimed, new Rejected(claimed.proposal(), Step.COMMIT, Ending.GIVEN_UP, reason));
      } else {
        giveUp(claimed, Step.COMMIT, reason);
      }
    }
    commits.clear();
    state = State.STOPPED;
    return 1;
  }

  private static boolean isBefore(long nowNanos, Optional<Long> deadlineNanos) {
    return deadlineNanos.isPresent() && nowNanos - deadlineNanos.get() < 0;
  }

  /** What becomes of leases of exact work: whoever works on what may be others' is stopped. */
  private final class WorkListener implements LeaseKeeper.Listener<WorkId> {

    @Override
    public void lost(Set<WorkId> leases) {
      stop(leases);
    }

    @Override
    public void untrusted(Set<WorkId> leases) {
      stop(leases);
    }

    private void stop(Set<WorkId> leases) {
      for (Map.Entry<Integer, Dispatched> entry : active.entrySet()) {
        if (leases.contains(entry.getValue().claimed().lease().id())) {
          counters.increment(Count.WORK_LOST);
          parts.workers().stop(entry.getKey());
        }
      }
    }

    @Override
    public void failed(Exception cause) {
      Dispatcher.this.failed(Kind.BEAT, cause, parts.clock().nanoTime());
    }
  }

  /** What becomes of leases of targets: losing one costs work and no result. */
  private final class TargetListener implements LeaseKeeper.Listener<TargetGroup> {

    @Override
    public void lost(Set<TargetGroup> leases) {
      counters.add(Count.TARGETS_LOST, leases.size());
    }

    @Override
    public void untrusted(Set<TargetGroup> leases) {
      counters.add(Count.TARGETS_LOST, leases.size());
    }

    @Override
    public void failed(Exception cause) {
      counters.increment(Count.FAILURES);
    }
  }
}
