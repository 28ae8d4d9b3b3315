package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.LeaseArena.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseCounters;
import io.holdfast.lease.LeaseHeartbeatBatch;
import io.holdfast.lease.LeaseKeeper;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.SessionLostException;
import io.holdfast.lease.WorkId;
import io.holdfast.testkit.decorator.PosixCall;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** heartbeatMany in a fence table: one beat of the session, then a look at each fence. */
interface SessionBeatContract extends LeaseGround {

  @Test
  default void heartbeatOfNothingBeatsTheSession() throws Exception {
    Coordinator a = arena().open("alpha");
    String before = arena().session(a);

    LeaseHeartbeatBatch batch = a.beat();

    assertThat(batch.renewed()).isEmpty();
    assertThat(batch.lost()).isEmpty();
    assertThat(arena().session(a)).isNotEqualTo(before);
  }

  @Test
  default void keeperOfNothingBeatsTheSessionAndOneOfALostSessionDistrustsAtOnce()
      throws Exception {
    Coordinator a = arena().open("alpha");
    KeeperContract.Told told = new KeeperContract.Told();
    LeaseKeeper<WorkId, LeaseToken> keeper = a.table().keeper(told);
    String before = arena().session(a);
    keeper.doWork(a.nanoTime());
    assertThat(arena().session(a)).isNotEqualTo(before);

    Lease lease = a.take(id(1));
    keeper.keep(lease.id(), lease.token(), a.nanoTime());
    arena().unlink(arena().session(a));
    a.pass(KeeperContract.INTERVAL_MILLIS);
    keeper.doWork(a.nanoTime());

    assertThat(told.failures).hasExactlyElementsOfTypes(SessionLostException.class);
    assertThat(told.untrusted).containsExactly(Set.of(id(1)));
    assertThat(keeper.isTrusted(id(1), a.nanoTime())).isFalse();
  }

  @Test
  default void heartbeatMakesNoBarrierAndOneRename() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease one = a.take(id(1));
    Lease two = a.take(id(2));
    a.calls().clear();

    LeaseHeartbeatBatch batch = a.beat(one, two);

    assertThat(batch.renewed()).hasSize(2);
    assertThat(batch.directorySyncs()).isZero();
    assertThat(a.calls().trace().only(PosixCall.RENAMEAT2).size()).isEqualTo(1);
    HeartbeatContract.assertNothingIsMadeDurable(a);
    LeaseCounters.Snapshot counted = a.table().counters().snapshot();
    assertThat(counted.heartbeatBatches()).isEqualTo(1);
    assertThat(counted.heartbeatRenewals()).isEqualTo(2);
    assertThat(counted.heartbeatDirectorySyncs()).isZero();
    assertThat(counted.directorySyncsAvoided()).isEqualTo(2);
  }

  @Test
  default void heartbeatOfAReleasedMemberIsLostAndDoesNotBringItBack() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease kept = a.take(id(1));
    Lease given = a.take(id(2));
    a.meanwhile()
        .after(
            PosixCall.RENAMEAT2,
            call -> call.names().get(0).toString().contains(a.session().id()),
            () -> Unchecked.call(() -> a.release(given)));

    LeaseHeartbeatBatch batch = a.beat(kept, given);

    assertThat(batch.renewed()).containsExactly(id(1));
    assertThat(batch.lost()).containsExactly(id(2));
    arena().open("beta").take(id(2));
  }
}
