package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.Coordinator.manifest;
import static io.holdfast.testkit.lease.LeaseArena.TTL_MILLIS;
import static io.holdfast.testkit.lease.LeaseArena.id;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.PoisonedException;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.CommitAnswer;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.Reading;
import io.holdfast.lease.ReleaseAnswer;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.Errno;
import io.holdfast.posix.PosixException;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records with update locks: one file an id, replaced or removed under the lock. */
interface LockedRecordContract extends LockedGround {

  @Test
  default void recordIsOneFileOfSchemaOneWithoutSession() throws Exception {
    Coordinator a = arena().open("alpha");

    a.take(id(1));

    assertThat(arena().namesOfRecords(id(1))).containsExactly(id(1).hex() + ".json");
    assertThat(new String(arena().read(LeaseArena.hint(id(1))), US_ASCII))
        .startsWith("{\"attempts\":1,")
        .contains("\"schema\":1", "\"fence\":1,", "\"ttl\":10.0,")
        .doesNotContain("session", "nonce", "checksum")
        .endsWith("}\n");
    assertThat(a.table().session()).isEmpty();
    assertThat(arena().isThere(LeaseArena.SESSIONS)).isFalse();
  }

  @Test
  default void recordOfAnotherWriterIsReadAndItsFieldsKept() throws Exception {
    Coordinator a = arena().open("alpha");
    a.release(a.take(id(1)));
    double now = a.wall().millis() / 1e3;
    arena().write(LeaseArena.hint(id(1)), LockedGround.foreign(id(1), now - 120));

    Lease lease = a.take(id(1));
    a.beat(lease);
    a.begin(lease, manifest("one"));
    a.complete(lease);

    assertThat(a.record(id(1)).attempts()).isEqualTo(3);
    assertThat(a.record(id(1)).steals()).isEqualTo(1);
    assertThat(a.record(id(1)).previousOwner()).isEqualTo("other");
    assertThat(new String(arena().read(LeaseArena.hint(id(1))), US_ASCII)).contains("\"more\":[1]");
  }

  @Test
  default void releaseRemovesTheRecord() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));

    assertThat(a.release(lease)).isInstanceOf(ReleaseAnswer.Released.class);

    assertThat(arena().isThere(LeaseArena.hint(id(1)))).isFalse();
    assertThat(a.table().read(id(1))).isInstanceOf(Reading.Absent.class);
    assertThat(RecoveryContract.scan(a.table())).isEmpty();
    assertThat(a.table().counts().byStatus()).isEmpty();
  }

  @Test
  default void refusalMakesNoDirectory() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    WorkLeaseTable table = a.table();

    assertThat(table.release(id(2), lease.token())).isInstanceOf(ReleaseAnswer.Stale.class);
    assertThat(table.beginCommit(id(2), lease.token(), manifest("one")))
        .isInstanceOf(CommitAnswer.Stale.class);
    assertThat(table.completeOnce(id(2), lease.token())).isInstanceOf(CompleteAnswer.Stale.class);

    assertThat(arena().isThere(LeaseArena.shard(id(1)))).isTrue();
    assertThat(arena().isThere(LeaseArena.shard(id(2)))).isFalse();
  }

  @Test
  default void abandonNeedsTheCurrentTokenFromBeforeTheCommit() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease first = a.take(id(1));
    a.release(first);
    Lease second = a.take(id(1));

    assertThat(a.release(first)).isInstanceOf(ReleaseAnswer.Stale.class);
    a.begin(second, manifest("one"));
    assertThat(a.release(second)).isInstanceOf(ReleaseAnswer.Stale.class);

    assertThat(a.record(id(1)).status()).isEqualTo(LeaseStatus.COMMITTING);
  }

  @Test
  default void fenceGrowsWithEverySteal() throws Exception {
    long last = 0;
    for (Coordinator holder :
        List.of(arena().open("one"), arena().open("two"), arena().open("three"))) {
      Lease lease = holder.take(id(1));
      assertThat(lease.fence()).isEqualTo(last + 1);
      last = lease.fence();
      arena().pass(TTL_MILLIS);
    }
  }

  @Test
  default void fenceBeginsAnewWhenTheRecordWasRemoved() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));
    arena().pass(TTL_MILLIS);
    Lease second = a.take(id(1));
    a.release(second);

    assertThat(second.fence()).isEqualTo(2);
    assertThat(a.take(id(1)).fence()).isEqualTo(1);
  }

  @Test
  default void fencingPreventsDuplicateActiveClaimsAndStaleCompletion() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    Lease lost = a.take(id(1));
    assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
    arena().pass(TTL_MILLIS);

    Lease stolen = b.take(id(1));

    assertThat(a.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
    assertThat(a.complete(lost)).isInstanceOf(CompleteAnswer.Stale.class);
    assertThat(b.complete(stolen)).isInstanceOf(CompleteAnswer.Completed.class);
    assertThat(a.complete(lost)).isInstanceOf(CompleteAnswer.Stale.class);
  }

  @Test
  default void committingIsIrreversibleAndNeverExpires() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    Lease lease = a.take(id(1));
    a.begin(lease, manifest("one"));
    arena().pass(1_000 * TTL_MILLIS);

    assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Committing.class);
    assertThat(b.table().recoverExpired()).isEmpty();
    assertThat(a.beat(lease).renewed()).containsExactly(id(1));
    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Completed.class);
  }

  @Test
  default void manifestIsDurableAndCompletionIsClassifiedOnce() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.begin(lease, manifest("one"));
    a.close();
    Coordinator b = arena().open("beta");

    assertThat(b.record(id(1)).commit()).isEqualTo(manifest("one"));
    assertThat(b.complete(lease)).isInstanceOf(CompleteAnswer.Completed.class);
    assertThat(b.complete(lease)).isInstanceOf(CompleteAnswer.Already.class);
    assertThat(b.record(id(1)).commit()).isEqualTo(manifest("one"));
  }

  @Test
  default void replayPublishesUnderTheLockAndIsSerialisedWithCompletion() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    Lease lease = a.take(id(1));
    a.begin(lease, manifest("one"));
    List<CompleteAnswer> meanwhile = new ArrayList<>();
    ReplayContract.Publications publications = new ReplayContract.Publications();

    CompleteAnswer answer =
        b.replay(
            id(1),
            (held, manifest) -> {
              publications.publish(held, manifest);
              meanwhile.add(a.complete(lease));
              meanwhile.add(a.replay(id(1), publications));
            });

    assertThat(answer).isInstanceOf(CompleteAnswer.Completed.class);
    assertThat(meanwhile).hasSize(2).allMatch(CompleteAnswer.Unavailable.class::isInstance);
    assertThat(publications.manifests).hasSize(1);
    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Already.class);
    assertThat(a.replay(id(1), publications)).isInstanceOf(CompleteAnswer.Already.class);
    assertThat(publications.manifests).hasSize(1);
  }

  @Test
  default void replayOfACommitWhoseHolderLivesPublishesWithTheHoldersToken() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.begin(lease, manifest("one"));

    assertThat(arena().open("beta").replay(id(1), new ReplayContract.Publications()))
        .isInstanceOf(CompleteAnswer.Completed.class);

    assertThat(a.record(id(1)).token()).isEqualTo(lease.token());
    assertThat(a.record(id(1)).owner()).isEqualTo("alpha");
  }

  @Test
  default void replayThatTakesLongerThanItsLockIsTrustedStaysCommitting() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.begin(lease, manifest("one"));

    PosixException refused =
        catchThrowableOfType(
            PosixException.class, () -> a.replay(id(1), (held, manifest) -> a.pass(5_000)));

    assertThat(refused.errno()).isEqualTo(Errno.ETIMEDOUT);
    assertThat(a.record(id(1)).status()).isEqualTo(LeaseStatus.COMMITTING);
    Coordinator patient =
        arena().open("patient", options -> options.withLockTrustNanos(60_000_000_000L));
    assertThat(patient.replay(id(1), (held, manifest) -> patient.pass(50_000)))
        .isInstanceOf(CompleteAnswer.Completed.class);
  }

  @Test
  default void failedReplaceLeavesTheOldRecordAndNoStagedFile() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    byte[] before = arena().read(LeaseArena.hint(id(1)));

    for (PosixCall call :
        List.of(PosixCall.OPENAT, PosixCall.PWRITE, PosixCall.FSYNC, PosixCall.RENAMEAT2)) {
      a.fail(LockedGround.writing(call, Errno.ENOSPC));
      assertThat(catchThrowable(() -> a.complete(lease))).isInstanceOf(PosixException.class);
      a.faults().heal();

      assertThat(arena().read(LeaseArena.hint(id(1)))).isEqualTo(before);
      assertThat(arena().namesOfRecords(id(1))).containsExactly(id(1).hex() + ".json");
    }

    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Completed.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ENOENT", "EEXIST", "EIO", "ETIMEDOUT", "EINTR", "ESTALE", "EACCES"})
  default void changeThatWasDoneIsRecognisedBehindAnyError(String symbol) throws Exception {
    Coordinator a = arena().open("alpha");
    Errno errno = Errnos.named(symbol);
    a.fail(recordMove(errno).afterwards());
    Lease lease = a.take(id(1));
    a.fail(recordMove(errno).afterwards());
    assertThat(a.begin(lease, manifest("one"))).isInstanceOf(CommitAnswer.Begun.class);
    a.fail(recordMove(errno).afterwards());
    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Completed.class);
    Lease other = a.take(id(5));
    a.fail(recordRemoval(errno).afterwards());
    assertThat(a.release(other)).isInstanceOf(ReleaseAnswer.Released.class);

    assertThat(arena().open("beta").record(id(1)).status()).isEqualTo(LeaseStatus.DONE);
    assertThat(arena().isThere(LeaseArena.hint(id(5)))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"EIO", "ETIMEDOUT", "EINTR"})
  default void removalThatWasNotDoneAndMayStillBeIsUnknown(String symbol) throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.fail(recordRemoval(Errnos.named(symbol)));

    assertThat(a.release(lease)).isInstanceOf(ReleaseAnswer.RemovedDurabilityUnknown.class);

    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Completed.class);
  }

  private static Fault recordMove(Errno errno) {
    return Fault.of(PosixCall.RENAMEAT2, errno)
        .where(call -> call.names().get(1).toString().endsWith(".json"));
  }

  private static Fault recordRemoval(Errno errno) {
    return Fault.of(PosixCall.UNLINKAT, errno)
        .where(call -> call.names().get(0).toString().endsWith(".json"));
  }

  @Test
  default void claimWhoseBarrierFailsIsUnknownThoughItsRecordIsSeenAndTheTablePoisoned()
      throws Exception {
    Coordinator a = arena().open("alpha");
    a.release(a.take(id(1)));
    a.fail(Fault.of(PosixCall.FSYNC, Errno.EIO).onCall(2));

    assertThat(catchThrowable(() -> a.claim(id(1)))).isInstanceOf(DurabilityUnknownException.class);

    assertThat(catchThrowable(() -> a.claim(id(2)))).isInstanceOf(PoisonedException.class);
    Coordinator b = arena().open("beta");
    assertThat(b.record(id(1)).status()).isEqualTo(LeaseStatus.LEASED);
    b.take(id(2));
  }

  @Test
  default void sweepTakesAStagedFileWhoseLockIsFree() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));
    String staged = LeaseArena.hint(id(1)) + "." + "0".repeat(32) + ".tmp";
    arena().write(staged, new byte[10]);
    Hold held = hold(id(1));

    arena().pass(100 * TTL_MILLIS);
    assertThat(a.table().sweep()).isZero();
    assertThat(arena().isThere(staged)).isTrue();

    held.release();
    assertThat(a.table().sweep()).isEqualTo(1);
    assertThat(arena().isThere(staged)).isFalse();
  }

  @Test
  default void crashesBetweenStagingAndMovingLeaveNothingThatStays() throws Exception {
    Coordinator b = arena().open("beta");
    Lease lease = b.take(id(1));
    for (int crash = 0; crash < 100; crash++) {
      Coordinator a = arena().open("alpha");
      a.fail(recordMove(Errno.ENOSPC));
      a.fail(
          Fault.of(PosixCall.UNLINKAT, Errno.EIO)
              .where(call -> call.names().get(0).toString().endsWith(".tmp"))
              .forEver());
      assertThat(catchThrowable(() -> a.complete(lease))).isNotNull();
      a.close();
    }
    assertThat(arena().namesOfRecords(id(1))).hasSize(101);

    assertThat(b.table().sweep()).isEqualTo(100);

    assertThat(arena().namesOfRecords(id(1))).hasSize(1);
    assertThat(b.complete(lease)).isInstanceOf(CompleteAnswer.Completed.class);
  }

  @Test
  default void stagedFilesAreNoRecords() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));
    arena().write(LeaseArena.hint(id(5)) + "." + "0".repeat(32) + ".tmp", new byte[] {'{'});

    assertThat(RecoveryContract.scan(a.table())).containsOnlyKeys(id(1));
    a.take(id(5));
  }
}
