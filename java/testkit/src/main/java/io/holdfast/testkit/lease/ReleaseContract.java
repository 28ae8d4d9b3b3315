package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.LeaseArena.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.ReleaseAnswer;
import org.junit.jupiter.api.Test;

/** release: before the commit, by its holder, once. */
interface ReleaseContract extends LeaseGround {

  @Test
  default void releaseOfAReleasedLeaseIsStale() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.release(lease);

    assertThat(a.release(lease)).isInstanceOf(ReleaseAnswer.Stale.class);
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

    assertThat(arena().namesOfRecords(id(5))).isEmpty();
  }

  @Test
  default void releaseWhoseBarrierFailsIsRemovedWithUnknownDurability() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    arena().failTheBarrierBehindARelease(a, id(1));

    assertThat(a.release(lease)).isInstanceOf(ReleaseAnswer.RemovedDurabilityUnknown.class);
  }

  @Test
  default void releaseFreesALeaseForEverybody() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    Lease lease = a.take(id(1));

    assertThat(a.release(lease)).isInstanceOf(ReleaseAnswer.Released.class);

    assertThat(b.table().counts().byStatus()).doesNotContainKey(LeaseStatus.LEASED);
    b.take(id(1));
  }

  @Test
  default void releaseOfWhatIsCommittingIsStale() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.begin(lease, Coordinator.manifest("one"));

    assertThat(a.release(lease)).isInstanceOf(ReleaseAnswer.Stale.class);
    assertThat(a.record(id(1)).status()).isEqualTo(LeaseStatus.COMMITTING);
  }
}
