package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.LeaseArena.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.ReleaseAnswer;
import io.holdfast.posix.Errno;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import org.junit.jupiter.api.Test;

/** release: before the commit, by its holder, once. */
interface ReleaseContract extends LeaseGround {

  @Test
  default void releaseFreesALease() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));

    assertThat(a.release(lease)).isInstanceOf(ReleaseAnswer.Released.class);

    LeaseRecord record = arena().open("beta").record(id(1));
    assertThat(record.status()).isEqualTo(LeaseStatus.RELEASED);
    assertThat(record.session()).isEmpty();
    assertThat(record.fence()).isGreaterThan(lease.fence());
  }

  @Test
  default void releaseOfAReleasedLeaseIsStale() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.release(lease);
    long fence = a.record(id(1)).fence();

    assertThat(a.release(lease)).isInstanceOf(ReleaseAnswer.Stale.class);
    assertThat(a.record(id(1)).fence()).isEqualTo(fence);
  }

  @Test
  default void releaseWithAFirstTokenLeavesTheSecondLeaseOfTheSameOwner() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease first = a.take(id(1));
    a.release(first);
    Lease second = a.take(id(1));

    assertThat(a.release(first)).isInstanceOf(ReleaseAnswer.Stale.class);

    assertThat(a.record(id(1)).token()).isEqualTo(second.token());
    assertThat(a.beat(second).renewed()).containsExactly(id(1));
  }

  @Test
  default void releaseOfWhatIsDoneIsStale() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.complete(lease);

    assertThat(a.release(lease)).isInstanceOf(ReleaseAnswer.Stale.class);
    assertThat(a.record(id(1)).status()).isEqualTo(LeaseStatus.DONE);
  }

  @Test
  default void releaseOfAnIdThatNobodyEverHadIsStaleAndLeavesNothing() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));

    assertThat(a.table().release(id(5), lease.token())).isInstanceOf(ReleaseAnswer.Stale.class);

    assertThat(arena().names(id(5), "")).isEmpty();
  }

  @Test
  default void releaseWhoseBarrierFailsIsRemovedWithUnknownDurability() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.meanwhile()
        .after(
            PosixCall.RENAMEAT2,
            call -> call.names().get(0).toString().contains(".fence."),
            () -> a.fail(Fault.of(PosixCall.FSYNC, Errno.EIO)));

    assertThat(a.release(lease)).isInstanceOf(ReleaseAnswer.RemovedDurabilityUnknown.class);
  }
}
