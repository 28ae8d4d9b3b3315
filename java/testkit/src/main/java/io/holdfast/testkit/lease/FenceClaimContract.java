package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.LeaseArena.TTL_MILLIS;
import static io.holdfast.testkit.lease.LeaseArena.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.RecordCounts;
import io.holdfast.lease.WorkId;
import io.holdfast.testkit.decorator.PosixCall;
import org.junit.jupiter.api.Test;

/** claim by a moved fence: raced between any two steps, judged by sessions and by no date. */
interface FenceClaimContract extends LeaseGround {

  @Test
  default void claimRacedByAnotherBeforeItsMoveIsHeld() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    a.release(a.take(id(1)));
    Lease[] won = new Lease[1];
    a.meanwhile()
        .before(
            PosixCall.RENAMEAT2,
            call -> call.names().get(0).toString().contains(".fence."),
            () -> won[0] = Unchecked.call(() -> b.take(id(1))));

    ClaimAnswer answer = a.claim(id(1));

    assertThat(answer).isInstanceOf(ClaimAnswer.Held.class);
    assertThat(a.record(id(1)).token()).isEqualTo(won[0].token());
    assertThat(a.table().counters().snapshot().lostMoves()).isEqualTo(1);
  }

  @Test
  default void claimRacedByAnotherInTheFirstUseIsHeld() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    WorkId id = id(1);
    a.meanwhile()
        .before(
            PosixCall.LINKAT,
            call -> call.names().get(1).toString().endsWith(".origin"),
            () -> Unchecked.call(() -> b.take(id)));

    assertThat(a.claim(id)).isInstanceOf(ClaimAnswer.Held.class);

    assertThat(arena().names(id, ".fence.")).hasSize(1);
    assertThat(a.record(id).owner()).isEqualTo("beta");
  }

  @Test
  default void claimOfADatedRecordIsJudgedByItsSessionAndNotByItsDate() throws Exception {
    Coordinator a = arena().open("alpha");
    a.wall().advance(24L * 3_600_000);
    a.take(id(1));
    a.vanish();
    Coordinator b = arena().open("beta");
    arena().outlast(b, id(1));

    b.take(id(1));
  }

  @Test
  default void claimOfALiveLeaseIsNotStolenWhenItsOwnersWallClockIsBehind() throws Exception {
    Coordinator a = arena().open("alpha");
    a.wall().advance(-180_000);
    Lease lease = a.take(id(1));
    Coordinator b = arena().open("beta");
    for (int beat = 0; beat < 5; beat++) {
      arena().outlast(b, id(1));
      assertThat(a.beat(lease).renewed()).containsExactly(id(1));
      assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
    }
  }

  @Test
  default void claimNamesItsSession() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));

    assertThat(a.record(id(1)).session()).contains(a.session().id());
  }

  @Test
  default void claimOfALeaseOfOnesOwnSessionIsHeldHoweverLongAgoItBeat() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));

    arena().pass(3 * TTL_MILLIS);

    assertThat(a.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
  }

  @Test
  default void firstUseThatIsNotFinishedCountsForNothing() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));
    arena().write(LeaseArena.shard(id(5)) + "/" + id(5).hex() + ".json.tmp", new byte[0]);
    String first = id(5).hex() + ".fence.0000000000000000." + "0123456789abcdef".repeat(2);
    arena().write(LeaseArena.shard(id(5)) + "/" + first, new byte[0]);

    RecordCounts counts = a.table().counts();

    assertThat(counts.unreadable()).isZero();
    assertThat(RecoveryContract.scan(a.table())).containsOnlyKeys(id(1));
    a.take(id(5));
  }
}
