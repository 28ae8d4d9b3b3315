package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.Coordinator.manifest;
import static io.holdfast.testkit.lease.LeaseArena.TTL_MILLIS;
import static io.holdfast.testkit.lease.LeaseArena.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.PoisonedException;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.CommitAnswer;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.SessionLostException;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.Errno;
import io.holdfast.posix.PosixException;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is not answered is decided by sight, now or at a later beat, and never guessed. */
interface LostReplyContract extends LeaseGround {

  @ParameterizedTest
  @ValueSource(strings = {"ENOENT", "EEXIST", "EIO", "ETIMEDOUT", "EINTR", "ESTALE", "EACCES"})
  default void moveThatWasDoneIsRecognisedBehindAnyError(String symbol) throws Exception {
    Coordinator a = arena().open("alpha");
    a.fail(fenceMove(symbol).afterwards());
    Lease lease = a.take(id(1));
    a.fail(fenceMove(symbol).afterwards());
    assertThat(a.begin(lease, manifest("one"))).isInstanceOf(CommitAnswer.Begun.class);
    a.fail(fenceMove(symbol).afterwards());
    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Completed.class);

    assertThat(arena().open("beta").record(id(1)).status()).isEqualTo(LeaseStatus.DONE);
    assertThat(a.record(id(1)).fence()).isEqualTo(lease.fence() + 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"EIO", "ETIMEDOUT", "EINTR"})
  default void moveThatWasNotDoneIsUnknownAndStaysSo(String symbol) throws Exception {
    Coordinator a = arena().open("alpha");
    a.release(a.take(id(1)));
    long fence = a.record(id(1)).fence();
    a.fail(fenceMove(symbol));

    assertThat(catchThrowable(() -> a.claim(id(1)))).isInstanceOf(DurabilityUnknownException.class);

    assertThat(a.record(id(1)).fence()).isEqualTo(fence);
    assertThat(arena().names(id(1), ".rec.")).hasSize(3);
    arena().open("beta").take(id(1));
  }

  @Test
  default void moveThatIsDoneAfterItsUnknownAnswerIsReleasedAtTheNextBeat() throws Exception {
    Coordinator a = arena().open("alpha");
    a.release(a.take(id(1)));
    carryOutLate(a, id(1));
    assertThat(a.record(id(1)).status()).isEqualTo(LeaseStatus.LEASED);

    assertThat(a.beat().lost()).isEmpty();

    assertThat(a.record(id(1)).status()).isEqualTo(LeaseStatus.RELEASED);
    arena().open("beta").take(id(1));
  }

  @Test
  default void moveThatIsDoneLateIsReleasedAtALaterBeatWhenTheFirstCouldNot() throws Exception {
    Coordinator a = arena().open("alpha");
    a.release(a.take(id(1)));
    carryOutLate(a, id(1));
    a.fail(Fault.of(PosixCall.OPENAT, Errno.EIO).where(call -> call.hasName("rec")).forEver());
    a.fail(Fault.of(PosixCall.PWRITE, Errno.ENOSPC));

    assertThat(catchThrowable(() -> a.beat())).isNotNull();
    a.faults().heal();
    a.beat();

    assertThat(a.record(id(1)).status()).isEqualTo(LeaseStatus.RELEASED);
  }

  @Test
  default void moveThatIsDoneAfterAnotherWonIsLost() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    a.release(a.take(id(1)));
    a.fail(fenceMove("ETIMEDOUT"));
    assertThat(catchThrowable(() -> a.claim(id(1)))).isInstanceOf(DurabilityUnknownException.class);
    Lease theirs = b.take(id(1));

    a.beat();

    assertThat(b.record(id(1)).token()).isEqualTo(theirs.token());
    assertThat(b.beat(theirs).renewed()).containsExactly(id(1));
    assertThat(a.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
    a.pass(2 * TTL_MILLIS);
    a.beat();
  }

  @Test
  default void moveThatStaysUnknownForTheTtlEndsTheSession() throws Exception {
    Coordinator a = arena().open("alpha");
    a.release(a.take(id(1)));
    Lease held = a.take(id(2));
    a.fail(fenceMove("EIO"));
    assertThat(catchThrowable(() -> a.claim(id(1)))).isInstanceOf(DurabilityUnknownException.class);
    assertThat(a.beat(held).renewed()).containsExactly(id(2));
    a.pass(TTL_MILLIS);

    assertThat(catchThrowable(() -> a.beat(held))).isInstanceOf(SessionLostException.class);

    Coordinator b = arena().open("beta");
    b.take(id(1));
    b.take(id(2));
  }

  @Test
  default void claimThatWasUnknownCanBeMadeAgain() throws Exception {
    Coordinator a = arena().open("alpha");
    a.release(a.take(id(1)));
    a.fail(fenceMove("EIO"));
    assertThat(catchThrowable(() -> a.claim(id(1)))).isInstanceOf(DurabilityUnknownException.class);

    Lease lease = a.take(id(1));

    assertThat(a.beat(lease).renewed()).containsExactly(id(1));
    a.pass(2 * TTL_MILLIS);
    assertThat(a.beat(lease).renewed()).containsExactly(id(1));
  }

  @Test
  default void firstMoveWhoseLookFailsIsUnknownAndReleasedAtTheNextBeat() throws Exception {
    Coordinator a = arena().open("alpha");
    a.meanwhile()
        .after(
            PosixCall.RENAMEAT2,
            call -> call.names().get(0).toString().contains(".fence."),
            () -> a.fail(Fault.of(PosixCall.STATX, Errno.EIO)));

    Throwable thrown = catchThrowable(() -> a.claim(id(1)));

    assertThat(thrown).isInstanceOf(DurabilityUnknownException.class);
    a.beat();
    assertThat(a.record(id(1)).status()).isEqualTo(LeaseStatus.RELEASED);
  }

  @Test
  default void claimWhoseBarrierFailsIsUnknownAndFreedWhenItsTableIsClosed() throws Exception {
    Coordinator a = arena().open("alpha");
    a.release(a.take(id(1)));
    a.meanwhile()
        .after(
            PosixCall.RENAMEAT2,
            call -> call.names().get(0).toString().contains(".fence."),
            () -> a.fail(Fault.of(PosixCall.FSYNC, Errno.EIO)));

    assertThat(catchThrowable(() -> a.claim(id(1)))).isInstanceOf(DurabilityUnknownException.class);
    a.faults().heal();
    assertThat(catchThrowable(() -> a.claim(id(2)))).isNotNull();

    a.close();
    arena().open("beta").take(id(1));
  }

  @Test
  default void claimWhoseBarrierFailedIsNotKeptByASessionThatBeatsOn() throws Exception {
    Coordinator a = arena().open("alpha");
    a.release(a.take(id(1)));
    a.meanwhile()
        .after(
            PosixCall.RENAMEAT2,
            call -> call.names().get(0).toString().contains(".fence."),
            () -> a.fail(Fault.of(PosixCall.FSYNC, Errno.EIO)));
    assertThat(catchThrowable(() -> a.claim(id(1)))).isInstanceOf(DurabilityUnknownException.class);
    a.faults().heal();
    Coordinator b = arena().open("beta");

    b.claim(id(1));
    for (int beat = 0; beat < 6; beat++) {
      mayFail(() -> a.beat());
      arena().pass(TTL_MILLIS / 2);
      b.claim(id(1));
    }

    assertThat(b.record(id(1)).owner()).isEqualTo("beta");
  }

  @ParameterizedTest
  @ValueSource(strings = {"EEXIST", "EIO", "ETIMEDOUT", "EINTR", "ENOENT"})
  default void firstUseThatWasDoneIsRecognisedBehindAnyError(String symbol) throws Exception {
    Coordinator a = arena().open("alpha");
    a.fail(origin(symbol).afterwards());

    Lease lease = a.take(id(1));

    assertThat(lease.fence()).isEqualTo(1);
    assertThat(arena().names(id(1), ".fence.")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"EIO", "ETIMEDOUT", "EINTR", "ENOENT"})
  default void firstUseThatWasNotDoneIsTriedAgain(String symbol) throws Exception {
    Coordinator a = arena().open("alpha");
    a.fail(origin(symbol));

    a.take(id(1));

    assertThat(arena().names(id(1), ".origin")).hasSize(1);
    assertThat(arena().open("beta").claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"EPERM", "EOPNOTSUPP", "ENOSYS"})
  default void firstUseOnStorageWithoutLinksIsRefusedAndLeavesNothing(String symbol)
      throws Exception {
    Coordinator a = arena().open("alpha");
    a.fail(origin(symbol).forEver());

    assertThat(catchThrowable(() -> a.claim(id(1))))
        .isInstanceOfSatisfying(
            PosixException.class, e -> assertThat(e.errno().symbol()).isEqualTo(symbol));

    assertThat(arena().names(id(1), "")).isEmpty();
  }

  @Test
  default void firstUseThatFailsForEverEndsAtTheDeadline() throws Exception {
    Coordinator a = arena().open("alpha");
    a.fail(origin("EIO").forEver());

    ClaimAnswer answer = a.claim(id(1));

    assertThat(answer).isInstanceOf(ClaimAnswer.Unavailable.class);
    a.faults().heal();
    a.take(id(1));
    a.table().sweep();
    assertThat(arena().names(id(1), ".fence.")).hasSize(1);
  }

  @Test
  default void transitionWhoseRecordCannotBeWrittenChangesNothing() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    Set<String> before = arena().names(id(1), "");
    for (PosixCall call : new PosixCall[] {PosixCall.PWRITE, PosixCall.FCHMOD}) {
      a.fail(Fault.of(call, Errno.ENOSPC));
      assertThat(catchThrowable(() -> a.complete(lease))).isInstanceOf(PosixException.class);
      assertThat(arena().names(id(1), "")).isEqualTo(before);
    }

    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Completed.class);
  }

  /** A claim whose move is not done, is answered as unknown, and is done then. */
  private void carryOutLate(Coordinator a, WorkId id) throws Exception {
    String from = arena().path(id, ".fence.");
    Set<String> records = arena().names(id, ".rec.");
    a.fail(fenceMove("ETIMEDOUT"));
    assertThat(catchThrowable(() -> a.claim(id))).isInstanceOf(DurabilityUnknownException.class);
    Set<String> staged = arena().names(id, ".rec.");
    staged.removeAll(records);
    String to = staged.iterator().next().replace(".rec.", ".fence.");
    arena().rename(from, LeaseArena.shard(id) + "/" + to);
  }

  /** Whatever it comes to. */
  private static void mayFail(Callable<?> call) {
    try {
      call.call();
    } catch (Exception e) {
      assertThat(e)
          .isInstanceOfAny(
              DurabilityUnknownException.class,
              PoisonedException.class,
              SessionLostException.class);
    }
  }

  private static Fault fenceMove(String symbol) {
    return Fault.of(PosixCall.RENAMEAT2, Errnos.named(symbol))
        .where(call -> call.names().get(0).toString().contains(".fence."));
  }

  private static Fault origin(String symbol) {
    return Fault.of(PosixCall.LINKAT, Errnos.named(symbol))
        .where(call -> call.names().get(1).toString().endsWith(".origin"));
  }
}
