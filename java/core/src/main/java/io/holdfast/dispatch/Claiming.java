package io.holdfast.dispatch;

import io.holdfast.clock.NanoClock;
import io.holdfast.dispatch.DispatchCounters.Count;
import io.holdfast.dispatch.Rejected.Step;
import io.holdfast.dispatch.Selector.Ending;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.target.TargetGroup;
import java.util.Map;
import java.util.Optional;

/**
 * The arrow from Admitted to Claimed, right before a job is sent: its advice is taken, its pending
 * targets are renewed, or claimed again where they were lost, then the exact work is claimed.
 * Whatever stands in the way, all that was held for the row is given up.
 */
final class Claiming {

  private final WorkLeaseTable work;
  private final Admission admission;
  private final LocalReservations local;
  private final Holdings holdings;
  private final Hints hints;
  private final String owner;
  private final NanoClock clock;
  private final DispatchCounters counters;

  Claiming(DispatchParts parts, Holdings holdings, DispatchCounters counters) {
    this.work = parts.work();
    this.admission = parts.admission();
    this.local = parts.local();
    this.holdings = holdings;
    this.hints = parts.hints();
    this.owner = parts.owner();
    this.clock = parts.clock();
    this.counters = counters;
  }

  /** Claims what is to be sent to a worker. */
  ClaimStep claim(Admitted admitted, int worker) {
    Attempt attempt = new Attempt(admitted);
    ClaimStep step;
    try {
      step = attempt.run(worker);
    } catch (Exception e) {
      step = attempt.failed(e);
    }
    if (!(step instanceof Claimed)) {
      attempt.giveUp();
    }
    return step;
  }

  /** One row at this arrow. */
  private final class Attempt {

    private final Admitted admitted;
    private Optional<TargetHold> targets;
    private Step at = Step.TARGETS;

    private Attempt(Admitted admitted) {
      this.admitted = admitted;
      this.targets = TargetHold.of(admitted);
    }

    private ClaimStep run(int worker) throws Exception {
      Job job = hints.on(admitted.job(), worker).map(admitted.job()::hinted).orElse(admitted.job());
      if (!local.widen(admitted.reservation(), job, clock.nanoTime())) {
        return rejected(Ending.GIVEN_UP, "this process works on what the advice makes of it");
      }
      Optional<TargetGroup> group = job.contract().group();
      if (group.isPresent() && !isHeld()) {
        Optional<String> refusal = claimTargets(group.get(), job);
        if (refusal.isPresent()) {
          counters.increment(Count.TARGETS_REFUSED);
          return rejected(Ending.HELD_ELSEWHERE, refusal.get());
        }
      }
      return claimWork(job, worker);
    }

    private boolean isHeld() throws Exception {
      if (targets.isEmpty()) {
        return false;
      }
      TargetHold hold = targets.get();
      if (admission.renew(Map.of(hold.group(), hold.token())).isEmpty()) {
        return true;
      }
      holdings.forget(hold);
      targets = Optional.empty();
      return false;
    }

    private Optional<String> claimTargets(TargetGroup group, Job job) throws Exception {
      long began = clock.nanoTime();
      Admission.Answer answer = admission.admit(group, job);
      if (answer instanceof Admission.Answer.Granted granted) {
        TargetHold hold = new TargetHold(group, granted.token());
        targets = Optional.of(hold);
        holdings.keep(hold, began);
        if (admitted.targetToken().isPresent()) {
          counters.increment(Count.TARGETS_RECLAIMED);
        }
        return Optional.empty();
      }
      return Optional.of("its targets cannot be had: " + answer);
    }

    private ClaimStep claimWork(Job job, int worker) throws Exception {
      at = Step.EXACT_WORK;
      long began = clock.nanoTime();
      ClaimAnswer answer = work.claim(job.id(), job.payload(), new Claimant(owner, worker));
      if (answer instanceof ClaimAnswer.Claimed claimed) {
        holdings.keep(claimed.lease(), began);
        if (claimed.lease().record().isStolen()) {
          counters.increment(Count.STEALS);
        }
        return new Claimed(admitted, job, targets, claimed.lease());
      }
      if (answer instanceof ClaimAnswer.Done) {
        counters.increment(Count.DUPLICATES_AVOIDED);
        return rejected(Ending.DONE_ELSEWHERE, "it is done");
      }
      if (answer instanceof ClaimAnswer.Corrupt corrupt) {
        counters.increment(Count.BROKEN_RECORDS);
        return rejected(Ending.BROKEN, corrupt.path() + ": " + corrupt.reason());
      }
      if (answer instanceof ClaimAnswer.Untrusted untrusted) {
        return rejected(Ending.GIVEN_UP, untrusted.reason());
      }
      counters.increment(Count.WORK_CONFLICTS);
      return rejected(Ending.HELD_ELSEWHERE, "others have it: " + answer);
    }

    private ClaimStep failed(Exception cause) {
      return new ClaimStep.Failed(rejected(Ending.GIVEN_UP, String.valueOf(cause)), cause);
    }

    private Rejected rejected(Ending ending, String reason) {
      return new Rejected(admitted.proposal(), at, ending, reason);
    }

    private void giveUp() {
      holdings.release(admitted.reservation(), targets);
    }
  }
}
