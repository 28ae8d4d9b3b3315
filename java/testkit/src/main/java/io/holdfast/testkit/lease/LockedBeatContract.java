package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.LeaseArena.TTL_MILLIS;
import static io.holdfast.testkit.lease.LeaseArena.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.PoisonedException;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseCounters;
import io.holdfast.lease.LeaseHeartbeatBatch;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.Errno;
import io.holdfast.posix.PosixException;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.decorator.RecordedCall;
import io.holdfast.testkit.decorator.Trace;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * heartbeatMany under update locks, as one group commit: each record is written, synced and moved
 * by itself, each shard is synced once, and an error anywhere gives no result.
 */
interface LockedBeatContract extends LockedGround {

  /** Takes ids and lets a second pass. */
  private Lease[] take(Coordinator coordinator, int... numbers) throws Exception {
    Lease[] leases = new Lease[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      leases[i] = coordinator.take(id(numbers[i]));
    }
    arena().pass(1_000);
    coordinator.calls().clear();
    return leases;
  }

  private static Trace directorySyncs(Coordinator coordinator) {
    return coordinator
        .calls()
        .trace()
        .only(PosixCall.FSYNC)
        .where(call -> String.valueOf(call.subject()).matches("[0-9]{3}"));
  }

  @Test
  default void heartbeatOfNothingCostsNothing() throws Exception {
    Coordinator a = arena().open("alpha");
    a.calls().clear();

    LeaseHeartbeatBatch batch = a.beat();

    assertThat(batch.renewed()).isEmpty();
    assertThat(batch.lost()).isEmpty();
    assertThat(a.calls().trace().calls()).isEmpty();
  }

  @Test
  default void heartbeatManySyncsEachShardOnce() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease[] leases = take(a, 0, 4, 1);

    LeaseHeartbeatBatch batch = a.beat(leases);

    assertThat(batch.renewed()).containsExactlyInAnyOrder(id(0), id(4), id(1));
    assertThat(batch.directorySyncs()).isEqualTo(2);
    assertThat(directorySyncs(a).stream().map(call -> String.valueOf(call.subject())))
        .containsExactlyInAnyOrder("000", "001");
    assertThat(a.calls().trace().where(LockedGround::syncsContent).size()).isEqualTo(3);
    LeaseCounters.Snapshot counted = a.table().counters().snapshot();
    assertThat(counted.heartbeatBatches()).isEqualTo(1);
    assertThat(counted.heartbeatRenewals()).isEqualTo(3);
    assertThat(counted.heartbeatDirectorySyncs()).isEqualTo(2);
    assertThat(counted.directorySyncsAvoided()).isEqualTo(1);
  }

  @Test
  default void heartbeatRenewsTheStampAndNothingElse() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = take(a, 1)[0];

    a.beat(lease);

    assertThat(a.record(id(1)).updatedSeconds()).isEqualTo(lease.record().updatedSeconds() + 1);
    assertThat(a.record(id(1)).token()).isEqualTo(lease.token());
    assertThat(a.record(id(1)).fence()).isEqualTo(lease.fence());
    assertThat(a.record(id(1)).attempts()).isEqualTo(1);
  }

  @Test
  default void heartbeatMakesEachContentDurableBeforeItsName() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease[] leases = take(a, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);

    a.beat(leases);

    Trace trace = a.calls().trace();
    for (Lease lease : leases) {
      RecordedCall moved =
          trace.where(call -> LockedGround.movesRecord(call.call(), lease.id())).calls().get(0);
      String staged = moved.call().names().get(0).toString();
      RecordedCall synced =
          trace.only(PosixCall.FSYNC).where(call -> call.isOn(staged)).calls().get(0);
      assertThat(synced.endedBefore(moved)).isTrue();
      String shard = LeaseArena.shard(lease.id());
      assertThat(directorySyncs(a).where(call -> call.isOn(shard)).calls())
          .allMatch(moved::endedBefore);
    }
  }

  @Test
  default void staleTokensAreClassifiedWithoutAnExtraSync() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease given = a.take(id(4));
    a.release(given);
    Coordinator b = arena().open("beta");
    Lease theirs = b.take(id(4));
    Lease[] leases = take(a, 1);
    byte[] before = arena().read(LeaseArena.hint(id(4)));

    LeaseHeartbeatBatch batch = a.beat(leases[0], given);

    assertThat(batch.renewed()).containsExactly(id(1));
    assertThat(batch.lost()).containsExactly(id(4));
    assertThat(batch.directorySyncs()).isEqualTo(1);
    assertThat(directorySyncs(a).calls()).hasSize(1);
    assertThat(arena().read(LeaseArena.hint(id(4)))).isEqualTo(before);
    assertThat(b.complete(theirs)).isInstanceOf(CompleteAnswer.Completed.class);
  }

  @Test
  default void staleTokensOfShardsThatAreNotThereMakeNone() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = take(a, 1)[0];

    LeaseHeartbeatBatch batch = a.beat(new Lease(id(2), lease.token(), 1, lease.record()));

    assertThat(batch.lost()).containsExactly(id(2));
    assertThat(arena().isThere(LeaseArena.shard(id(2)))).isFalse();
  }

  @Test
  default void heartbeatWithItsOwnTokenOfACorruptRecordIsLostWithItsPath() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = take(a, 1)[0];
    arena().write(LeaseArena.hint(id(1)), new byte[] {'{'});

    LeaseHeartbeatBatch batch = a.beat(lease);

    assertThat(batch.lost()).containsExactly(id(1));
    assertThat(batch.corrupt())
        .hasEntrySatisfying(id(1), why -> assertThat(why.path()).isEqualTo(LeaseArena.hint(id(1))));
    assertThat(batch.directorySyncs()).isZero();
    assertThat(arena().read(LeaseArena.hint(id(1)))).containsExactly('{');
  }

  @Test
  default void heartbeatOfAMemberThatIsReleasedMeanwhileDoesNotBringItBack() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    Lease[] leases = take(a, 1, 2);
    a.meanwhile().before(taking(), this::takes, () -> Unchecked.call(() -> b.release(leases[1])));

    LeaseHeartbeatBatch batch = a.beat(leases);

    assertThat(batch.renewed()).containsExactly(id(1));
    assertThat(batch.lost()).containsExactly(id(2));
    assertThat(arena().isThere(LeaseArena.hint(id(2)))).isFalse();
  }

  @Test
  default void heartbeatFlushesThePublishedPrefixAfterALaterFailure() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease[] leases = take(a, 0, 4, 1);
    a.fail(
        Fault.of(PosixCall.RENAMEAT2, Errno.ENOSPC)
            .where(call -> LockedGround.movesRecord(call, id(1))));

    PosixException thrown = catchThrowableOfType(PosixException.class, () -> a.beat(leases));

    assertThat(thrown.errno()).isEqualTo(Errno.ENOSPC);
    assertThat(directorySyncs(a).stream().map(call -> String.valueOf(call.subject())))
        .containsExactly("000");
    double before = leases[0].record().updatedSeconds();
    assertThat(a.record(id(0)).updatedSeconds()).isEqualTo(before + 1);
    assertThat(a.record(id(4)).updatedSeconds()).isEqualTo(before + 1);
    assertThat(a.record(id(1)).updatedSeconds()).isEqualTo(before);
    assertThat(a.table().counters().snapshot().heartbeatFailures()).isEqualTo(1);
    assertThat(a.table().counters().snapshot().heartbeatRenewals()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"OPENAT", "PWRITE", "FSYNC", "RENAMEAT2"})
  default void heartbeatWhoseSecondRecordCannotBeWrittenLeavesAllReadableAndNothingStaged(
      String call) throws Exception {
    Coordinator a = arena().open("alpha");
    Lease[] leases = take(a, 0, 4, 8, 12, 16);
    a.fail(LockedGround.writing(PosixCall.valueOf(call), Errno.ENOSPC).onCall(2));

    assertThat(catchThrowable(() -> a.beat(leases))).isInstanceOf(PosixException.class);

    for (Lease lease : leases) {
      assertThat(a.record(lease.id()).token()).isEqualTo(lease.token());
      assertThat(arena().names(lease.id(), ".json.")).noneMatch(name -> name.endsWith(".tmp"));
    }
    assertThat(a.beat(leases).renewed()).hasSize(5);
  }

  @Test
  default void heartbeatThrowsTheFirstErrorInTheOrderOfShardsAndIds() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease[] leases = take(a, 5, 2, 8, 1);
    a.fail(
        Fault.of(PosixCall.OPENAT, Errno.EIO).where(call -> LockedGround.opensRecord(call, id(2))));
    a.fail(
        Fault.of(PosixCall.OPENAT, Errno.ENOSPC)
            .where(call -> LockedGround.opensRecord(call, id(5))));

    PosixException thrown = catchThrowableOfType(PosixException.class, () -> a.beat(leases));

    assertThat(thrown.errno()).isEqualTo(Errno.ENOSPC);
    a.faults().heal();
    assertThat(a.beat(leases).renewed()).hasSize(4);
  }

  @Test
  default void heartbeatSuppressesLaterErrorsInTheFirst() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease[] leases = take(a, 0, 1);
    a.fail(
        Fault.of(PosixCall.RENAMEAT2, Errno.ENOSPC)
            .where(call -> LockedGround.movesRecord(call, id(1))));
    a.fail(Fault.of(PosixCall.FSYNC, Errno.EIO).where(call -> true).onCall(3));

    Throwable thrown = catchThrowable(() -> a.beat(leases));

    assertThat(thrown).isInstanceOf(DurabilityUnknownException.class);
    assertThat(thrown.getSuppressed()).hasSize(1);
    assertThat(thrown.getSuppressed()[0]).hasMessageContaining("ENOSPC");
  }

  @Test
  default void directoryFailureIsNotAcknowledgedThoughTheNewStampIsVisible() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease[] leases = take(a, 1, 5);
    a.fail(Fault.of(PosixCall.FSYNC, Errno.EIO).onCall(3));
    a.calls().clear();

    assertThat(catchThrowable(() -> a.beat(leases))).isInstanceOf(DurabilityUnknownException.class);

    assertThat(directorySyncs(a).calls()).hasSize(1);
    double before = leases[0].record().updatedSeconds();
    Coordinator reopened = arena().open("alpha");
    for (Lease lease : leases) {
      assertThat(reopened.record(lease.id()).updatedSeconds()).isEqualTo(before + 1);
    }
    assertThat(a.table().counters().snapshot().heartbeatFailures()).isEqualTo(1);
    assertThat(catchThrowable(() -> a.beat(leases))).isInstanceOf(PoisonedException.class);
    assertThat(directorySyncs(a).calls()).as("no fsync is asked twice").hasSize(1);
    assertThat(reopened.beat(leases).renewed()).hasSize(2);
  }

  @Test
  default void heartbeatThatFailsOnceDropsNoTokenAndTheNextWritesANewFile() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = take(a, 1)[0];
    a.fail(Fault.of(PosixCall.FSYNC, Errno.EIO).onCall(1));
    a.calls().clear();

    assertThat(catchThrowable(() -> a.beat(lease))).isInstanceOf(PosixException.class);
    assertThat(a.beat(lease).renewed()).containsExactly(id(1));

    List<String> staged =
        a.calls().trace().where(LockedGround::syncsContent).stream()
            .map(call -> String.valueOf(call.subject()))
            .toList();
    assertThat(staged).hasSize(2).doesNotHaveDuplicates();
  }

  @Test
  default void heartbeatAtTheVeryEndOfALeaseRenewsItUnlessAClaimCameFirst() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    Lease[] leases = take(a, 1, 2);
    arena().pass(TTL_MILLIS - 1_000);

    Lease stolen = b.take(id(1));

    LeaseHeartbeatBatch batch = a.beat(leases);
    assertThat(batch.lost()).containsExactly(id(1));
    assertThat(batch.renewed()).containsExactly(id(2));
    assertThat(b.beat(stolen).renewed()).containsExactly(id(1));
    WorkId renewed = id(2);
    assertThat(b.claim(renewed).getClass().getSimpleName()).isEqualTo("Held");
  }
}
