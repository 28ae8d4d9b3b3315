package io.holdfast.testkit.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.litmus.Verdict;
import io.holdfast.litmus.cluster.Act;
import io.holdfast.litmus.cluster.ClusterResult;
import io.holdfast.litmus.cluster.Counts;
import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.litmus.cluster.Exclusion;
import io.holdfast.litmus.cluster.LockObject;
import io.holdfast.litmus.cluster.NameField;
import io.holdfast.litmus.cluster.Observation;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.testkit.decorator.Call;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.FaultPosix;
import io.holdfast.testkit.decorator.InterceptingPosix;
import io.holdfast.testkit.decorator.PosixCall;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.assertj.core.api.ThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/**
 * What members that run the lock litmus among themselves come to, on storage that keeps its word
 * about flock between processes.
 */
interface ClusterLitmusContract extends LitmusGround {

  /** Long enough for a busy machine; no test waits for it. */
  long PATIENCE_MILLIS = 60_000;

  byte[] CONTENT = LockObject.of(LitmusGroup.EPOCH).content();

  // ---- storage that keeps its word

  @Test
  default void threeMembersOnTwoHostsQualify() throws PosixException {
    try (LitmusGroup group = group("a", "b", "b")) {
      List<ClusterResult> results = group.run(0, PATIENCE_MILLIS);

      assertThat(results).allMatch(ClusterResult::isVerified);
      assertThat(results).allMatch(result -> result.equals(results.get(0)));
      assertThat(results.get(0).counts()).isEqualTo(new Counts(2, 4, 2, 3));
      assertThat(root().read()).isEqualTo(CONTENT);
      assertThat(root().stat().permissions()).isEqualTo(LockObject.MODE);
    }
  }

  @Test
  default void everyGenerationLocksTheSameObject() throws PosixException {
    try (LitmusGroup group = group("a", "b")) {
      group.run(0, PATIENCE_MILLIS);
      long first = root().stat().ino();

      for (long generation = 1; generation <= 5; generation++) {
        assertThat(group.run(generation, PATIENCE_MILLIS)).allMatch(ClusterResult::isVerified);
        assertThat(root().stat().ino()).isEqualTo(first);
      }
    }
  }

  @Test
  default void fourMembersOnFourHostsQualify() {
    try (LitmusGroup group = group("a", "b", "c", "d")) {
      assertThat(group.run(0, PATIENCE_MILLIS))
          .allMatch(result -> result.counts().equals(new Counts(4, 12, 4, 4)))
          .allMatch(ClusterResult::isVerified);
    }
  }

  @Test
  default void membersOnOneHostShowNothingAndMakeNoFile() throws PosixException {
    try (LitmusGroup group = group("a", "a")) {
      assertThat(group.run(0, PATIENCE_MILLIS))
          .allMatch(result -> result.clean() && !result.isVerified());
      assertThat(root().exists()).isFalse();
    }
  }

  // ---- storage that does not

  @Test
  default void aSecondHolderIsSeenByEverybody() {
    try (LitmusGroup group = group("a", "b", "b")) {
      assertThat(group.run(0, PATIENCE_MILLIS)).allMatch(ClusterResult::isVerified);
      group.tamperHands(
          (rank, hand) ->
              new TamperedHand(
                  hand,
                  (act, real) -> act == Act.TRY && rank == 2 ? Observation.ACQUIRED : real.get()));

      assertThat(group.run(2, PATIENCE_MILLIS))
          .allMatch(
              result ->
                  result
                      .verdict()
                      .equals(
                          Verdict.refuted(
                              "member 2 (b) acquired the flock while member 0 (a) held it,"
                                  + " generation 2, phase held")));
    }
  }

  @Test
  default void aReleaseThatDoesNotArriveIsRefuted() {
    AtomicBoolean reacquiring = new AtomicBoolean();
    AtomicReference<Runnable> aTryLater = new AtomicReference<>(() -> {});
    Posix waiting =
        new InterceptingPosix(posix(1)) {
          @Override
          protected long around(Call call, LongSupplier proceed) {
            if (reacquiring.get() && call.which() == PosixCall.FLOCK) {
              Objects.requireNonNull(aTryLater.get()).run();
            }
            return proceed.getAsLong();
          }
        };
    try (LitmusGroup group = group(rank -> rank == 1 ? waiting : posix(rank), "a", "b")) {
      aTryLater.set(() -> group.advance(PATIENCE_MILLIS / 8));
      group.tamperHands(
          (rank, hand) ->
              new TamperedHand(
                  hand,
                  (act, real) -> {
                    reacquiring.compareAndSet(false, act == Act.REACQUIRE);
                    return act == Act.RELEASE && rank == 0 ? Observation.DONE : real.get();
                  }));

      assertThat(group.run(0, PATIENCE_MILLIS))
          .allMatch(result -> result.verdict() instanceof Verdict.Refuted)
          .allMatch(
              result ->
                  result.verdict().explanation().contains("after member 0 (a) had let it go"));
    }
  }

  @Test
  default void aLockCallThatIsRefusedIsToldWithItsErrno() {
    Posix second = posix(1);
    FaultPosix noLocks =
        new FaultPosix(second).inject(Fault.of(PosixCall.FLOCK, Errno.ENOLCK).forEver());
    try (LitmusGroup group = group(rank -> rank == 1 ? noLocks : posix(rank), "a", "b")) {
      assertThat(group.run(0, PATIENCE_MILLIS))
          .allMatch(result -> result.verdict() instanceof Verdict.Refuted)
          .allMatch(result -> result.verdict().explanation().contains("ENOLCK"))
          .allMatch(result -> result.verdict().explanation().contains("member 1 (b)"));
    }
  }

  @Test
  default void aCopyInTheLockObjectsPlaceIsRefused() {
    try (LitmusGroup group = group("a", "b")) {
      AtomicReference<Throwable> failed =
          changeBefore(Act.CLOSE_ANCHORS, 0, group, this::replaceByCopy);

      assertThat(group.run(0, PATIENCE_MILLIS))
          .allMatch(result -> result.verdict() instanceof Verdict.Refuted)
          .allMatch(result -> result.verdict().explanation().contains("replaced by another file"));
      assertThat(failed.get()).isNull();
    }
  }

  @Test
  default void aLockObjectThatIsGoneIsNotMadeAgain() throws PosixException {
    try (LitmusGroup group = group("a", "b")) {
      assertThat(group.run(0, PATIENCE_MILLIS)).allMatch(ClusterResult::isVerified);
      root().remove();
      assertThat(group.run(1, PATIENCE_MILLIS))
          .noneMatch(ClusterResult::isVerified)
          .allMatch(result -> result.verdict().explanation().contains("ENOENT"));
      assertThat(root().exists()).isFalse();
    }
  }

  @Test
  default void otherContentInTheSameFileIsRefused() {
    try (LitmusGroup group = group("a", "b")) {
      byte[] other = "x".getBytes(StandardCharsets.US_ASCII);
      AtomicReference<Throwable> failed =
          changeBefore(Act.OPEN, 1, group, () -> root().overwrite(other));

      assertThat(group.run(0, PATIENCE_MILLIS))
          .allMatch(result -> result.verdict() instanceof Verdict.Refuted)
          .allMatch(result -> result.verdict().explanation().contains("foreign content"));
      assertThat(failed.get()).isNull();
    }
  }

  @Test
  default void foreignContentIsRefusedAndKept() throws PosixException {
    byte[] foreign = "somebody else's\n".getBytes(StandardCharsets.US_ASCII);
    root().write(foreign);
    try (LitmusGroup group = group("a", "b")) {
      assertThat(group.run(0, PATIENCE_MILLIS))
          .allMatch(result -> result.verdict() instanceof Verdict.Refuted)
          .allMatch(result -> result.verdict().explanation().contains("foreign content"));
      assertThat(root().read()).isEqualTo(foreign);
    }
  }

  @Test
  default void aSymbolicLinkInItsPlaceIsNotFollowed() throws PosixException {
    root().symlink("elsewhere");
    try (LitmusGroup group = group("a", "b")) {
      assertThat(group.run(0, PATIENCE_MILLIS))
          .allMatch(result -> result.verdict() instanceof Verdict.Inconclusive)
          .allMatch(result -> result.verdict().explanation().contains("ELOOP"));
    }
  }

  @Test
  default void aLockObjectWithoutItsSyncIsNoLockObject() {
    FaultPosix failing =
        new FaultPosix(posix(0)).inject(Fault.of(PosixCall.FSYNC, Errno.EIO).forEver());
    try (LitmusGroup group = group(rank -> rank == 0 ? failing : posix(rank), "a", "b")) {
      assertThat(group.run(0, PATIENCE_MILLIS))
          .allMatch(result -> result.verdict().explanation().startsWith("fsync answered"));
    }
  }

  // ---- names

  @Test
  default void everyNameIsWonOnceAndNothingIsLeft() throws PosixException {
    try (LitmusGroup group = group("a", "b", "b").ask(Exclusion.NAMES)) {
      for (long generation = 0; generation < 3; generation++) {
        assertThat(group.run(generation, PATIENCE_MILLIS)).allMatch(ClusterResult::isVerified);
        assertThat(root().names()).isEmpty();
      }
    }
  }

  @Test
  default void aSourceThatTwoMovedIsSeenByEverybodyAndNothingIsLeft() throws PosixException {
    try (LitmusGroup group = group("a", "b").ask(Exclusion.NAMES)) {
      group.tamperHands(
          (rank, hand) -> new TamperedHand(hand, (act, real) -> alsoWonMove7(act, real.get())));

      assertThat(group.run(3, PATIENCE_MILLIS))
          .allMatch(
              result ->
                  result
                      .verdict()
                      .equals(
                          Verdict.refuted(
                              "member 0 (a) and member 1 (b) all won move 7, generation 3,"
                                  + " phase names-reached")));
      assertThat(root().names()).isEmpty();
    }
  }

  private static Observation alsoWonMove7(Act act, Observation seen) {
    if (act == Act.REACH && seen instanceof Observation.Won won) {
      String moves = won.moves();
      return new Observation.Won(moves.substring(0, 7) + "1" + moves.substring(8), won.links());
    }
    return seen;
  }

  @Test
  default void aWinThatWasOnlyClaimedIsNotBelieved() {
    String none = "0".repeat(NameField.ROUNDS);
    String all = "1".repeat(NameField.ROUNDS);
    try (LitmusGroup group = group("a", "b").ask(Exclusion.NAMES)) {
      group.tamperHands(
          (rank, hand) ->
              new TamperedHand(
                  hand,
                  (act, real) -> {
                    if (act != Act.REACH) {
                      return real.get();
                    }
                    return rank == 0
                        ? new Observation.Won(all, all)
                        : new Observation.Won(none, none);
                  }));

      assertThat(group.run(0, PATIENCE_MILLIS))
          .noneMatch(ClusterResult::isVerified)
          .allMatch(result -> result.verdict().explanation().contains("sees nobody as winner"));
    }
  }

  @Test
  default void storageWithoutLinksCarriesNoFenceTable() {
    FaultPosix noLinks =
        new FaultPosix(posix(1)).inject(Fault.of(PosixCall.LINKAT, Errno.EPERM).forEver());
    try (LitmusGroup group =
        group(rank -> rank == 1 ? noLinks : posix(rank), "a", "b").ask(Exclusion.NAMES)) {
      assertThat(group.run(0, PATIENCE_MILLIS))
          .allMatch(result -> result.verdict() instanceof Verdict.Refuted)
          .allMatch(result -> result.verdict().explanation().startsWith("link answered"));
    }
  }

  @Test
  default void aMoveWhoseReplyWasLostIsSeenAsDone() {
    FaultPosix lossy =
        new FaultPosix(posix(1))
            .inject(Fault.of(PosixCall.RENAMEAT2, Errno.ENOENT).afterwards().forEver());
    try (LitmusGroup group =
        group(rank -> rank == 1 ? lossy : posix(rank), "a", "b").ask(Exclusion.NAMES)) {
      assertThat(group.run(0, PATIENCE_MILLIS)).allMatch(ClusterResult::isVerified);
    }
  }

  @Test
  default void namesOnOneHostShowNothing() throws PosixException {
    try (LitmusGroup group = group("a", "a").ask(Exclusion.NAMES)) {
      assertThat(group.run(0, PATIENCE_MILLIS))
          .allMatch(result -> result.clean() && !result.isVerified());
      assertThat(root().names()).isEmpty();
    }
  }

  // ---- members and carriers that fail

  @Test
  default void oneMembersOwnStorageFailsAll() {
    try (LitmusGroup group = group("a", "b")) {
      group.failLastMember("its heartbeat failed: EIO");

      assertThat(group.run(0, PATIENCE_MILLIS))
          .allMatch(
              result ->
                  result
                      .verdict()
                      .equals(Verdict.inconclusive("member 1 (b): its heartbeat failed: EIO")))
          .noneMatch(ClusterResult::clean);
    }
  }

  @Test
  default void aMemberThatStaysAwayIsNamed() {
    try (LitmusGroup group = group("a", "b", "c")) {
      group.listen(1, frame -> group.advance(PATIENCE_MILLIS));

      assertThat(group.run(0, PATIENCE_MILLIS, List.of(0, 1)))
          .allMatch(
              result ->
                  result
                      .verdict()
                      .equals(
                          Verdict.inconclusive(
                              "member 2 was silent in phase membership until the deadline")));
    }
  }

  @Test
  default void aMemberThatFallsSilentWhileItHoldsIsNamedWithThePhase() {
    try (LitmusGroup group = group("a", "b", "c")) {
      group.tamperExchange(
          1, (to, channel, frame) -> isOf("held-1", frame) ? List.of() : List.of(frame));
      onceAllHaveSpoken(group, "held-1");

      assertThat(group.run(0, PATIENCE_MILLIS))
          .allMatch(
              result ->
                  result
                      .verdict()
                      .equals(
                          Verdict.inconclusive(
                              "member 1 was silent in phase held-1 until the deadline")));
    }
  }

  @Test
  default void aCarrierThatLosesAMemberFailsEverybodyElse() {
    try (LitmusGroup group = group("a", "b", "c")) {
      group.tamperExchange(
          2,
          (to, channel, frame) -> {
            if (isOf("open-0", frame)) {
              throw new ExchangeException("the wire is cut");
            }
            return List.of(frame);
          });
      group.listen(
          1,
          frame -> {
            if (isOf("open-0", frame)) {
              group.advance(PATIENCE_MILLIS);
            }
          });

      List<ClusterResult> results = group.run(0, PATIENCE_MILLIS);

      assertThat(results).noneMatch(ClusterResult::isVerified).noneMatch(ClusterResult::clean);
      assertThat(results.get(0).verdict().explanation()).contains("member 2 was silent");
      assertThat(results.get(2).verdict().explanation()).isNotEmpty();
    }
  }

  /**
   * The deadline passes as soon as members 1 and 2 have said, or lost, what they say of a phase.
   */
  private static void onceAllHaveSpoken(LitmusGroup group, String phase) {
    AtomicInteger spoken = new AtomicInteger();
    for (int rank = 1; rank <= 2; rank++) {
      group.listen(
          rank,
          frame -> {
            if (isOf(phase, frame) && spoken.incrementAndGet() == 2) {
              group.advance(PATIENCE_MILLIS);
            }
          });
    }
  }

  private static boolean isOf(String phase, byte[] frame) {
    return new String(frame, StandardCharsets.US_ASCII).contains("\"" + phase + "\"");
  }

  @Test
  default void messagesOfAnotherGenerationArePassedOver() {
    AtomicReference<byte[]> earlier = new AtomicReference<>();
    try (LitmusGroup group = group("a", "b")) {
      assertThat(group.run(0, PATIENCE_MILLIS)).allMatch(ClusterResult::isVerified);
      group.tamperExchange(
          1,
          (to, channel, frame) -> {
            earlier.set(frame);
            return List.of(frame);
          });
      assertThat(group.run(7, PATIENCE_MILLIS)).allMatch(ClusterResult::isVerified);
      byte[] late = earlier.get();
      group.tamperExchange(1, (to, channel, frame) -> List.of(late, frame));

      assertThat(group.run(8, PATIENCE_MILLIS)).allMatch(ClusterResult::isVerified);
    }
  }

  @Test
  default void aMessageWithAFieldMoreFailsAndNamesItsSender() {
    try (LitmusGroup group = group("a", "b")) {
      group.tamperExchange(
          1,
          (to, channel, frame) -> {
            String text = new String(frame, StandardCharsets.US_ASCII);
            String more = text.substring(0, text.length() - 1) + ",\"trust\":true}";
            return List.of(more.getBytes(StandardCharsets.US_ASCII));
          });

      assertThat(group.run(0, PATIENCE_MILLIS))
          .allMatch(
              result ->
                  result
                      .verdict()
                      .explanation()
                      .startsWith("member 1 sent what is no message of phase membership"));
    }
  }

  // ---- what the tests stand on

  private LitmusGroup group(String... hosts) {
    return group(this::posix, hosts);
  }

  private LitmusGroup group(IntFunction<Posix> storage, String... hosts) {
    return new LitmusGroup(storage, root().path(), hosts);
  }

  /** Lets somebody change the root right before a member acts. @return what failed in it */
  private static AtomicReference<Throwable> changeBefore(
      Act at, int ofRank, LitmusGroup group, ThrowingCallable change) {
    AtomicReference<Throwable> failed = new AtomicReference<>();
    group.tamperHands(
        (rank, hand) ->
            new TamperedHand(
                hand,
                (act, real) -> {
                  if (act == at && rank == ofRank) {
                    failed.set(ThrowableAssert.catchThrowable(change));
                  }
                  return real.get();
                }));
    return failed;
  }

  private void replaceByCopy() throws PosixException {
    byte[] same = root().read();
    root().remove();
    root().write(same);
  }
}
