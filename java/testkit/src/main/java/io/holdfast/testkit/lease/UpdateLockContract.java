package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.Coordinator.manifest;
import static io.holdfast.testkit.lease.LeaseArena.TTL_MILLIS;
import static io.holdfast.testkit.lease.LeaseArena.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.CommitAnswer;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.ReleaseAnswer;
import io.holdfast.posix.Errno;
import io.holdfast.posix.PosixException;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.decorator.RecordedCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Update locks: waited for until a deadline, never broken, trusted for a while, always let go. */
interface UpdateLockContract extends LockedGround {

  /** The patience and the trust of a table by default. */
  long FIVE_SECONDS_NANOS = 5_000_000_000L;

  /** Runs something while a coordinator holds the lock of an id, about to make it leased. */
  default <T> T whileClaiming(Coordinator holder, int number, Callable<T> other) throws Exception {
    List<T> answers = new ArrayList<>();
    holder.release(holder.take(id(number)));
    holder
        .meanwhile()
        .before(PosixCall.FSYNC, call -> true, () -> answers.add(Unchecked.call(other)));
    holder.take(id(number));
    return answers.get(0);
  }

  @Test
  default void lockOfAnotherIsWaitedForUntilTheDeadlineAndNoLonger() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    long before = b.nanoTime();

    ClaimAnswer answer = whileClaiming(a, 1, () -> b.claim(id(1)));

    assertThat(answer).isInstanceOf(ClaimAnswer.Unavailable.class);
    assertThat(b.nanoTime() - before).isEqualTo(FIVE_SECONDS_NANOS);
    assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
  }

  @Test
  default void lockOfAnotherLeavesEveryOperationUnavailable() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    Lease lease = a.take(id(2));

    List<Object> answers =
        whileClaiming(
            a,
            1,
            () ->
                List.of(
                    b.table().beginCommit(id(1), lease.token(), Optional.empty()),
                    b.table().completeOnce(id(1), lease.token()),
                    b.table().release(id(1), lease.token())));

    assertThat(answers.get(0)).isInstanceOf(CommitAnswer.Unavailable.class);
    assertThat(answers.get(1)).isInstanceOf(CompleteAnswer.Unavailable.class);
    assertThat(answers.get(2)).isInstanceOf(ReleaseAnswer.Unavailable.class);
  }

  @Test
  default void lockIsNeverBrokenByAge() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");

    ClaimAnswer answer =
        whileClaiming(
            a,
            1,
            () -> {
              b.pass(24 * 3_600_000L);
              return b.claim(id(1));
            });

    assertThat(answer).isInstanceOf(ClaimAnswer.Unavailable.class);
    assertThat(a.record(id(1)).owner()).isEqualTo("alpha");
  }

  @Test
  default void lockThatWasLetGoIsHadAtOnce() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    a.release(a.take(id(1)));
    long before = b.nanoTime();

    b.take(id(1));

    assertThat(b.nanoTime()).isEqualTo(before);
  }

  @Test
  default void lockThatIsWaitedForIsHadOnceItIsLetGo() throws Exception {
    Coordinator a = arena().open("alpha");
    a.release(a.take(id(1)));
    Hold held = hold(id(1));
    a.meanwhile()
        .before(
            taking(),
            this::takes,
            () -> a.meanwhile().before(taking(), this::takes, held::release));
    long before = a.nanoTime();

    a.take(id(1));

    assertThat(a.nanoTime() - before).isPositive().isLessThan(FIVE_SECONDS_NANOS);
  }

  @Test
  default void claimsOfOneIdByManyThreadsOfOneTableAreGrantedOnce() throws Exception {
    Coordinator a =
        arena().open("alpha", options -> options.withLockTrustNanos(3_600_000_000_000L));
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<ClaimAnswer>> claims = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        claims.add(() -> a.claim(id(1)));
      }
      List<ClaimAnswer> answers = new ArrayList<>();
      for (Future<ClaimAnswer> one : threads.invokeAll(claims)) {
        answers.add(one.get());
      }

      assertThat(answers).filteredOn(ClaimAnswer.Claimed.class::isInstance).hasSize(1);
      assertThat(answers)
          .allMatch(
              answer ->
                  answer instanceof ClaimAnswer.Claimed
                      || answer instanceof ClaimAnswer.Held
                      || answer instanceof ClaimAnswer.Unavailable);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  default void secondClaimOfOneTableIsRefusedWhileTheFirstIsUnderWay() throws Exception {
    Coordinator a =
        arena().open("alpha", options -> options.withLockTrustNanos(3_600_000_000_000L));

    ClaimAnswer answer = whileClaiming(a, 1, () -> a.claim(id(1)));

    assertThat(answer).isInstanceOf(ClaimAnswer.Unavailable.class);
    assertThat(a.record(id(1)).attempts()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ENOSYS", "ENOLCK", "EOPNOTSUPP", "EBADF", "EIO", "EROFS"})
  default void lockThatCannotBeHadIsAnErrorAtOnceAndNoOtherKindIsTried(String symbol)
      throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(2));
    a.release(a.take(id(1)));
    a.fail(Fault.of(taking(), Errnos.named(symbol)).where(this::takes).forEver());
    a.calls().clear();
    long before = a.nanoTime();

    for (Callable<?> operation :
        List.<Callable<?>>of(
            () -> a.claim(id(1)),
            () -> a.begin(lease, manifest("one")),
            () -> a.complete(lease),
            () -> a.release(lease),
            () -> a.beat(lease))) {
      PosixException refused = catchThrowableOfType(PosixException.class, operation::call);
      assertThat(refused.errno()).isEqualTo(Errnos.named(symbol));
    }

    assertThat(a.nanoTime()).isEqualTo(before);
    assertThat(a.calls().trace().where(call -> takes(call.call())).size()).isEqualTo(5);
    assertThat(a.calls().trace().only(PosixCall.FLOCK, PosixCall.MKDIRAT).kinds())
        .containsOnly(taking());
    assertThat(arena().isThere(LeaseArena.hint(id(1)))).isFalse();
    a.faults().heal();
    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Completed.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"claim", "begin", "complete", "release", "heartbeat"})
  default void lockIsNotTrustedForLongerThanFiveSecondsAndNothingChanges(String operation)
      throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    if (operation.equals("claim")) {
      a.pass(TTL_MILLIS);
    }
    byte[] before = arena().read(LeaseArena.hint(id(1)));
    a.meanwhile()
        .before(
            PosixCall.OPENAT,
            call -> LockedGround.opensRecord(call, id(1)),
            () -> a.pass(FIVE_SECONDS_NANOS / 1_000_000));

    PosixException refused =
        catchThrowableOfType(PosixException.class, () -> run(operation, a, lease));

    assertThat(refused.errno()).isEqualTo(Errno.ETIMEDOUT);
    assertThat(refused).hasMessageContaining(".json.lock");
    assertThat(arena().read(LeaseArena.hint(id(1)))).isEqualTo(before);
    assertThat(arena().names(id(1), ".json.")).noneMatch(name -> name.endsWith(".tmp"));
    run(operation, a, lease);
  }

  @Test
  default void lockIsTrustedForOneMomentLessThanFiveSeconds() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.meanwhile()
        .before(PosixCall.FSYNC, call -> true, () -> a.pass(FIVE_SECONDS_NANOS / 1_000_000 - 1));

    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Completed.class);
  }

  @Test
  default void lockThatIsHeldForNothingIsTrustedHoweverLong() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    Coordinator b = arena().open("beta");
    b.meanwhile()
        .before(
            PosixCall.OPENAT, call -> LockedGround.opensRecord(call, id(1)), () -> b.pass(6_000));

    assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Completed.class);
  }

  private static Object run(String operation, Coordinator a, Lease lease) throws Exception {
    return switch (operation) {
      case "claim" -> a.claim(lease.id());
      case "begin" -> a.begin(lease, manifest("one"));
      case "complete" -> a.complete(lease);
      case "release" -> a.release(lease);
      default -> a.beat(lease);
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"OPENAT", "PWRITE", "FSYNC", "RENAMEAT2"})
  default void lockIsLetGoWhateverFailsUnderIt(String call) throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    Coordinator b = arena().open("beta");
    a.fail(LockedGround.writing(PosixCall.valueOf(call), Errno.ENOSPC));
    long before = b.nanoTime();

    assertThat(catchThrowable(() -> a.complete(lease))).isNotNull();

    assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
    assertThat(b.nanoTime()).isEqualTo(before);
  }

  @Test
  default void lockIsLetGoBeforeTheBarrier() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.calls().clear();

    a.complete(lease);

    List<RecordedCall> changes = lockChanges(a.calls().trace());
    assertThat(changes).hasSize(2);
    RecordedCall barrier =
        a.calls()
            .trace()
            .only(PosixCall.FSYNC)
            .where(call -> !LockedGround.syncsContent(call))
            .calls()
            .get(0);
    assertThat(changes.get(1).endedBefore(barrier)).isTrue();
  }

  @Test
  default void recordIsOpenedUnderItsLockOnlyAndReadAnewEachTime() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.calls().clear();

    a.begin(lease, manifest("one"));
    a.complete(lease);

    List<RecordedCall> opened =
        a.calls().trace().where(call -> LockedGround.opensRecord(call.call(), id(1))).calls();
    List<RecordedCall> changes = lockChanges(a.calls().trace());
    assertThat(opened).hasSize(2);
    for (int i = 0; i < 2; i++) {
      assertThat(changes.get(2 * i).endedBefore(opened.get(i))).isTrue();
      assertThat(opened.get(i).endedBefore(changes.get(2 * i + 1))).isTrue();
    }
  }

  @Test
  default void absenceIsBelievedAfterASecondLookBehindARefresh() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    Lease theirs = b.take(id(1));
    a.fail(
        Fault.of(PosixCall.OPENAT, Errno.ENOENT)
            .where(call -> LockedGround.opensRecord(call, id(1))));

    assertThat(a.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);

    assertThat(b.complete(theirs)).isInstanceOf(CompleteAnswer.Completed.class);
  }

  @Test
  default void locksOfAHeartbeatAreAtMostEightAtOnceInTheOrderOfTheirIds() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease[] leases = new Lease[20];
    for (int i = 0; i < leases.length; i++) {
      leases[i] = a.take(id(i + 1));
    }
    a.calls().clear();

    assertThat(a.beat(leases).renewed()).hasSize(20);

    List<RecordedCall> changes = lockChanges(a.calls().trace());
    assertThat(changes).hasSize(40);
    int held = 0;
    int most = 0;
    String last = "";
    for (RecordedCall change : changes) {
      if (takes(change.call())) {
        String name = lockName(change);
        assertThat(name).isGreaterThan(held == 0 ? "" : last);
        last = name;
        held++;
        most = Math.max(most, held);
      } else {
        held--;
      }
    }
    assertThat(most).isEqualTo(8);
    assertThat(held).isZero();
  }

  private static String lockName(RecordedCall change) {
    return change.call().names().isEmpty()
        ? String.valueOf(change.subject())
        : change.call().names().get(0).toString();
  }

  @Test
  default void locksOfAHeartbeatHaveOneDeadlineTogether() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease[] leases = new Lease[20];
    for (int i = 0; i < leases.length; i++) {
      leases[i] = a.take(id(4 * i));
    }
    Hold first = hold(leases[2].id());
    Hold second = hold(leases[13].id());
    a.meanwhile().before(PosixCall.FSYNC, call -> true, () -> a.pass(4_999));
    long before = a.nanoTime();

    PosixException refused = catchThrowableOfType(PosixException.class, () -> a.beat(leases));

    assertThat(refused.errno()).isEqualTo(Errno.EAGAIN);
    assertThat(refused).hasMessageContaining(leases[2].id().hex());
    assertThat(a.nanoTime() - before).isEqualTo(FIVE_SECONDS_NANOS);

    first.release();
    long again = a.nanoTime();
    refused = catchThrowableOfType(PosixException.class, () -> a.beat(leases));
    assertThat(refused).hasMessageContaining(leases[13].id().hex());
    assertThat(a.nanoTime() - again).isEqualTo(FIVE_SECONDS_NANOS);
    second.release();
    assertThat(a.beat(leases).renewed()).hasSize(20);
  }
}
