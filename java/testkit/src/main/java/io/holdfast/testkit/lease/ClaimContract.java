package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.LeaseArena.TTL_MILLIS;
import static io.holdfast.testkit.lease.LeaseArena.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.TableManifest;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** claim: absent and expired leases are granted, everything else is answered by whom and why. */
interface ClaimContract extends LeaseGround {

  @Test
  default void claimOfAnAbsentIdIsGrantedAndRecorded() throws Exception {
    Coordinator a = arena().open("alpha");

    Lease lease = a.take(id(1));

    LeaseRecord record = a.record(id(1));
    assertThat(record.status()).isEqualTo(LeaseStatus.LEASED);
    assertThat(record.token()).isEqualTo(lease.token());
    assertThat(record.payload()).isEqualTo(Coordinator.payload());
    assertThat(record.owner()).isEqualTo("alpha");
    assertThat(record.previousOwner()).isEmpty();
    assertThat(record.worker()).isEqualTo(1);
    assertThat(record.attempts()).isEqualTo(1);
    assertThat(record.ttlSeconds()).isEqualTo(OptionalDouble.of(TTL_MILLIS / 1e3));
    assertThat(record.fence()).isEqualTo(lease.fence()).isPositive();
    assertThat(a.table().counters().snapshot().claims()).isEqualTo(1);
  }

  @Test
  default void claimIsSeenByEverybodyOnceItIsAnswered() throws Exception {
    Lease lease = arena().open("alpha").take(id(1));

    assertThat(arena().open("beta").record(id(1)).token()).isEqualTo(lease.token());
  }

  @Test
  default void claimOfAHeldIdSaysByWhomAndHowLong() throws Exception {
    Lease lease = arena().open("alpha").take(id(1));
    Coordinator b = arena().open("beta");

    ClaimAnswer answer = b.claim(id(1));

    assertThat(answer)
        .isInstanceOfSatisfying(
            ClaimAnswer.Held.class,
            held -> {
              assertThat(held.record().owner()).isEqualTo("alpha");
              assertThat(held.record().token()).isEqualTo(lease.token());
              assertThat(held.remainingMillis()).isBetween(1L, TTL_MILLIS);
            });
    assertThat(b.table().counters().snapshot().claims()).isZero();
  }

  @Test
  default void claimOfOnesOwnLeaseIsHeld() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));

    assertThat(a.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
  }

  @Test
  default void claimOfAnIdOfADeadSessionStealsItUnderAHigherNumber() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lost = a.take(id(1));
    a.vanish();
    Coordinator b = arena().open("beta");
    arena().outlast(b, id(1));

    Lease stolen = b.take(id(1));

    assertThat(stolen.fence()).isGreaterThan(lost.fence());
    LeaseRecord record = b.record(id(1));
    assertThat(record.token()).isEqualTo(stolen.token()).isNotEqualTo(lost.token());
    assertThat(record.attempts()).isEqualTo(2);
    assertThat(record.steals()).isEqualTo(lost.record().steals() + 1);
    assertThat(record.previousOwner()).isEqualTo("alpha");
  }

  @Test
  default void claimByTheSameOwnerAgainIsAnAttemptAndNoSteal() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lost = a.take(id(1));
    a.vanish();
    Coordinator again = arena().open("alpha");
    arena().outlast(again, id(1));

    Lease lease = again.take(id(1));

    assertThat(lease.record().steals()).isEqualTo(lost.record().steals());
    assertThat(lease.record().attempts()).isEqualTo(2);
    assertThat(lease.token()).isNotEqualTo(lost.token());
  }

  @Test
  default void claimOfALeaseOneMomentBeforeItsEndIsHeldAndAtItsEndGranted() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));
    a.vanish();
    Coordinator b = arena().open("beta");
    b.claim(id(1));

    b.pass(TTL_MILLIS - 1);
    assertThat(b.claim(id(1)))
        .isInstanceOfSatisfying(
            ClaimAnswer.Held.class, held -> assertThat(held.remainingMillis()).isEqualTo(1));

    b.pass(1);
    b.take(id(1));
  }

  @Test
  default void claimOfACommittingIdIsRefusedForEver() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.begin(lease, Coordinator.manifest("one"));
    a.vanish();
    Coordinator b = arena().open("beta");
    arena().outlast(b, id(1));
    arena().outlast(b, id(1));

    assertThat(b.claim(id(1)))
        .isInstanceOfSatisfying(
            ClaimAnswer.Committing.class,
            committing -> assertThat(committing.record().owner()).isEqualTo("alpha"));
    assertThat(b.record(id(1)).token()).isEqualTo(lease.token());
  }

  @Test
  default void claimOfADoneIdIsRefusedForEver() throws Exception {
    Coordinator a = arena().open("alpha");
    a.complete(a.take(id(1)));
    a.close();
    Coordinator b = arena().open("beta");
    arena().outlast(b, id(1));

    assertThat(b.claim(id(1)))
        .isInstanceOfSatisfying(
            ClaimAnswer.Done.class,
            done -> assertThat(done.record().completedSeconds()).isPresent());
  }

  @Test
  default void claimOfAReleasedIdIsGrantedAtOnce() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease first = a.take(id(1));
    a.release(first);

    Lease second = arena().open("beta").take(id(1));

    assertThat(second.token()).isNotEqualTo(first.token());
    assertThat(second.record().commit()).isEmpty();
  }

  @Test
  default void claimKeepsTheTtlOfTheTableWhateverItsOpenerAskedFor() throws Exception {
    arena().open("alpha").take(id(1));
    TableManifest asked = arena().manifest().withTtlMillis(3 * TTL_MILLIS);

    Coordinator b = arena().open("beta", asked);

    assertThat(b.table().manifest().ttlMillis()).isEqualTo(TTL_MILLIS);
    assertThat(b.take(id(2)).record().ttlSeconds()).isEqualTo(OptionalDouble.of(TTL_MILLIS / 1e3));
  }

  @Test
  default void claimsOfOneOwnerAtOneMomentHaveDifferentTokens() throws Exception {
    Coordinator a = arena().open("same");
    Coordinator b = arena().open("same");

    assertThat(a.take(id(1)).token()).isNotEqualTo(b.take(id(2)).token());
  }
}
