package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.LeaseArena.TTL_MILLIS;
import static io.holdfast.testkit.lease.LeaseArena.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.CommitAnswer;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.LeaseToken;
import io.holdfast.lease.Reading;
import io.holdfast.lease.ReleaseAnswer;
import io.holdfast.lease.TableFinding;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.Errno;
import io.holdfast.posix.PosixException;
import io.holdfast.testkit.decorator.Call;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** purge of a fence table: files go, numbers and what is done stay. */
interface FencePurgeContract extends LeaseGround {

  /** An age that is over: the hand of a test passes so much. */
  long AGE_MILLIS = 1_000;

  // ---- what is in the way

  @Test
  default void purgeGoesOnBesideAShardThatIsNone() throws Exception {
    Coordinator a = arena().open("alpha");
    done(a, id(1));
    arena().pass(AGE_MILLIS);
    int shards = a.table().manifest().shardCount();
    String other = String.format("%03d", (id(1).shard(shards) + 1) % shards);
    arena().write(other, LeaseArena.bytes("no directory"));
    List<TableFinding> obstacles = new ArrayList<>();

    assertThat(a.purge(arena().root(), AGE_MILLIS, obstacles::add)).containsExactly(id(1));

    assertThat(obstacles).hasSize(1).allMatch(finding -> finding.path().toString().contains(other));
  }

  // ---- what is retired

  @Test
  default void purgedDoneIdStaysDone() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = done(a, id(1));
    arena().pass(AGE_MILLIS);

    assertThat(a.purge(arena().root(), AGE_MILLIS)).containsExactly(id(1));

    assertThat(arena().names(id(1), "")).isEmpty();
    for (Coordinator each : List.of(a, arena().open("beta"))) {
      LeaseRecord record = ((ClaimAnswer.Done) each.claim(id(1))).record();
      assertThat(record.isRetired()).isTrue();
      assertThat(record.status()).isEqualTo(LeaseStatus.DONE);
      assertThat(record.fence()).isEqualTo(lease.fence() + 3);
    }
  }

  @Test
  default void purgedDoneIdIsStillToldToWhoCompletedIt() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = done(a, id(1));
    arena().pass(AGE_MILLIS);
    Coordinator b = arena().open("beta");
    b.purge(arena().root(), AGE_MILLIS);
    LeaseToken another = b.take(id(2)).token();

    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Already.class);
    assertThat(a.table().completeOnce(id(1), another)).isInstanceOf(CompleteAnswer.Stale.class);
    assertThat(a.begin(lease, Coordinator.manifest("one"))).isInstanceOf(CommitAnswer.Stale.class);
    assertThat(a.release(lease)).isInstanceOf(ReleaseAnswer.Stale.class);
    assertThat(a.beat(lease).lost()).containsExactly(id(1));
  }

  @Test
  default void purgedReleasedIdIsClaimedWithAHigherNumberThanEver() throws Exception {
    Coordinator a = arena().open("alpha");
    long highest = 0;
    for (int round = 0; round < 3; round++) {
      Lease lease = a.take(id(1));
      assertThat(lease.fence()).isGreaterThan(highest);
      highest = lease.fence();
      a.release(lease);
      arena().pass(AGE_MILLIS);

      assertThat(a.purge(arena().root(), AGE_MILLIS)).containsExactly(id(1));

      assertThat(arena().names(id(1), "")).isEmpty();
      assertThat(a.table().read(id(1))).isInstanceOf(Reading.Absent.class);
      assertThat(a.release(lease)).isInstanceOf(ReleaseAnswer.Stale.class);
    }
    Lease last = arena().open("beta").take(id(1));
    assertThat(last.fence()).isEqualTo(highest + 3);
    assertThat(a.begin(last, Coordinator.manifest("one"))).isInstanceOf(CommitAnswer.Begun.class);
    assertThat(a.complete(last)).isInstanceOf(CompleteAnswer.Completed.class);
    assertThat(arena().open("gamma").claim(id(1))).isInstanceOf(ClaimAnswer.Done.class);
    assertThat(tombstones(id(1))).hasSize(3);
  }

  @Test
  default void purgesNothingTwice() throws Exception {
    Coordinator a = arena().open("alpha");
    done(a, id(1));
    a.release(a.take(id(5)));
    arena().pass(AGE_MILLIS);
    assertThat(a.purge(arena().root(), AGE_MILLIS)).containsExactly(id(1), id(5));

    assertThat(a.purge(arena().root(), 0)).isEmpty();

    assertThat(tombstones(id(1))).hasSize(1);
    assertThat(a.table().sweep()).isZero();
  }

  @Test
  default void whatIsYoungerStays() throws Exception {
    Coordinator a = arena().open("alpha");
    done(a, id(1));
    a.release(a.take(id(2)));
    arena().pass(AGE_MILLIS - 1);

    assertThat(a.purge(arena().root(), AGE_MILLIS)).isEmpty();

    assertThat(a.record(id(1)).isRetired()).isFalse();
    assertThat(a.record(id(2)).status()).isEqualTo(LeaseStatus.RELEASED);
  }

  @Test
  default void leaseIsOldFromItsReleaseOn() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    arena().pass(AGE_MILLIS);
    a.release(lease);

    assertThat(a.purge(arena().root(), AGE_MILLIS)).isEmpty();
  }

  @Test
  default void whatIsHeldOrCommittingStays() throws Exception {
    Coordinator gone = arena().open("gone");
    gone.take(id(1));
    Lease commit = gone.take(id(2));
    gone.begin(commit, Coordinator.manifest("one"));
    gone.vanish();
    Coordinator a = arena().open("alpha");
    arena().outlast(a, id(1));
    arena().pass(100 * TTL_MILLIS);

    assertThat(a.purge(arena().root(), 0)).isEmpty();

    assertThat(a.record(id(1)).status()).isEqualTo(LeaseStatus.LEASED);
    assertThat(a.record(id(2)).status()).isEqualTo(LeaseStatus.COMMITTING);
  }

  @Test
  default void whatIsRetiredIsInNoScan() throws Exception {
    Coordinator a = arena().open("alpha");
    done(a, id(1));
    a.release(a.take(id(2)));
    Lease lease = a.take(id(3));
    a.purge(arena().root(), 0);

    List<WorkId> scanned = new ArrayList<>();
    a.table().scan((id, reading) -> scanned.add(id));

    assertThat(scanned).containsExactly(lease.id());
  }

  // ---- beside others

  @Test
  default void claimThatIsFasterThanThePurgeKeepsItsLease() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    a.release(a.take(id(1)));
    Lease[] lease = new Lease[1];
    a.meanwhile().before(PosixCall.RENAMEAT2, this::movesTheFence, () -> lease[0] = take(b, id(1)));

    assertThat(a.purge(arena().root(), 0)).isEmpty();

    assertThat(b.beat(lease[0]).renewed()).containsExactly(id(1));
    assertThat(arena().names(id(1), ".fence.")).hasSize(1);
  }

  @Test
  default void claimThatIsSlowerThanThePurgeGoesOnBehindIt() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    Lease before = a.take(id(1));
    a.release(before);
    a.meanwhile()
        .before(
            PosixCall.RENAMEAT2,
            this::movesTheFence,
            () -> assertThat(Unchecked.call(() -> b.purge(arena().root(), 0))).hasSize(1));

    Lease lease = a.take(id(1));

    assertThat(lease.fence()).isEqualTo(before.fence() + 3);
    assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
  }

  @Test
  default void firstUseThatWakesUpBehindAPurgeBeginsAnew() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    a.meanwhile()
        .before(
            PosixCall.LINKAT,
            call -> call.names().get(1).toString().endsWith(".origin"),
            () -> {
              Unchecked.call(() -> b.release(b.take(id(1))));
              assertThat(Unchecked.call(() -> b.purge(arena().root(), 0))).containsExactly(id(1));
            });

    Lease lease = a.take(id(1));

    assertThat(lease.fence()).isEqualTo(4);
    assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
    assertThat(arena().names(id(1), ".origin")).as("with the ghost of the first era").hasSize(2);
    b.table().sweep();
    assertThat(arena().names(id(1), ".origin")).hasSize(1);
    assertThat(a.beat(lease).renewed()).containsExactly(id(1));
  }

  @Test
  default void whoLostTheReplyOfHisReleaseLearnsThatItWasRetired() throws Exception {
    Coordinator a = arena().open("alpha");
    Coordinator b = arena().open("beta");
    Lease lease = a.take(id(1));
    a.meanwhile()
        .after(
            PosixCall.RENAMEAT2,
            this::movesTheFence,
            () -> {
              assertThat(Unchecked.call(() -> b.purge(arena().root(), 0))).containsExactly(id(1));
            });

    assertThat(a.release(lease)).isInstanceOf(ReleaseAnswer.Released.class);

    assertThat(a.take(id(1)).fence()).isEqualTo(lease.fence() + 3);
  }

  // ---- what is left and what is broken

  @Test
  default void namesThatStayBesideTheirTombstoneMeanNothing() throws Exception {
    Coordinator a = arena().open("alpha");
    a.release(a.take(id(1)));
    a.fail(
        Fault.of(PosixCall.UNLINKAT, Errno.EIO)
            .where(call -> call.names().get(0).toString().startsWith(id(1).hex()))
            .forEver());
    assertThat(a.purge(arena().root(), 0)).containsExactly(id(1));
    assertThat(arena().names(id(1), ".fence.")).hasSize(1);
    a.faults().heal();
    Coordinator b = arena().open("beta");
    assertThat(b.table().read(id(1))).isInstanceOf(Reading.Absent.class);

    Lease lease = b.take(id(1));

    assertThat(lease.fence()).isEqualTo(4);
    b.table().sweep();
    assertThat(arena().names(id(1), ".origin")).hasSize(1);
    assertThat(arena().names(id(1), ".fence.")).hasSize(1);
    assertThat(a.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
  }

  @Test
  default void brokenTombstoneFreesNothing() throws Exception {
    Coordinator a = arena().open("alpha");
    done(a, id(1));
    a.release(a.take(id(5)));
    Lease held = a.take(id(9));
    a.purge(arena().root(), 0);
    String path = tombstone(id(1));
    byte[] whole = arena().read(path);
    for (int at : new int[] {0, 70, 84, 90, 120, whole.length - 2}) {
      byte[] broken = whole.clone();
      broken[at] ^= 1;
      arena().write(path, broken);
      requireCorrupt(path, held);
    }
    arena().write(path, new byte[0]);
    requireCorrupt(path, held);
    arena().write(path, whole);
    assertThat(arena().open("omega").claim(id(1))).isInstanceOf(ClaimAnswer.Done.class);
  }

  private void requireCorrupt(String path, Lease held) throws Exception {
    Coordinator b = arena().open("beta");
    for (int retiredOrNew : new int[] {1, 5, 13}) {
      ClaimAnswer answer = b.claim(id(retiredOrNew));
      assertThat(answer).isInstanceOf(ClaimAnswer.Corrupt.class);
      assertThat(((ClaimAnswer.Corrupt) answer).path()).isEqualTo(path);
    }
    assertThat(b.claim(held.id())).as("a hint leads there").isInstanceOf(ClaimAnswer.Held.class);
    assertThat(b.claim(id(2))).as("another shard").isNotInstanceOf(ClaimAnswer.Corrupt.class);
    b.close();
  }

  // ---- makers

  private boolean movesTheFence(Call call) {
    return call.names().get(0).toString().contains(".fence.");
  }

  private static Lease take(Coordinator other, WorkId id) {
    return Unchecked.call(() -> other.take(id));
  }

  private static Lease done(Coordinator a, WorkId id) throws Exception {
    Lease lease = a.take(id);
    a.begin(lease, Coordinator.manifest("one"));
    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Completed.class);
    return lease;
  }

  private Set<String> tombstones(WorkId id) throws PosixException {
    return arena().names(LeaseArena.shard(id) + "/retired");
  }

  private String tombstone(WorkId id) throws PosixException {
    return LeaseArena.shard(id) + "/retired/" + tombstones(id).iterator().next();
  }
}
