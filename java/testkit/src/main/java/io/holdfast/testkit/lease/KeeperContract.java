package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.LeaseArena.TTL_MILLIS;
import static io.holdfast.testkit.lease.LeaseArena.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseKeeper;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.Errno;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The keeper of a table's leases: each interval one beat, and a word about what becomes of them.
 */
interface KeeperContract extends LeaseGround {

  /** A third of the ttl of these tables, rounded up to a millisecond. */
  long INTERVAL_MILLIS = TTL_MILLIS / 3 + 1;

  /** Remembers what it was told. */
  final class Told implements LeaseKeeper.Listener<WorkId> {

    final List<Set<WorkId>> lost = new ArrayList<>();
    final List<Set<WorkId>> untrusted = new ArrayList<>();
    final List<Exception> failures = new ArrayList<>();

    @Override
    public void lost(Set<WorkId> leases) {
      lost.add(leases);
    }

    @Override
    public void untrusted(Set<WorkId> leases) {
      untrusted.add(leases);
    }

    @Override
    public void failed(Exception cause) {
      failures.add(cause);
    }

    void nothing() {
      assertThat(lost).isEmpty();
      assertThat(untrusted).isEmpty();
      assertThat(failures).isEmpty();
    }
  }

  private static Lease keep(LeaseKeeper<WorkId, LeaseToken> keeper, Coordinator a, int number)
      throws Exception {
    long claimed = a.nanoTime();
    Lease lease = a.take(id(number));
    keeper.keep(lease.id(), lease.token(), claimed);
    return lease;
  }

  private static long beats(Coordinator coordinator) {
    return coordinator.table().counters().snapshot().heartbeatBatches();
  }

  /** That every beat fails from now on: no name moves. */
  private static void failBeats(Coordinator coordinator) {
    coordinator.fail(Fault.of(PosixCall.RENAMEAT2, Errno.EIO).forEver());
  }

  @Test
  default void keeperKeepsItsLeasesForEver() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    Told told = new Told();
    LeaseKeeper<WorkId, LeaseToken> keeper = a.table().keeper(told);
    Lease lease = keep(keeper, a, 1);

    for (int i = 0; i < 20; i++) {
      assertThat(keeper.doWork(a.nanoTime())).isEqualTo(1);
      assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
      arena().pass(INTERVAL_MILLIS);
    }

    told.nothing();
    assertThat(beats(a)).isEqualTo(20);
    assertThat(a.beat(lease).renewed()).containsExactly(id(1));
  }

  @Test
  default void keeperDoesNothingBeforeItsTime() throws Exception {
    Coordinator a = arena().open("alpha");
    LeaseKeeper<WorkId, LeaseToken> keeper = a.table().keeper(new Told());
    keep(keeper, a, 1);
    keeper.doWork(a.nanoTime());
    assertThat(keeper.intervalNanos()).isEqualTo(TTL_MILLIS * 1_000_000 / 3);
    assertThat(keeper.nanosUntilDue(a.nanoTime())).isEqualTo(keeper.intervalNanos());

    a.pass(INTERVAL_MILLIS - 1);
    assertThat(keeper.doWork(a.nanoTime())).isZero();
    assertThat(beats(a)).isEqualTo(1);

    a.pass(1);
    assertThat(keeper.nanosUntilDue(a.nanoTime())).isZero();
    assertThat(keeper.doWork(a.nanoTime())).isEqualTo(1);
  }

  @Test
  default void keeperTellsOnceWhatIsLostAndKeepsTheRest() throws Exception {
    Coordinator a = arena().open("alpha");
    Told told = new Told();
    LeaseKeeper<WorkId, LeaseToken> keeper = a.table().keeper(told);
    keep(keeper, a, 1);
    Lease lost = keep(keeper, a, 2);
    a.release(lost);

    assertThat(keeper.doWork(a.nanoTime())).isEqualTo(2);
    a.pass(INTERVAL_MILLIS);
    assertThat(keeper.doWork(a.nanoTime())).isEqualTo(1);

    assertThat(told.lost).containsExactly(Set.of(id(2)));
    assertThat(told.untrusted).isEmpty();
    assertThat(keeper.kept()).containsExactly(id(1));
    assertThat(keeper.isTrusted(id(2), a.nanoTime())).isFalse();
    assertThat(keeper.isTrusted(id(1), a.nanoTime())).isTrue();
  }

  @Test
  default void keeperSaysNothingOfWhatWasDroppedBeforeItWasReleased() throws Exception {
    Coordinator a = arena().open("alpha");
    Told told = new Told();
    LeaseKeeper<WorkId, LeaseToken> keeper = a.table().keeper(told);
    Lease lease = keep(keeper, a, 1);
    keeper.drop(id(1));
    a.complete(lease);

    keeper.doWork(a.nanoTime());

    told.nothing();
  }

  @Test
  default void keeperDropsNothingWhenABeatFailsAndTriesAtTheNextInterval() throws Exception {
    Coordinator a = arena().open("alpha");
    Told told = new Told();
    LeaseKeeper<WorkId, LeaseToken> keeper = a.table().keeper(told);
    keep(keeper, a, 1);
    failBeats(a);

    assertThat(keeper.doWork(a.nanoTime())).isZero();
    assertThat(told.failures).hasSize(1);
    assertThat(keeper.kept()).containsExactly(id(1));
    assertThat(a.table().counters().snapshot().heartbeatFailures()).isEqualTo(1);

    a.faults().heal();
    a.pass(INTERVAL_MILLIS);
    assertThat(keeper.doWork(a.nanoTime())).isEqualTo(1);
    assertThat(told.failures).hasSize(1);
    assertThat(told.lost).isEmpty();
  }

  @Test
  default void keeperTellsOnceThatTrustRanOutAndAgainAfterABeatHasRestoredIt() throws Exception {
    Coordinator a = arena().open("alpha");
    Told told = new Told();
    LeaseKeeper<WorkId, LeaseToken> keeper = a.table().keeper(told);
    keep(keeper, a, 1);

    for (int round = 1; round <= 2; round++) {
      keeper.doWork(a.nanoTime());
      assertThat(keeper.isTrusted(id(1), a.nanoTime())).isTrue();
      failBeats(a);
      a.pass(TTL_MILLIS);
      assertThat(keeper.isTrusted(id(1), a.nanoTime())).isFalse();
      keeper.doWork(a.nanoTime());
      a.pass(INTERVAL_MILLIS);
      keeper.doWork(a.nanoTime());
      assertThat(told.untrusted).hasSize(round).contains(Set.of(id(1)));
      a.faults().heal();
      a.pass(INTERVAL_MILLIS);
    }
    assertThat(told.lost).isEmpty();
  }

  @Test
  default void keeperTrustsALeaseFromTheBeginningOfItsClaim() throws Exception {
    Coordinator a = arena().open("alpha");
    LeaseKeeper<WorkId, LeaseToken> keeper = a.table().keeper(new Told());
    long claimed = a.nanoTime();
    Lease lease = a.take(id(1));
    a.pass(TTL_MILLIS);

    keeper.keep(lease.id(), lease.token(), claimed);

    assertThat(keeper.isTrusted(id(1), a.nanoTime())).isFalse();
    assertThat(keeper.isTrusted(id(1), a.nanoTime() - 1)).isTrue();
  }
}
