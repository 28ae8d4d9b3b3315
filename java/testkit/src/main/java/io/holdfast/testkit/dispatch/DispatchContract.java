package io.holdfast.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.holdfast.dispatch.DispatchCounters.Count;
import io.holdfast.dispatch.DispatchEnd;
import io.holdfast.dispatch.DispatchLimits;
import io.holdfast.dispatch.Dispatcher;
import io.holdfast.dispatch.Hint;
import io.holdfast.dispatch.Job;
import io.holdfast.dispatch.Rejected;
import io.holdfast.dispatch.Rejected.Step;
import io.holdfast.dispatch.Report;
import io.holdfast.dispatch.Selector.Ending;
import io.holdfast.dispatch.StepListener;
import io.holdfast.dispatch.TargetContract;
import io.holdfast.durable.DurableOptions;
import io.holdfast.json.JsonValue.JsonNumber;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.json.JsonValue.JsonString;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Claimant;
import io.holdfast.lease.CommitAnswer;
import io.holdfast.lease.GroupClaimAnswer;
import io.holdfast.lease.GroupReleaseAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.Reading;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.target.TargetGroup;
import io.holdfast.target.TargetGroup.Action;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.lease.Seat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a dispatcher owes to its workers, to other coordinators, and to whoever reads the table. */
public abstract class DispatchContract {

  static final long TTL_MILLIS = 10_000;
  static final TableManifest WORK =
      TableManifest.ofWork().withShardCount(4).withTtlMillis(TTL_MILLIS);
  static final TableManifest TARGETS =
      TableManifest.ofTargets().withShardCount(4).withTtlMillis(TTL_MILLIS);

  private static final JsonObject NOTHING = new JsonObject(Map.of());
  private static final String STRANGER = "stranger";

  private final List<DispatchSeat> seats = new ArrayList<>();
  private @Nullable RawPath root;

  /** Nothing is opened before the first test. */
  protected DispatchContract() {}

  /** The subject for one more coordinator; a process of its own where that can be. */
  protected abstract Posix newPosix();

  /** Makes a directory that is empty, writable, of mode 0700, and belongs to one test. */
  protected abstract RawPath makeFreshDirectory() throws PosixException;

  /** Removes the directory with its contents; every coordinator is closed. */
  protected abstract void discardDirectory() throws PosixException;

  @BeforeEach
  final void makeRoot() throws PosixException {
    root = makeFreshDirectory();
    for (String name : List.of("work", "targets")) {
      assertThat(newPosix().mkdirat(Flags.AT_FDCWD, below(name).bytes(), 0700)).isZero();
    }
  }

  @AfterEach
  final void closeAll() throws PosixException {
    seats.forEach(DispatchSeat::close);
    discardDirectory();
  }

  private RawPath below(String name) {
    if (root == null) {
      throw new IllegalStateException("no test is running");
    }
    return root.resolve(RawPath.of(name));
  }

  private DispatchSeat open(String owner, int workers) throws Exception {
    return open(owner, workers, UnaryOperator.identity());
  }

  private DispatchSeat open(String owner, int workers, UnaryOperator<DispatchLimits> limits)
      throws Exception {
    Seat seat = new Seat(newPosix(), DurableOptions.defaults(), 1 + seats.size());
    DispatchSeat one =
        new DispatchSeat(
            owner, seat, below("work"), below("targets"), workers, limits, DispatchFlaw.NONE);
    seats.add(one);
    return one;
  }

  /**
   * Lets time pass for everybody, and each of these go on meanwhile, as a third of a ttl goes by.
   */
  private void pass(long millis, DispatchSeat... working) {
    for (long left = millis; left > 0; left -= TTL_MILLIS / 3) {
      for (DispatchSeat seat : seats) {
        seat.seat().pass(Math.min(left, TTL_MILLIS / 3));
      }
      for (DispatchSeat seat : working) {
        seat.turn();
      }
    }
  }

  private static Job plain(String input) {
    return Job.of(new JsonObject(Map.of("seed", new JsonString(input))));
  }

  private static Job targeted(String input, long primary, Action... actions) {
    return new Job(
        plain(input).input(),
        new TargetContract(OptionalLong.of(primary), List.of(actions)),
        NOTHING);
  }

  private static JsonObject manifest(String what) {
    return new JsonObject(Map.of("output", new JsonString(what)));
  }

  /** Claims exact work as a coordinator that does nothing else. */
  private static Lease takeWork(DispatchSeat seat, Job job) throws Exception {
    ClaimAnswer answer = seat.work().claim(job.id(), job.payload(), new Claimant(STRANGER, 0));
    assertThat(answer).isInstanceOf(ClaimAnswer.Claimed.class);
    return ((ClaimAnswer.Claimed) answer).lease();
  }

  private static void takeTargets(DispatchSeat seat, Long... targets) throws Exception {
    assertThat(
            seat.targets()
                .claimGroup(TargetGroup.of(List.of(targets)), NOTHING, new Claimant(STRANGER, 0)))
        .isInstanceOf(GroupClaimAnswer.Claimed.class);
  }

  /** Fails every such call on the files of a target. */
  private static void failFor(DispatchSeat seat, long target, PosixCall which, Errno errno) {
    failFor(seat, WorkId.ofTarget(target).hex(), which, errno);
  }

  private static void failFor(DispatchSeat seat, String begin, PosixCall which, Errno errno) {
    seat.seat()
        .faults()
        .inject(
            Fault.of(which, errno)
                .where(call -> call.names().get(0).toString().startsWith(begin))
                .forEver());
  }

  private static long count(DispatchSeat seat, Count count) {
    return seat.dispatcher().counters().value(count);
  }

  /** The first row that was rejected; what comes in the same turn is a look at it again. */
  private static void requireRejected(DispatchSeat seat, Step step, String reason) {
    Rejected rejected = seat.rows().rejected().get(0);
    assertThat(rejected.step()).isEqualTo(step);
    assertThat(rejected.reason()).contains(reason);
    assertThat(seat.wishes().endings()).containsEntry(rejected.proposal().key(), rejected.ending());
  }

  // ---- sending

  @Test
  final void workIsSentWithItsTargetsAndItselfLeased() throws Exception {
    DispatchSeat a = open("alpha", 1);
    Job job = targeted("s", 77, new Action(88, "solve"));
    a.wishes().offer("one", job);

    a.turn();

    assertThat(a.workers().assignment(1).payload()).isEqualTo(job.payload());
    assertThat(a.workers().assignment(1).fence()).isEqualTo(1);
    assertThat(a.status(job.id())).contains(LeaseStatus.LEASED);
    assertThat(a.isLeased(77)).isTrue();
    assertThat(a.isLeased(88)).isTrue();
    assertThat(a.dispatcher().active()).isEqualTo(1);
  }

  @Test
  final void hintOnATargetedJobKeepsTargetsAndActionsAndChangesTuning() throws Exception {
    DispatchSeat a = open("alpha", 1);
    Job job = targeted("s", 77, new Action(88, "solve"));
    JsonObject tuning = new JsonObject(Map.of("strategy", new JsonString("deep")));
    a.wishes().offer("one", job);
    a.hint(job, new Hint(new TargetContract(OptionalLong.of(5), List.of()), tuning));

    a.turn();

    Job expected = new Job(job.input(), job.contract(), tuning);
    assertThat(a.workers().assignment(1).payload()).isEqualTo(expected.payload());
    assertThat(a.workers().assignment(1).payload().get("target")).contains(JsonNumber.of(77));
    assertThat(a.isLeased(5)).isFalse();
  }

  @Test
  final void hintOnAnUntargetedJobMakesTargetsThatAreClaimedThen() throws Exception {
    DispatchSeat a = open("alpha", 1);
    a.wishes().offer("one", plain("s"));
    a.hint(plain("s"), new Hint(new TargetContract(OptionalLong.of(5), List.of()), NOTHING));

    a.turn();

    assertThat(a.workers().assignment(1).payload().get("target")).contains(JsonNumber.of(5));
    assertThat(a.isLeased(5)).isTrue();
  }

  @Test
  final void hintWhoseTargetsOthersHaveSendsNothingAndLeavesNothing() throws Exception {
    DispatchSeat a = open("alpha", 1);
    takeTargets(open("beta", 0), 5L);
    a.wishes().offer("one", plain("s"));
    a.hint(plain("s"), new Hint(new TargetContract(OptionalLong.of(5), List.of()), NOTHING));

    a.turn();

    assertThat(a.workers().sent()).isEmpty();
    assertThat(a.wishes().endings()).containsEntry("one", Ending.HELD_ELSEWHERE);
    assertThat(a.status(plain("s").hinted(hintOf(5)).id())).isEmpty();
    assertThat(a.dispatcher().pending()).isZero();
    requireRejected(a, Step.TARGETS, "its targets cannot be had");
  }

  private static Hint hintOf(long target) {
    return new Hint(new TargetContract(OptionalLong.of(target), List.of()), NOTHING);
  }

  @Test
  final void exactWorkOfOthersIsNotSentAndItsTargetsAreFreeAgain() throws Exception {
    DispatchSeat a = open("alpha", 1);
    Job job = targeted("s", 77);
    takeWork(open("beta", 0), job);
    a.wishes().offer("one", job);

    a.turn();

    assertThat(a.workers().sent()).isEmpty();
    assertThat(a.isLeased(77)).isFalse();
    assertThat(a.wishes().endings()).containsEntry("one", Ending.HELD_ELSEWHERE);
    assertThat(count(a, Count.WORK_CONFLICTS)).isEqualTo(1);
    requireRejected(a, Step.EXACT_WORK, "others have it");
    assertThat(a.rows().claimed()).isEmpty();
  }

  @Test
  final void workThatOthersHaveDoneIsNeverProposedAgain() throws Exception {
    DispatchSeat a = open("alpha", 1);
    DispatchSeat b = open("beta", 0);
    Lease lease = takeWork(b, plain("s"));
    b.work().completeOnce(lease.id(), lease.token());
    a.wishes().offer("one", plain("s"));

    a.turn();

    assertThat(a.wishes().endings()).containsEntry("one", Ending.DONE_ELSEWHERE);
    assertThat(a.dispatcher().isQuiet()).isTrue();
    assertThat(count(a, Count.DUPLICATES_AVOIDED)).isEqualTo(1);
    requireRejected(a, Step.EXACT_WORK, "it is done");
  }

  @Test
  final void everyWorkerIsFilledThoughOthersHaveEverySecondWork() throws Exception {
    DispatchSeat a = open("alpha", 4);
    DispatchSeat b = open("beta", 0);
    for (int i = 0; i < 8; i++) {
      if (i % 2 == 0) {
        takeWork(b, plain("s" + i));
      }
      a.wishes().offer("w" + i, plain("s" + i));
    }

    a.turn();

    assertThat(a.workers().idle()).isEmpty();
    assertThat(a.workers().sent()).hasSize(4);
  }

  @Test
  final void whatCannotBeSentIsGivenUp() throws Exception {
    DispatchSeat a = open("alpha", 1);
    Job job = targeted("s", 77);
    a.wishes().offer("one", job);
    a.workers().refuse();

    a.turn();

    assertThat(a.wishes().endings()).containsEntry("one", Ending.GIVEN_UP);
    assertThat(a.status(job.id())).contains(LeaseStatus.RELEASED);
    assertThat(a.isLeased(77)).isFalse();
    assertThat(a.dispatcher().active()).isZero();
    assertThat(a.rows().claimed()).hasSize(1);
    requireRejected(a, Step.SENDING, "told to refuse");
  }

  @Test
  final void claimThatFailsEndsItsRowWithTheErrorAndTheStep() throws Exception {
    DispatchSeat a = open("alpha", 1);
    Job job = targeted("s", 77);
    a.wishes().offer("one", job);
    failFor(a, job.id().hex(), PosixCall.OPENAT, Errno.EIO);

    a.turn();

    requireRejected(a, Step.EXACT_WORK, "EIO");
    assertThat(a.rows().rejected().get(0).ending()).isEqualTo(Ending.GIVEN_UP);
    assertThat(a.rows().steps()).contains(StepListener.Step.CLAIM);
    assertThat(a.isLeased(77)).isFalse();
  }

  @Test
  final void workThatIsTakenFromADeadCoordinatorIsToldAsStolenOnlyThen() throws Exception {
    DispatchSeat a = open("alpha", 1);
    DispatchSeat b = open("beta", 1);
    a.wishes().offer("one", plain("s"));
    a.turn();
    assertThat(a.rows().claimed().get(0).isStolen()).isFalse();
    a.vanish();
    b.wishes().offer("one", plain("s"));
    b.turn();
    pass(2 * TTL_MILLIS, b);

    assertThat(b.rows().claimed()).hasSize(1);
    assertThat(b.rows().claimed().get(0).isStolen()).isTrue();
    assertThat(b.rows().claimed().get(0).job()).isEqualTo(plain("s"));
    assertThat(count(b, Count.STEALS)).isEqualTo(1);

    DispatchSeat again = open("beta", 1);
    b.vanish();
    again.wishes().offer("one", plain("s"));
    again.turn();
    pass(2 * TTL_MILLIS, again);
    assertThat(again.rows().claimed()).hasSize(1);
    assertThat(again.rows().claimed().get(0).isStolen()).as("its own, from before").isFalse();
    assertThat(count(again, Count.STEALS)).isZero();
  }

  // ---- pending

  @Test
  final void pendingTargetsAreKeptBeyondTheirTtl() throws Exception {
    DispatchSeat a = open("alpha", 0, limits -> limits.withPrefetch(1));
    DispatchSeat b = open("beta", 0);
    a.wishes().offer("one", targeted("s", 77));
    a.turn();
    assertThat(a.dispatcher().pending()).isEqualTo(1);

    for (int i = 0; i < 3; i++) {
      b.targets().recoverExpired();
      pass(TTL_MILLIS, a);
    }

    assertThat(b.targets().recoverExpired()).isEmpty();
    assertThat(a.isLeased(77)).isTrue();
  }

  @Test
  final void pendingTargetsThatWereLostAreClaimedAgainBeforeTheWorkIsSent() throws Exception {
    DispatchSeat a = open("alpha", 1, limits -> limits.withPrefetch(1));
    a.wishes().offer("first", plain("f"));
    a.wishes().offer("second", targeted("s", 77));
    a.turn();
    giveUpBehindItsBack(a, 77);

    a.workers().finish(1, manifest("f"));
    a.turn();

    assertThat(a.workers().sent()).hasSize(2);
    assertThat(a.isLeased(77)).isTrue();
    assertThat(count(a, Count.TARGETS_RECLAIMED)).isEqualTo(1);
  }

  @Test
  final void pendingTargetsThatOthersHaveByNowAreNotSent() throws Exception {
    DispatchSeat a = open("alpha", 1, limits -> limits.withPrefetch(1));
    DispatchSeat b = open("beta", 0);
    a.wishes().offer("first", plain("f"));
    a.wishes().offer("second", targeted("s", 77));
    a.turn();
    giveUpBehindItsBack(a, 77);
    takeTargets(b, 77L);

    a.workers().finish(1, manifest("f"));
    a.turn();

    assertThat(a.workers().sent()).hasSize(1);
    assertThat(a.wishes().endings()).containsEntry("second", Ending.HELD_ELSEWHERE);
    assertThat(a.status(targeted("s", 77).id())).isEmpty();
    assertThat(count(a, Count.TARGETS_REFUSED)).isEqualTo(1);
    requireRejected(a, Step.TARGETS, "its targets cannot be had");
  }

  private static void giveUpBehindItsBack(DispatchSeat seat, long target) throws Exception {
    LeaseToken token = ((Reading.Present) seat.targets().read(target)).record().token();
    assertThat(seat.targets().releaseGroup(TargetGroup.of(List.of(target)), token))
        .isInstanceOf(GroupReleaseAnswer.Released.class);
  }

  @Test
  final void whatIsCarriedBeyondTheLimitIsDroppedWithItsTargets() throws Exception {
    DispatchSeat a = open("alpha", 2, limits -> limits.withPrefetch(2).withCarried(2));
    a.workers().refuse();
    for (int i = 0; i < 6; i++) {
      a.wishes().offer("w" + i, targeted("s" + i, 10 + i));
    }

    a.turn();

    long leased = 0;
    for (int i = 0; i < 6; i++) {
      leased += a.isLeased(10 + i) ? 1 : 0;
    }
    assertThat(leased).isEqualTo(a.dispatcher().pending());
    assertThat(a.dispatcher().pending()).isLessThanOrEqualTo(2);
    assertThat(a.rows().ended() + a.dispatcher().pending()).isEqualTo((int) a.admitted());
  }

  // ---- results

  @Test
  final void resultIsPublishedThenLearntFromAndOnlyThenAreItsTargetsFree() throws Exception {
    DispatchSeat a = open("alpha", 1);
    Job job = targeted("s", 77);
    a.wishes().offer("one", job);
    a.turn();
    List<Boolean> leasedWhenLearntFrom = new ArrayList<>();
    a.results().whileDigesting(() -> leasedWhenLearntFrom.add(isLeasedUnchecked(a, 77)));

    a.workers().finish(1, manifest("x"));
    a.turn();

    assertThat(a.results().deeds())
        .containsExactly("publish {\"output\":\"x\"}", "digest {\"output\":\"x\"}");
    assertThat(leasedWhenLearntFrom).containsExactly(true);
    assertThat(a.isLeased(77)).isFalse();
    assertThat(a.status(job.id())).contains(LeaseStatus.DONE);
    assertThat(a.wishes().endings()).containsEntry("one", Ending.COMMITTED);
    assertThat(a.rows().rejected()).isEmpty();
    assertThat(a.rows().released()).hasSize(1);
    assertThat(a.rows().released().get(0).targetsFree()).isTrue();
    assertThat(a.rows().released().get(0).proposal().job()).isEqualTo(job);
    assertThat(a.rows().released().get(0).manifest()).isEqualTo(manifest("x"));
    assertThat(a.dispatcher().isQuiet()).isTrue();
  }

  private static boolean isLeasedUnchecked(DispatchSeat seat, long target) {
    try {
      return seat.isLeased(target);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  final void staleResultIsDroppedAndPublishesNothing() throws Exception {
    DispatchSeat a = open("alpha", 1);
    DispatchSeat b = open("beta", 0);
    Job job = targeted("s", 77);
    a.wishes().offer("one", job);
    a.turn();
    LeaseToken ours = ((Reading.Present) a.work().read(job.id())).record().token();
    a.work().release(job.id(), ours);
    Lease theirs = takeWork(b, job);

    a.workers().finish(1, manifest("x"));
    a.turn();

    assertThat(a.results().deeds()).isEmpty();
    assertThat(count(a, Count.STALE_RESULTS)).isEqualTo(1);
    requireRejected(a, Step.COMMIT, "its lease had been lost");
    assertThat(a.isLeased(77)).isFalse();
    assertThat(b.work().beginCommit(job.id(), theirs.token(), Optional.empty()))
        .isInstanceOf(CommitAnswer.Begun.class);
  }

  @Test
  final void publicationThatFailsLeavesTheWorkCommittingAndIsTriedAgain() throws Exception {
    DispatchSeat a = open("alpha", 1);
    a.wishes().offer("one", plain("s"));
    a.turn();
    a.results().failTimes(1);

    a.workers().finish(1, manifest("x"));
    a.turn();
    assertThat(a.status(plain("s").id())).contains(LeaseStatus.COMMITTING);
    assertThat(a.dispatcher().committing()).isEqualTo(1);
    assertThat(a.results().deeds()).isEmpty();
    pass(1_000, a);

    assertThat(a.status(plain("s").id())).contains(LeaseStatus.DONE);
    assertThat(a.results().deeds()).hasSize(2);
  }

  @Test
  final void workOfAWorkerThatFailedOrDiedIsSentAgain() throws Exception {
    DispatchSeat a = open("alpha", 2);
    a.wishes().offer("one", targeted("s", 77));
    a.wishes().offer("two", targeted("t", 88));
    a.turn();

    a.workers().fail(1);
    a.workers().die(2);
    a.turn();
    a.turn();

    assertThat(a.workers().sent()).hasSize(3);
    assertThat(count(a, Count.WORK_FAILED)).isEqualTo(1);
    assertThat(count(a, Count.WORKERS_GONE)).isEqualTo(1);
    assertThat(a.rows().rejected())
        .extracting(Rejected::step, Rejected::ending)
        .containsExactly(
            tuple(Step.WORKING, Ending.GIVEN_UP), tuple(Step.WORKING, Ending.GIVEN_UP));
    assertThat(a.rows().rejected().get(0).reason()).contains("told to");
  }

  @Test
  final void reportOfWorkThatItsWorkerDoesNotHaveChangesNothing() throws Exception {
    DispatchSeat a = open("alpha", 1);
    a.wishes().offer("one", plain("s"));
    a.turn();

    a.workers().report(new Report.Result(1, plain("other").id(), manifest("x")));
    a.workers().report(new Report.Result(9, plain("s").id(), manifest("x")));
    a.turn();

    assertThat(a.dispatcher().active()).isEqualTo(1);
    assertThat(a.results().deeds()).isEmpty();
    assertThat(count(a, Count.UNEXPECTED_REPORTS)).isEqualTo(2);
  }

  // ---- heartbeats

  @Test
  final void activeWorkAndItsTargetsLiveBeyondTheirTtl() throws Exception {
    DispatchSeat a = open("alpha", 1);
    DispatchSeat b = open("beta", 0);
    Job job = targeted("s", 77);
    a.wishes().offer("one", job);
    a.turn();

    for (int i = 0; i < 3; i++) {
      b.work().recoverExpired();
      b.targets().recoverExpired();
      pass(TTL_MILLIS, a);
    }

    assertThat(b.work().recoverExpired()).isEmpty();
    assertThat(b.targets().recoverExpired()).isEmpty();
    assertThat(a.workers().stopped()).isEmpty();
  }

  @Test
  final void failingBeatsForTargetsDoNotStopExactWork() throws Exception {
    DispatchSeat a = open("alpha", 1);
    Job job = targeted("s", 77);
    a.wishes().offer("one", job);
    a.turn();
    failFor(a, a.targets().session().orElseThrow().id(), PosixCall.RENAMEAT2, Errno.EIO);

    pass(2 * TTL_MILLIS, a);

    assertThat(a.workers().stopped()).isEmpty();
    assertThat(a.status(job.id())).contains(LeaseStatus.LEASED);
    assertThat(count(a, Count.TARGETS_LOST)).isEqualTo(1);
    assertThat(count(a, Count.WORK_LOST)).isZero();
  }

  @Test
  final void workWhoseLeaseCannotBeRenewedIsStopped() throws Exception {
    DispatchSeat a = open("alpha", 1);
    a.wishes().offer("one", plain("s"));
    a.turn();
    failFor(a, a.work().session().orElseThrow().id(), PosixCall.RENAMEAT2, Errno.EIO);

    pass(2 * TTL_MILLIS, a);

    assertThat(a.workers().stopped()).contains(1);
    assertThat(count(a, Count.WORK_LOST)).isEqualTo(1);
  }

  /** Renews everything before it is due, and looks whether others may take it a ttl later. */
  private void renewAllOnTheWay(boolean failsWork, boolean failsTargets) throws Exception {
    DispatchSeat a = open("alpha", 1);
    DispatchSeat b = open("beta", 0);
    a.wishes().offer("one", targeted("s", 77));
    a.turn();
    b.work().recoverExpired();
    b.targets().recoverExpired();
    pass(TTL_MILLIS / 4);
    if (failsWork) {
      failFor(a, a.work().session().orElseThrow().id(), PosixCall.RENAMEAT2, Errno.EIO);
    }
    if (failsTargets) {
      failFor(a, a.targets().session().orElseThrow().id(), PosixCall.RENAMEAT2, Errno.EIO);
    }

    boolean renewed = a.dispatcher().renewAll(a.seat().nanoTime());
    pass(TTL_MILLIS * 9 / 10);

    assertThat(renewed).isEqualTo(!failsWork && !failsTargets);
    assertThat(b.work().recoverExpired()).hasSize(failsWork ? 1 : 0);
    assertThat(b.targets().recoverExpired()).hasSize(failsTargets ? 1 : 0);
  }

  @Test
  final void whatIsHeldIsRenewedBeforeItIsDueWhereSomethingKeepsTheThread() throws Exception {
    renewAllOnTheWay(false, false);
  }

  @Test
  final void beatForTargetsThatFailsOnTheWayIsToldAndExactWorkIsRenewed() throws Exception {
    renewAllOnTheWay(false, true);
  }

  @Test
  final void beatForExactWorkThatFailsOnTheWayIsToldAndTargetsAreRenewed() throws Exception {
    renewAllOnTheWay(true, false);
  }

  // ---- recovery

  @Test
  final void commitsOfADeadCoordinatorAreFinishedBeforeAnythingIsSent() throws Exception {
    DispatchSeat a = open("alpha", 1);
    DispatchSeat b = open("beta", 1);
    a.wishes().offer("one", plain("s"));
    a.turn();
    a.results().failTimes(Integer.MAX_VALUE);
    a.workers().finish(1, manifest("x"));
    a.turn();
    a.vanish();
    b.turn();
    pass(2 * TTL_MILLIS);
    b.wishes().offer("one", plain("s"));
    b.wishes().offer("two", plain("t"));
    List<Integer> sentBefore = new ArrayList<>();
    b.results().whileDigesting(() -> sentBefore.add(b.workers().sent().size()));

    b.turn();

    assertThat(sentBefore).containsExactly(0);
    assertThat(b.results().deeds())
        .containsExactly("publish {\"output\":\"x\"}", "digest {\"output\":\"x\"}");
    assertThat(count(b, Count.COMMITS_RECOVERED)).isEqualTo(1);
    assertThat(b.workers().sent()).hasSize(1);
    assertThat(b.workers().sent().get(0).payload()).isEqualTo(plain("t").payload());
    assertThat(b.status(plain("s").id())).contains(LeaseStatus.DONE);
  }

  @Test
  final void targetsOfADeadCoordinatorAreFreed() throws Exception {
    DispatchSeat a = open("alpha", 1);
    DispatchSeat b = open("beta", 1);
    a.wishes().offer("one", targeted("s", 77));
    a.turn();
    a.vanish();
    b.turn();
    pass(2 * TTL_MILLIS);

    b.turn();

    assertThat(b.isLeased(77)).isFalse();
    assertThat(count(b, Count.TARGETS_RECOVERED)).isEqualTo(1);
  }

  // ---- the end

  @Test
  final void resultsThatComeWhileItEndsAreCommittedAndTheRestIsGivenUp() throws Exception {
    DispatchSeat a = open("alpha", 2, limits -> limits.withPrefetch(1).withStopNanos(1_000_000));
    for (int i = 0; i < 3; i++) {
      a.wishes().offer("w" + i, targeted("s" + i, 10 + i));
    }
    a.turn();
    assertThat(a.dispatcher().pending()).isEqualTo(1);

    a.dispatcher().shutdown(a.seat().nanoTime());
    a.workers().finish(1, manifest("x"));
    a.turn();
    assertThat(a.dispatcher().state()).isEqualTo(Dispatcher.State.STOPPING);
    a.seat().pass(2);
    a.turn();

    assertThat(a.dispatcher().state()).isEqualTo(Dispatcher.State.STOPPED);
    assertThat(a.dispatcher().end()).containsInstanceOf(DispatchEnd.Asked.class);
    assertThat(a.workers().stopped()).containsExactly(1, 2);
    assertThat(a.rows().rejected())
        .extracting(Rejected::step, Rejected::reason)
        .containsExactly(
            tuple(Step.PENDING, "this coordinator ends"),
            tuple(Step.WORKING, "this coordinator ends"));
    assertThat(a.status(targeted("s0", 10).id())).contains(LeaseStatus.DONE);
    assertThat(a.status(targeted("s1", 11).id())).contains(LeaseStatus.RELEASED);
    for (int i = 0; i < 3; i++) {
      assertThat(a.isLeased(10 + i)).isFalse();
    }
  }

  @Test
  final void releaseThatFailsIsCountedAndTriedAgainWhileTheSessionLives() throws Exception {
    DispatchSeat a = open("alpha", 1);
    Job job = targeted("s", 77);
    a.wishes().offer("one", job);
    a.turn();
    failFor(a, 77, PosixCall.RENAMEAT2, Errno.EACCES);

    a.workers().finish(1, manifest("x"));
    a.turn();

    assertThat(a.status(job.id())).contains(LeaseStatus.DONE);
    assertThat(count(a, Count.FAILED_RELEASES)).isEqualTo(1);
    assertThat(a.rows().released().get(0).targetsFree()).isFalse();
    assertThat(a.dispatcher().owed()).isEqualTo(1);
    assertThat(a.wishes().endings()).containsEntry("one", Ending.COMMITTED);
    assertThat(a.isLeased(77)).isTrue();
    a.seat().faults().heal();
    pass(2 * TTL_MILLIS, a);
    assertThat(a.dispatcher().owed()).isZero();
    assertThat(a.isLeased(77)).isFalse();
  }

  @Test
  final void groupOfWhichOnlyAPartCouldBeGivenUpIsGivenUpWhollyLater() throws Exception {
    DispatchSeat a = open("alpha", 1);
    a.wishes().offer("one", targeted("s", 77, new Action(88, "solve")));
    a.turn();
    failFor(a, 88, PosixCall.RENAMEAT2, Errno.EIO);
    a.workers().finish(1, manifest("x"));
    a.turn();
    assertThat(a.isLeased(88)).isTrue();

    a.seat().faults().heal();
    pass(2 * TTL_MILLIS, a);

    assertThat(a.isLeased(77)).isFalse();
    assertThat(a.isLeased(88)).isFalse();
  }

  @Test
  final void targetsThatKeepFailingEndItThoughTheRestSucceeds() throws Exception {
    DispatchSeat a = open("alpha", 1);
    a.wishes().offer("one", targeted("s", 77));
    failFor(a, 77, PosixCall.OPENAT, Errno.EIO);

    for (int i = 0; i < 100; i++) {
      pass(TTL_MILLIS, a);
    }

    assertThat(a.dispatcher().end()).containsInstanceOf(DispatchEnd.Failed.class);
  }

  @Test
  final void distrustEndsEverythingAndNothingIsCommittedAfterIt() throws Exception {
    DispatchSeat a = open("alpha", 2);
    a.wishes().offer("one", targeted("s", 77));
    a.turn();
    a.wishes().offer("two", plain("t"));
    a.distrust("lost in generation 3");

    a.turn();
    a.workers().finish(1, manifest("x"));
    a.turn();

    assertThat(a.workers().stopped()).containsExactly(1);
    assertThat(a.workers().sent()).hasSize(1);
    assertThat(a.results().deeds()).isEmpty();
    assertThat(a.status(plain("t").id())).isEmpty();
    assertThat(a.dispatcher().state()).isEqualTo(Dispatcher.State.STOPPED);
    assertThat(a.dispatcher().end()).contains(new DispatchEnd.Distrusted("lost in generation 3"));
  }

  @Test
  final void lostSessionEndsEverything() throws Exception {
    DispatchSeat a = open("alpha", 1);
    DispatchSeat b = open("beta", 0);
    a.wishes().offer("one", plain("s"));
    a.turn();
    b.work().recoverExpired();
    b.seat().pass(2 * TTL_MILLIS);
    b.work().recoverExpired();

    a.seat().pass(TTL_MILLIS / 2);
    a.turn();

    assertThat(a.dispatcher().end()).containsInstanceOf(DispatchEnd.SessionLost.class);
    assertThat(a.workers().stopped()).contains(1);
  }

  @Test
  final void stepsThatKeepFailingEndIt() throws Exception {
    DispatchSeat a = open("alpha", 1);
    a.seat().faults().inject(Fault.of(PosixCall.OPENAT, Errno.EIO).forEver());
    for (int i = 0; i < 40; i++) {
      a.wishes().offer("w" + i, plain("s" + i));
    }

    for (int i = 0; i < 40; i++) {
      pass(1_000, a);
    }

    assertThat(a.dispatcher().end()).containsInstanceOf(DispatchEnd.Failed.class);
    assertThat(a.workers().sent()).isEmpty();
  }
}
