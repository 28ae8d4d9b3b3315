package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.Coordinator.manifest;
import static io.holdfast.testkit.lease.LeaseArena.TTL_MILLIS;
import static io.holdfast.testkit.lease.LeaseArena.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.Reading;
import io.holdfast.lease.RecordCounts;
import io.holdfast.lease.WorkId;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.Errno;
import io.holdfast.posix.PosixException;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** recoverExpired, recoverCommitting, scan and counts: sorted, and what is corrupt is told. */
interface RecoveryContract extends LeaseGround {

  @Test
  default void recoveryFindsTheExpiredInTheirOrder() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    for (int number : new int[] {7, 2, 5, 1}) {
      a.take(id(number));
    }
    a.release(a.take(id(3)));
    a.complete(a.take(id(4)));
    Lease kept = b.take(id(6));
    a.vanish();

    assertThat(b.table().recoverExpired()).isEmpty();
    arena().pass(TTL_MILLIS - 1);
    assertThat(b.table().recoverExpired()).isEmpty();
    b.beat(kept);
    arena().pass(1);
    assertThat(b.table().recoverExpired()).containsExactly(id(1), id(2), id(5), id(7));

    for (WorkId expired : b.table().recoverExpired()) {
      b.take(expired);
    }
    assertThat(b.table().recoverExpired()).isEmpty();
  }

  @Test
  default void recoveryFindsNothingOfACoordinatorThatBeats() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    Lease lease = a.take(id(1));
    for (int beat = 0; beat < 3; beat++) {
      assertThat(b.table().recoverExpired()).isEmpty();
      arena().pass(TTL_MILLIS);
      a.beat(lease);
    }
  }

  @Test
  default void recoveryFindsTheCommittingInTheirOrder() throws Exception {
    Coordinator a = arena().open("alpha");
    for (int number : new int[] {7, 2, 5}) {
      a.begin(a.take(id(number)), manifest("m" + number));
    }
    a.take(id(1));

    assertThat(arena().open("beta").table().recoverCommitting())
        .extracting(LeaseRecord::id)
        .containsExactly(id(2), id(5), id(7));
  }

  @Test
  default void scanShowsEveryRecordAndWhatIsCorrupt() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));
    a.begin(a.take(id(2)), manifest("two"));
    a.complete(a.take(id(3)));
    a.take(id(5));
    String broken = arena().countingRecord(id(5));
    arena().write(broken, new byte[] {'x'});

    Map<WorkId, Reading> found = scan(arena().open("beta").table());

    assertThat(found.keySet()).containsExactly(id(1), id(2), id(3), id(5));
    assertThat(status(found, 1)).isEqualTo(LeaseStatus.LEASED);
    assertThat(status(found, 2)).isEqualTo(LeaseStatus.COMMITTING);
    assertThat(status(found, 3)).isEqualTo(LeaseStatus.DONE);
    assertThat(found.get(id(5)))
        .isInstanceOfSatisfying(
            Reading.Corrupt.class, corrupt -> assertThat(corrupt.path()).isEqualTo(broken));
  }

  @Test
  default void countsAddUpToWhatAScanShows() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));
    a.take(id(2));
    a.begin(a.take(id(3)), manifest("three"));
    a.complete(a.take(id(4)));
    a.take(id(6));
    arena().write(arena().countingRecord(id(6)), new byte[0]);

    RecordCounts counts = arena().open("beta").table().counts();

    assertThat(counts.byStatus())
        .containsEntry(LeaseStatus.LEASED, 2L)
        .containsEntry(LeaseStatus.COMMITTING, 1L)
        .containsEntry(LeaseStatus.DONE, 1L);
    assertThat(counts.unreadable()).isEqualTo(1);
  }

  @Test
  default void countsOfAnEmptyTableAreEmpty() throws Exception {
    Coordinator a = arena().open("alpha");

    assertThat(a.table().counts().byStatus()).isEmpty();
    assertThat(a.table().counts().unreadable()).isZero();
    assertThat(a.table().recoverExpired()).isEmpty();
    assertThat(a.table().recoverCommitting()).isEmpty();
    assertThat(scan(a.table())).isEmpty();
  }

  @Test
  default void recoveryThatCannotLookSaysSo() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));
    a.fail(Fault.of(PosixCall.GETDENTS64, Errno.EIO));

    assertThat(catchThrowable(() -> a.table().recoverExpired())).isInstanceOf(PosixException.class);
  }

  static Map<WorkId, Reading> scan(WorkLeaseTable table) throws PosixException {
    Map<WorkId, Reading> found = new TreeMap<>();
    table.scan((id, reading) -> assertThat(found.put(id, reading)).isNull());
    return found;
  }

  static LeaseStatus status(Map<WorkId, Reading> found, int number) {
    return ((Reading.Present) Objects.requireNonNull(found.get(id(number)))).record().status();
  }

  @Test
  default void scanTakesNoNameButARecordsForARecord() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));
    String shard = LeaseArena.shard(id(5)) + "/";
    arena().write(shard + id(5).hex() + ".json.tmp", new byte[0]);
    arena().write(shard + id(5).hex() + ".json." + "f".repeat(32) + ".tmp", new byte[0]);
    arena().write(shard + "README.json", new byte[0]);

    assertThat(scan(a.table())).containsOnlyKeys(id(1));
    assertThat(a.table().counts().unreadable()).isZero();
    a.take(id(5));
  }
}
