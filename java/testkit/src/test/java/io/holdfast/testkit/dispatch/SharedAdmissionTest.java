package io.holdfast.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.dispatch.Admission;
import io.holdfast.dispatch.Admitted;
import io.holdfast.dispatch.Cooldown;
import io.holdfast.dispatch.Filling;
import io.holdfast.dispatch.Filling.Counts;
import io.holdfast.dispatch.Job;
import io.holdfast.dispatch.LocalReservations;
import io.holdfast.dispatch.PrefixQueue;
import io.holdfast.dispatch.ReplayFallback;
import io.holdfast.dispatch.Scheduler;
import io.holdfast.dispatch.SchedulerLimits;
import io.holdfast.dispatch.Standing;
import io.holdfast.dispatch.UndecidedException;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.posix.Errno;
import io.holdfast.posix.PosixException;
import io.holdfast.target.TargetGroup;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.dispatch.SharedTargets.Coordinator;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two coordinators with tables of their own on one disk: what one refuses the other. */
class SharedAdmissionTest {

  private static final long NOW = 1_000_000;
  private static final Cooldown MINUTE = new Cooldown(60_000_000_000L, 60_000_000_000L);
  private static final SchedulerLimits LIMITS = SchedulerLimits.ofReservation(120_000_000_000L);

  private final LocalReservations reservations = new LocalReservations();
  private SharedTargets targets = new SharedTargets(Protocol.FENCE);

  @AfterEach
  void closeTables() {
    targets.close();
  }

  private Scheduler scheduler(LaneUnderTest lane, Admission admission) {
    return scheduler(lane, admission, LIMITS);
  }

  private Scheduler scheduler(LaneUnderTest lane, Admission admission, SchedulerLimits limits) {
    ReplayFallback nothing = new ReplayFallback("nothing", 1, Cooldown.NONE);
    return new Scheduler(List.of(lane.selector()), nothing, reservations, admission, limits);
  }

  private static List<String> keys(Filling filling) {
    return filling.admitted().stream().map(admitted -> admitted.proposal().key()).toList();
  }

  @ParameterizedTest
  @EnumSource
  void refusedTargetIsBackfilledAndStaysFresh(LaneUnderTest.Kind kind) throws Exception {
    targets.join("other").take(77L);
    LaneUnderTest lane = kind.make(MINUTE);
    lane.add("a", Jobs.on("seed-a", 77));
    lane.add("b", Jobs.on("seed-b", 77, 99));
    lane.add("c", Jobs.on("seed-c", 88));
    Coordinator here = targets.join("here");

    Filling filling = scheduler(lane, here.admission()).fill(1, NOW);

    assertThat(keys(filling)).containsExactly("c");
    assertThat(filling.counts()).isEqualTo(new Counts(3, 1, 0, 2, 0, 1));
    assertThat(lane.standing("a")).isEqualTo(Standing.FRESH);
    assertThat(lane.standing("b")).isEqualTo(Standing.FRESH);
    assertThat(lane.standing("c").attempts()).isOne();
    assertThat(lane.standing("c").cooldownNanos()).isEqualTo(MINUTE.firstNanos());
    assertThat(lane.standing("c").lastScheduledNanos()).hasValue(NOW);
    assertThat(here.holds(filling.admitted().get(0).targetToken().orElseThrow(), 88L)).isTrue();
  }

  @Test
  void refusedReplayMovesNeitherCursorNorLastReplay() throws Exception {
    targets.join("other").take(77L);
    ReplayFallback replay = new ReplayFallback("replay", 10, Cooldown.NONE);
    replay.add("a", Jobs.on("seed-a", 77));
    replay.add("b", Jobs.on("seed-b", 88));
    Admission admission = targets.join("here").admission();
    Scheduler scheduler = new Scheduler(List.of(), replay, reservations, admission, LIMITS);
    scheduler.fill(1, NOW);
    assertThat(replay.cursor()).contains("b");

    Filling refused = scheduler.fill(1, NOW + 1);

    assertThat(refused.admitted()).isEmpty();
    assertThat(refused.counts().conflicts()).isOne();
    assertThat(replay.cursor()).contains("b");
    assertThat(replay.lastReplayNanos("a")).isEmpty();
    assertThat(replay.lastReplayNanos("b")).hasValue(NOW);
    assertThat(replay.queueEpoch()).isOne();
  }

  /** And what was refused is as fresh as before: it is admitted once the other lets go. */
  @ParameterizedTest
  @EnumSource
  void everyWorkerIsFilledWhenEverySecondProposalIsTaken(LaneUnderTest.Kind kind) throws Exception {
    int workers = 8;
    Coordinator other = targets.join("other");
    LaneUnderTest lane = kind.make(MINUTE);
    List<LeaseToken> taken = new ArrayList<>();
    for (int i = 0; i < 2 * workers; i++) {
      lane.add(key(i), Jobs.on("seed", 100 + i));
      if (i % 2 == 0) {
        taken.add(other.take(100L + i));
      }
    }
    Scheduler scheduler = scheduler(lane, targets.join("here").admission());

    Filling filling = scheduler.fill(workers, NOW);

    assertThat(keys(filling)).containsExactlyElementsOf(every(2, 1, 2 * workers));
    assertThat(filling.counts()).isEqualTo(new Counts(16, 8, 0, 8, 0, 4));
    for (String key : every(2, 0, 2 * workers)) {
      assertThat(lane.standing(key)).isEqualTo(Standing.FRESH);
    }
    for (int i = 0; i < workers; i++) {
      other.giveUp(taken.get(i), 100L + 2L * i);
    }
    assertThat(keys(scheduler.fill(2 * workers, NOW + 1)))
        .containsExactlyElementsOf(every(2, 0, 2 * workers));
  }

  private static String key(int i) {
    return "job-" + (char) ('a' + i);
  }

  private static List<String> every(int step, int first, int end) {
    return IntStream.range(0, end)
        .filter(i -> i % step == first)
        .mapToObj(SharedAdmissionTest::key)
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void admissionThatThrowsLeavesItsProposalUntouched(LaneUnderTest.Kind kind) throws Exception {
    LaneUnderTest lane = kind.make(MINUTE);
    lane.add("a", Jobs.on("seed-a", 77));
    lane.add("b", Jobs.on("seed-b", 88, 99));
    lane.add("c", Jobs.on("seed-c", 11));
    Coordinator here = targets.join("here");
    Admission failing = new FailingAt(2, here);
    Scheduler scheduler = scheduler(lane, failing);

    Filling filling = scheduler.fill(3, NOW);

    assertThat(filling.failure()).containsInstanceOf(PosixException.class);
    assertThat(keys(filling)).containsExactly("a");
    assertThat(filling.counts()).isEqualTo(new Counts(2, 1, 0, 0, 1, 0));
    assertThat(lane.standing("a").attempts()).isOne();
    assertThat(lane.standing("b")).isEqualTo(Standing.FRESH);
    assertThat(lane.standing("c")).isEqualTo(Standing.FRESH);
    assertThat(reservations.size()).as("keys of a: its target and itself").isEqualTo(2);
    here.seat().faults().heal();
    assertThat(keys(scheduler.fill(3, NOW + 1))).as("b rests").containsExactly("c");
    assertThat(keys(scheduler.fill(3, NOW + LIMITS.restNanos()))).containsExactly("b");
  }

  /** The storage fails when a group is claimed for the nth time. */
  private static final class FailingAt extends ForwardingAdmission {

    private final Coordinator coordinator;
    private int claims;
    private final int nth;

    FailingAt(int nth, Coordinator coordinator) {
      super(coordinator.admission());
      this.nth = nth;
      this.coordinator = coordinator;
    }

    @Override
    public Answer admit(TargetGroup group, Job job) throws Exception {
      if (++claims == nth) {
        coordinator.seat().faults().inject(Fault.of(PosixCall.OPENAT, Errno.EIO).forEver());
      }
      return super.admit(group, job);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatFailedIsNotLeasedAfterTheStorageHeals(Protocol protocol) throws Exception {
    targets.close();
    targets = new SharedTargets(protocol);
    Coordinator here = targets.join("here");
    LaneUnderTest lane = LaneUnderTest.Kind.PREFIX.make(MINUTE);
    lane.add("a", Jobs.on("seed", 77, 88));
    Scheduler scheduler = scheduler(lane, new FailingAt(1, here));
    assertThat(scheduler.fill(1, NOW).failure()).isPresent();
    here.seat().faults().heal();

    targets.join("other").take(77L, 88L);

    assertThat(reservations.size()).isZero();
    assertThat(scheduler.fill(1, NOW + LIMITS.restNanos()).counts().conflicts()).isOne();
  }

  @ParameterizedTest
  @EnumSource
  void membersInTheWayAreNamedByTarget(Protocol protocol) throws Exception {
    targets.close();
    targets = new SharedTargets(protocol);
    targets.join("other").take(22L, 77L);

    Admission.Answer answer =
        targets
            .join("here")
            .admission()
            .admit(TargetGroup.of(List.of(11L, 22L, 77L)), Jobs.on("seed", 11, 22, 77));

    assertThat(answer).isEqualTo(new Admission.Answer.Conflict(Set.of(22L, 77L), Map.of()));
  }

  @ParameterizedTest
  @EnumSource
  void groupsAreRenewedLostAndWithdrawn(Protocol protocol) throws Exception {
    targets.close();
    targets = new SharedTargets(protocol);
    Coordinator here = targets.join("here");
    Admission admission = here.admission();
    TargetGroup kept = TargetGroup.of(List.of(11L, 22L));
    TargetGroup gone = TargetGroup.of(List.of(77L));
    Map<TargetGroup, LeaseToken> held =
        Map.of(kept, here.take(11L, 22L), gone, new LeaseToken("somebody"));

    assertThat(admission.renew(held)).containsExactly(gone);

    LeaseToken token = held.get(kept);
    assertThat(admission.withdraw(kept, token)).isTrue();
    targets.join("other").take(11L, 22L);
    assertThat(admission.withdraw(kept, token)).as("nothing of it is left").isTrue();
  }

  @Test
  void groupWhoseLockStaysBusyIsUndecided() throws Exception {
    targets.close();
    targets = new SharedTargets(Protocol.MKDIR);
    Coordinator here = targets.join("here");
    Admission admission = here.admission();
    TargetGroup group = TargetGroup.of(List.of(11L, 22L));
    LeaseToken token = here.take(11L, 22L);
    targets.leaveLocked(22);

    assertThat(admission.admit(group, Jobs.on("seed", 11, 22)))
        .isInstanceOfSatisfying(
            Admission.Answer.Unavailable.class,
            unavailable -> assertThat(unavailable.distrusted()).isFalse());
    assertThatThrownBy(() -> admission.renew(Map.of(group, token)))
        .isInstanceOf(UndecidedException.class);
    assertThat(admission.withdraw(group, token)).as("it is left to its ttl").isFalse();
  }

  @Test
  void corruptTargetIsNamedAndNeverFree() throws Exception {
    Coordinator other = targets.join("other");
    other.take(77L);
    targets.corrupt(77);
    LaneUnderTest lane = LaneUnderTest.Kind.RANKING.make(MINUTE);
    lane.add("a", Jobs.on("seed-a", 77));
    lane.add("b", Jobs.on("seed-b", 88));
    Scheduler scheduler = scheduler(lane, targets.join("here").admission());

    Filling filling = scheduler.fill(2, NOW);

    assertThat(keys(filling)).containsExactly("b");
    assertThat(filling.corrupt()).containsOnlyKeys(77L);
    assertThat(filling.corrupt().get(77L)).contains(".rec.");
    assertThat(lane.standing("a")).isEqualTo(Standing.FRESH);
  }

  @Test
  void distrustEndsTheSearchAndKeepsWhatWasAdmitted() throws Exception {
    LaneUnderTest lane = LaneUnderTest.Kind.PREFIX.make(MINUTE);
    for (int i = 0; i < 4; i++) {
      lane.add(key(i), Jobs.on("seed", 11 + i));
    }
    Coordinator here = targets.join("here");
    Scheduler scheduler =
        scheduler(
            lane,
            new ForwardingAdmission(here.admission()) {
              @Override
              public Answer admit(TargetGroup group, Job job) throws Exception {
                Answer answer = super.admit(group, job);
                here.distrust("the mount is gone");
                return answer;
              }
            });

    Filling filling = scheduler.fill(4, NOW);

    assertThat(keys(filling)).containsExactly(key(0));
    assertThat(filling.distrust()).contains("the mount is gone");
    assertThat(filling.counts()).isEqualTo(new Counts(2, 1, 0, 0, 1, 0));
    assertThat(lane.standing(key(1))).isEqualTo(Standing.FRESH);
  }

  /** A target whose lock stays busy costs patience: it is left alone for a while. */
  @Test
  void whatCannotBeDecidedIsPassedOverAndRests() throws Exception {
    LaneUnderTest lane = LaneUnderTest.Kind.PREFIX.make(MINUTE);
    for (int i = 0; i < 5; i++) {
      lane.add(key(i), Jobs.on("seed", 11 + i));
    }
    List<Long> asked = new ArrayList<>();
    Admission busy =
        new ForwardingAdmission(targets.join("here").admission()) {
          @Override
          public Answer admit(TargetGroup group, Job job) throws Exception {
            asked.addAll(group.targets());
            return group.targets().get(0) < 14
                ? new Answer.Unavailable("the lock stays busy", false)
                : super.admit(group, job);
          }
        };
    Scheduler scheduler = scheduler(lane, busy);

    Filling first = scheduler.fill(1, NOW);
    assertThat(first.counts()).as("two are enough").isEqualTo(new Counts(2, 0, 0, 0, 2, 0));
    assertThat(first.distrust()).isEmpty();
    Filling second = scheduler.fill(1, NOW + 1);
    assertThat(keys(second)).containsExactly(key(3));
    assertThat(second.counts()).isEqualTo(new Counts(4, 1, 0, 0, 3, 1));
    assertThat(asked).containsExactly(11L, 12L, 13L, 14L);

    scheduler.fill(1, NOW + LIMITS.restNanos());
    assertThat(asked).as("once rested").endsWith(11L, 12L);
    assertThat(lane.standing(key(0))).isEqualTo(Standing.FRESH);
  }

  @Test
  void targetInTheWayIsAskedForOnceInACall() throws Exception {
    Coordinator other = targets.join("other");
    LeaseToken taken = other.take(77L);
    LaneUnderTest lane = LaneUnderTest.Kind.PREFIX.make(MINUTE);
    lane.add("a", Jobs.on("seed-a", 11, 77));
    lane.add("b", Jobs.on("seed-b", 77, 99));
    lane.add("c", Jobs.on("seed-c", 11));
    Set<TargetGroup> asked = new LinkedHashSet<>();
    Admission noted =
        new ForwardingAdmission(targets.join("here").admission()) {
          @Override
          public Answer admit(TargetGroup group, Job job) throws Exception {
            asked.add(group);
            return super.admit(group, job);
          }
        };
    Scheduler scheduler = scheduler(lane, noted);

    Filling filling = scheduler.fill(3, NOW);

    assertThat(keys(filling)).as("11 was in nobody's way").containsExactly("c");
    assertThat(filling.counts()).isEqualTo(new Counts(3, 1, 0, 2, 0, 0));
    assertThat(asked)
        .containsExactly(TargetGroup.of(List.of(11L, 77L)), TargetGroup.of(List.of(11L)));

    other.giveUp(taken, 77L);
    assertThat(keys(scheduler.fill(3, NOW + 1))).as("asked again").containsExactly("b");
  }

  @Test
  void noMoreProposalsAreLookedAtThanTheLimitSays() throws Exception {
    Coordinator other = targets.join("other");
    LaneUnderTest lane = LaneUnderTest.Kind.PREFIX.make(MINUTE);
    for (int i = 0; i < 5; i++) {
      lane.add(key(i), Jobs.on("seed", 11 + i));
      other.take(11L + i);
    }
    SchedulerLimits three = LIMITS.withProposals(3);

    Filling filling = scheduler(lane, targets.join("here").admission(), three).fill(1, NOW);

    assertThat(filling.counts()).isEqualTo(new Counts(3, 0, 0, 3, 0, 0));
  }

  /** Nobody is asked about work that names no targets, or skips all of them. */
  @Test
  void untargetedWorkIsAdmittedWithoutALease() throws Exception {
    LaneUnderTest lane = LaneUnderTest.Kind.PREFIX.make(MINUTE);
    lane.add("a", Jobs.on("seed"));
    Coordinator here = targets.join("here");
    here.distrust("nobody may claim");

    Filling filling = scheduler(lane, here.admission()).fill(1, NOW);

    Admitted admitted = filling.admitted().get(0);
    assertThat(admitted.targetToken()).isEmpty();
    assertThat(admitted.sinceNanos()).isEqualTo(NOW);
    assertThat(here.table().counters().snapshot().claims()).isZero();
  }

  @Test
  void lanesAreAskedInOrderAndTheFallbackLast() throws Exception {
    LaneUnderTest first = LaneUnderTest.Kind.PREFIX.make(MINUTE);
    LaneUnderTest second = LaneUnderTest.Kind.RANKING.make(MINUTE);
    ReplayFallback fallback = new ReplayFallback("fallback", 10, Cooldown.NONE);
    first.add("a", Jobs.on("seed-a", 11));
    second.add("b", Jobs.on("seed-b", 11));
    second.add("c", Jobs.on("seed-c", 22));
    fallback.add("d", Jobs.on("seed-d", 33));
    fallback.add("e", Jobs.on("seed-e", 44));
    Admission admission = targets.join("here").admission();
    Scheduler scheduler =
        new Scheduler(
            List.of(first.selector(), second.selector()),
            fallback,
            reservations,
            admission,
            LIMITS);

    Filling filling = scheduler.fill(3, NOW);

    assertThat(keys(filling)).containsExactly("a", "c", "d");
    assertThat(filling.counts().localConflicts()).as("b wants a's target").isOne();
    assertThat(second.standing("b")).isEqualTo(Standing.FRESH);
    assertThat(scheduler.totals()).isEqualTo(filling.counts());
  }

  @Test
  void lanesShareOutTheWorkersThatAreLeft() throws Exception {
    LaneUnderTest first = LaneUnderTest.Kind.RANKING.make(MINUTE);
    first.add("a", Jobs.on("seed-a", 11));
    PrefixQueue second = new PrefixQueue("prefix", 10, Cooldown.NONE, 75);
    for (int i = 0; i < 4; i++) {
      second.add("high-" + i, Set.of(), Jobs.on("high-" + i));
      second.add("low-" + i, Set.of("high-" + i), Jobs.on("low-" + i));
    }
    Scheduler scheduler =
        new Scheduler(
            List.of(first.selector(), second),
            new ReplayFallback("nothing", 1, Cooldown.NONE),
            reservations,
            targets.join("here").admission(),
            LIMITS);

    assertThat(keys(scheduler.fill(5, NOW)))
        .containsExactly("a", "high-0", "high-1", "high-2", "low-0");
  }
}
