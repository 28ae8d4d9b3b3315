package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.LeaseArena.TTL_MILLIS;
import static io.holdfast.testkit.lease.LeaseArena.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.StampExpiry;
import org.junit.jupiter.api.Test;

/** Leases that are beaten by their stamps: expiry by watching them, whatever any clock says. */
interface ObservedExpiryContract extends LockedGround {

  private Coordinator observer(String owner) throws Exception {
    return arena().open(owner, options -> options.withStampExpiry(StampExpiry.OBSERVED));
  }

  @Test
  default void observedLeaseIsNotOverBeforeItWasWatchedForItsTtl() throws Exception {
    arena().open("alpha").take(id(1));
    arena().pass(100 * TTL_MILLIS);
    Coordinator b = observer("beta");
    b.wall().advance(100 * TTL_MILLIS);

    assertThat(b.claim(id(1)))
        .isInstanceOfSatisfying(
            ClaimAnswer.Held.class,
            held -> assertThat(held.remainingMillis()).isEqualTo(TTL_MILLIS));
    b.pass(TTL_MILLIS - 1);
    assertThat(b.claim(id(1)))
        .isInstanceOfSatisfying(
            ClaimAnswer.Held.class, held -> assertThat(held.remainingMillis()).isEqualTo(1));
    b.pass(1);
    b.take(id(1));
  }

  @Test
  default void observedLeaseThatIsBeatenLivesWhateverItsOwnersWallClockSays() throws Exception {
    Coordinator a = arena().open("alpha");
    a.wall().advance(-180_000);
    Lease lease = a.take(id(1));
    Coordinator b = observer("beta");

    for (int beat = 0; beat < 5; beat++) {
      assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
      arena().pass(TTL_MILLIS - 1);
      assertThat(a.beat(lease).renewed()).containsExactly(id(1));
      assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
      arena().pass(1);
    }
    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Completed.class);
  }

  @Test
  default void observedLeaseFromTheFutureIsWatchedLikeAnyOther() throws Exception {
    Coordinator b = observer("beta");
    b.release(b.take(id(1)));
    double ahead = b.wall().millis() / 1e3 + 86_400;
    arena().write(LeaseArena.hint(id(1)), LockedGround.foreign(id(1), ahead));

    assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
    b.pass(TTL_MILLIS);
    b.take(id(1));
  }

  @Test
  default void observedLeaseOfANewTokenIsWatchedAnew() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease first = a.take(id(1));
    Coordinator b = observer("beta");
    b.claim(id(1));
    b.pass(TTL_MILLIS);
    a.release(first);
    a.take(id(1));

    assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
  }

  @Test
  default void observedLeaseIsWatchedForItsOwnTtl() throws Exception {
    arena().open("alpha").take(id(1));
    String text = LeaseArena.text(arena().read(LeaseArena.hint(id(1))));
    arena()
        .write(
            LeaseArena.hint(id(1)), LeaseArena.bytes(text.replace("\"ttl\":10.0", "\"ttl\":30.0")));
    Coordinator b = observer("beta");
    b.claim(id(1));

    b.pass(3 * TTL_MILLIS - 1);
    assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
    b.pass(1);
    b.take(id(1));
  }

  @Test
  default void observedLeasesAreFoundByRecoveryOnceTheyAreOver() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease beaten = a.take(id(1));
    a.take(id(2));
    Coordinator b = observer("beta");

    assertThat(b.table().recoverExpired()).isEmpty();
    arena().pass(TTL_MILLIS - 1);
    assertThat(b.table().recoverExpired()).isEmpty();
    a.beat(beaten);
    arena().pass(1);

    assertThat(b.table().recoverExpired()).containsExactly(id(2));
    b.take(id(2));
    assertThat(b.table().recoverExpired()).isEmpty();
  }

  @Test
  default void observedLeaseThatWasStolenLeavesItsHolderStale() throws Exception {
    Coordinator a = observer("alpha");
    Lease lost = a.take(id(1));
    Coordinator b = observer("beta");
    b.claim(id(1));
    b.pass(TTL_MILLIS);

    Lease stolen = b.take(id(1));

    assertThat(a.beat(lost).lost()).containsExactly(id(1));
    assertThat(a.complete(lost)).isInstanceOf(CompleteAnswer.Stale.class);
    assertThat(b.complete(stolen)).isInstanceOf(CompleteAnswer.Completed.class);
  }
}
