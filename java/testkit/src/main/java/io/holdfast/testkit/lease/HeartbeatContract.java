package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.LeaseArena.TTL_MILLIS;
import static io.holdfast.testkit.lease.LeaseArena.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseHeartbeatBatch;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.WorkId;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.Errno;
import io.holdfast.posix.PosixException;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** heartbeatMany: each id is renewed or lost, never both. */
interface HeartbeatContract extends LeaseGround {

  @Test
  default void heartbeatDividesWhatWasAskedIntoRenewedAndLost() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    Lease leased = a.take(id(1));
    Lease committing = a.take(id(2));
    a.begin(committing, Coordinator.manifest("two"));
    Lease done = a.take(id(3));
    a.complete(done);
    Lease released = a.take(id(4));
    a.release(released);
    Lease foreign = b.take(id(5));
    Lease stale = new Lease(id(6), released.token(), 1, released.record());

    LeaseHeartbeatBatch batch = a.beat(leased, committing, done, released, stale);
    LeaseHeartbeatBatch others = a.beat(new Lease(id(5), leased.token(), 1, foreign.record()));

    assertThat(batch.renewed()).containsExactly(id(1), id(2));
    assertThat(batch.lost()).containsExactly(id(3), id(4), id(6));
    assertThat(batch.corrupt()).isEmpty();
    assertThat(others.lost()).containsExactly(id(5));
    assertThat(b.beat(foreign).renewed()).containsExactly(id(5));
  }

  @Test
  default void heartbeatCountsCorruptRecordsAmongTheLost() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease good = a.take(id(1));
    Lease broken = a.take(id(2));
    arena().write(arena().countingRecord(id(2)), new byte[0]);
    Lease asked = new Lease(id(2), good.token(), broken.fence(), broken.record());

    LeaseHeartbeatBatch batch = a.beat(good, asked);

    assertThat(batch.renewed()).containsExactly(id(1));
    assertThat(batch.lost()).containsExactly(id(2));
    assertThat(batch.corrupt()).hasSize(1);
    assertThat(batch.corrupt())
        .hasEntrySatisfying(
            id(2),
            corrupt -> {
              assertThat(corrupt.path()).startsWith(LeaseArena.shard(id(2)) + "/");
              assertThat(corrupt.reason()).isNotBlank();
            });
  }

  @Test
  default void heartbeatTellsAStaleTokenWithoutWritingAnything() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    Lease theirs = b.take(id(1));
    Lease mine = a.take(id(2));
    String path = arena().countingRecord(id(1));
    byte[] before = arena().read(path);
    a.calls().clear();

    LeaseHeartbeatBatch batch = a.beat(new Lease(id(1), mine.token(), 1, theirs.record()));

    assertThat(batch.lost()).containsExactly(id(1));
    assertNothingIsMadeDurable(a);
    assertThat(arena().read(path)).isEqualTo(before);
  }

  static void assertNothingIsMadeDurable(Coordinator coordinator) {
    assertThat(
            coordinator
                .calls()
                .trace()
                .only(PosixCall.FSYNC, PosixCall.FDATASYNC, PosixCall.FSETXATTR, PosixCall.LINKAT)
                .calls())
        .isEmpty();
  }

  @Test
  default void heartbeatKeepsALeaseForEver() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    Lease lease = a.take(id(1));
    for (int beat = 0; beat < 10; beat++) {
      assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
      arena().pass(TTL_MILLIS - 1);
      assertThat(a.beat(lease).renewed()).containsExactly(id(1));
      arena().pass(1);
    }
  }

  @Test
  default void heartbeatAfterAStealIsLost() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.release(lease);
    Lease theirs = arena().open("beta").take(id(1));

    assertThat(a.beat(lease).lost()).containsExactly(id(1));
    assertThat(a.record(id(1)).token()).isEqualTo(theirs.token());
  }

  @Test
  default void heartbeatThatFailsDropsNoTokenAndTheNextOneRenews() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.fail(Fault.of(PosixCall.RENAMEAT2, Errno.EIO).forEver());

    assertThat(catchThrowable(() -> a.beat(lease))).isInstanceOf(PosixException.class);
    assertThat(a.table().counters().snapshot().heartbeatFailures()).isEqualTo(1);

    a.faults().heal();
    assertThat(a.beat(lease).renewed()).containsExactly(id(1));
    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Completed.class);
  }

  @Test
  default void heartbeatOfTooManyIsRefusedAtTheDoor() throws Exception {
    Coordinator a = arena().open("alpha");
    Map<WorkId, LeaseToken> tokens = new HashMap<>();
    for (int i = 0; i <= WorkLeaseTable.BATCH_LIMIT; i++) {
      tokens.put(id(i), new LeaseToken("t"));
    }
    a.calls().clear();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> a.table().heartbeatMany(tokens))
        .withMessageContaining(String.valueOf(WorkLeaseTable.BATCH_LIMIT));

    assertThat(a.calls().trace().calls()).isEmpty();
  }
}
