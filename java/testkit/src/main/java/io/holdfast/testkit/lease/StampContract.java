package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.LeaseArena.TTL_MILLIS;
import static io.holdfast.testkit.lease.LeaseArena.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.CommitAnswer;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.Lease;
import org.junit.jupiter.api.Test;

/** Leases that are beaten by their stamps: expiry by wall clocks that nearly agree. */
interface StampContract extends LockedGround {

  @Test
  default void leaseOfOnesOwnThatExpiredIsClaimedAnewUnderAnotherToken() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease first = a.take(id(1));
    arena().pass(TTL_MILLIS);

    Lease second = a.take(id(1));

    assertThat(second.token()).isNotEqualTo(first.token());
    assertThat(second.record().attempts()).isEqualTo(2);
    assertThat(second.record().steals()).isZero();
    assertThat(a.complete(first)).isInstanceOf(CompleteAnswer.Stale.class);
  }

  @Test
  default void leaseIsHeldUntilTheMomentOfItsTtlAndClaimableAtIt() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    a.take(id(1));
    arena().pass(TTL_MILLIS - 1);

    assertThat(b.claim(id(1)))
        .isInstanceOfSatisfying(
            ClaimAnswer.Held.class, held -> assertThat(held.remainingMillis()).isEqualTo(1));
    assertThat(b.table().recoverExpired()).isEmpty();

    arena().pass(1);
    assertThat(b.table().recoverExpired()).containsExactly(id(1));
    b.take(id(1));
  }

  @Test
  default void leaseFromTheFutureIsClockSkewAndNotHeldForEver() throws Exception {
    Coordinator a = arena().open("alpha");
    a.release(a.take(id(1)));
    double ahead = a.wall().millis() / 1e3 + 86_400;
    arena().write(LeaseArena.hint(id(1)), LockedGround.foreign(id(1), ahead));

    assertThat(a.claim(id(1)))
        .isInstanceOfSatisfying(
            ClaimAnswer.ClockSkew.class, skew -> assertThat(skew.aheadSeconds()).isEqualTo(86_400));
  }

  @Test
  default void leaseThatIsDatedWithinTheBoundIsHeld() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    a.wall().advance(5_000);
    a.take(id(1));

    assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
    a.wall().advance(1);
    a.take(id(2));
    assertThat(b.claim(id(2))).isInstanceOf(ClaimAnswer.ClockSkew.class);
  }

  @Test
  default void leaseOfAnOwnerWhoseClockIsBehindCanBeStolenAndThenCannotCommit() throws Exception {
    Coordinator a = arena().open("alpha");
    a.wall().advance(-180_000);
    Lease lease = a.take(id(1));
    Coordinator b = arena().open("beta");

    Lease stolen = b.take(id(1));

    assertThat(a.begin(lease, Coordinator.manifest("one"))).isInstanceOf(CommitAnswer.Stale.class);
    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Stale.class);
    assertThat(b.complete(stolen)).isInstanceOf(CompleteAnswer.Completed.class);
  }

  @Test
  default void recordsOwnTtlCountsAndNotTheReaders() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    String text = LeaseArena.text(arena().read(LeaseArena.hint(id(1))));
    arena()
        .write(
            LeaseArena.hint(id(1)), LeaseArena.bytes(text.replace("\"ttl\":10.0", "\"ttl\":30.0")));
    Coordinator b = arena().open("beta");
    arena().pass(3 * TTL_MILLIS - 1);

    assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);

    arena().pass(1);
    assertThat(b.take(id(1)).token()).isNotEqualTo(lease.token());
  }

  @Test
  default void recordWithoutTtlHasTheTables() throws Exception {
    Coordinator a = arena().open("alpha");
    a.release(a.take(id(1)));
    arena().write(LeaseArena.hint(id(1)), LockedGround.foreign(id(1), a.wall().millis() / 1e3));

    arena().pass(TTL_MILLIS - 1);
    assertThat(a.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
    arena().pass(1);
    a.take(id(1));
  }
}
