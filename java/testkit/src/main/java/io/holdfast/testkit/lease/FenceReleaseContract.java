package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.LeaseArena.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.Reading;
import io.holdfast.lease.ReleaseAnswer;
import io.holdfast.lease.WorkId;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** release in a fence table: the record stays and says so. */
interface FenceReleaseContract extends LeaseGround {

  @Test
  default void releaseLeavesARecordThatSaysSo() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));

    assertThat(a.release(lease)).isInstanceOf(ReleaseAnswer.Released.class);

    LeaseRecord record = arena().open("beta").record(id(1));
    assertThat(record.status()).isEqualTo(LeaseStatus.RELEASED);
    assertThat(record.session()).isEmpty();
    assertThat(record.fence()).isGreaterThan(lease.fence());
  }

  @Test
  default void releaseOfAReleasedLeaseMovesNoFence() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.release(lease);
    long fence = a.record(id(1)).fence();

    assertThat(a.release(lease)).isInstanceOf(ReleaseAnswer.Stale.class);
    assertThat(a.record(id(1)).fence()).isEqualTo(fence);
  }

  @Test
  default void scanAndCountsShowWhatWasReleased() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));
    a.release(a.take(id(2)));
    Map<WorkId, Reading> found = RecoveryContract.scan(a.table());

    assertThat(found).containsOnlyKeys(id(1), id(2));
    assertThat(RecoveryContract.status(found, 2)).isEqualTo(LeaseStatus.RELEASED);
    assertThat(a.table().counts().byStatus())
        .containsEntry(LeaseStatus.LEASED, 1L)
        .containsEntry(LeaseStatus.RELEASED, 1L);
  }
}
