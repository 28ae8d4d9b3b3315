package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.Coordinator.manifest;
import static io.holdfast.testkit.lease.LeaseArena.id;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.Reading;
import io.holdfast.lease.ReleaseAnswer;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.FileStat;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.decorator.RecordedCall;
import io.holdfast.testkit.decorator.Trace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The moved fence: one genuine name, numbers that only grow, and hints that mean nothing. */
interface FenceContract extends LeaseGround {

  @Test
  default void fenceIsASecondNameOfItsOrigin() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));

    FileStat origin = arena().stat(LeaseArena.shard(id(1)) + "/" + id(1).hex() + ".origin");
    assertThat(arena().stat(arena().path(id(1), ".fence.")).sameFileAs(origin)).isTrue();
    String line = new String(arena().read(arena().path(id(1), ".origin")), US_ASCII);
    assertThat(line).matches("holdfast-fence-v1 " + id(1).hex() + " [0-9a-f]{32}\n");
  }

  @Test
  default void fenceGrowsByOneWithEveryTransition() throws Exception {
    Coordinator a = arena().open("alpha");
    List<Long> fences = new ArrayList<>();
    for (int round = 0; round < 12; round++) {
      Lease lease = a.take(id(1));
      fences.add(lease.fence());
      a.release(lease);
      fences.add(a.record(id(1)).fence());
    }
    Lease last = a.take(id(1));
    fences.add(last.fence());
    a.begin(last, manifest("one"));
    fences.add(a.record(id(1)).fence());
    a.complete(last);
    fences.add(a.record(id(1)).fence());

    for (int i = 0; i < fences.size(); i++) {
      assertThat(fences.get(i)).isEqualTo(i + 1L);
    }
    assertThat(arena().names(id(1), ".fence.")).hasSize(1);
  }

  @Test
  default void fenceGrowsOverSteals() throws Exception {
    long last = 0;
    for (int round = 0; round < 4; round++) {
      Coordinator holder = arena().open("holder" + round);
      if (round > 0) {
        arena().outlast(holder, id(1));
      }
      Lease lease = holder.take(id(1));
      assertThat(lease.fence()).isGreaterThan(last);
      last = lease.fence();
      holder.vanish();
    }
  }

  @Test
  default void fenceOfAStolenLeaseLeavesTheOldTokenStaleInEveryOperation() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lost = a.take(id(1));
    Coordinator b = arena().open("beta");
    arena().outlast(b, id(1));
    Lease stolen = b.take(id(1));
    Coordinator other = arena().open("alpha");

    assertThat(other.release(lost)).isInstanceOf(ReleaseAnswer.Stale.class);
    assertThat(other.complete(lost)).isInstanceOf(CompleteAnswer.Stale.class);
    assertThat(other.beat(lost).lost()).containsExactly(id(1));
    assertThat(b.beat(stolen).renewed()).containsExactly(id(1));
    assertThat(b.record(id(1)).fence()).isEqualTo(stolen.fence());
  }

  @Test
  default void fencesOfImpostorsAreIgnored() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    String genuine = arena().path(id(1), ".fence.");
    for (long number : new long[] {0, 1, 2, 9, Long.MAX_VALUE}) {
      String name = id(1).hex() + String.format(".fence.%016x.", number) + "b".repeat(32);
      arena().write(LeaseArena.shard(id(1)) + "/" + name, new byte[] {'x'});
    }

    Coordinator b = arena().open("beta");
    assertThat(b.record(id(1)).token()).isEqualTo(lease.token());
    arena().unlink(LeaseArena.hint(id(1)));
    assertThat(b.record(id(1)).token()).isEqualTo(lease.token());
    assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
    assertThat(a.release(lease)).isInstanceOf(ReleaseAnswer.Released.class);
    assertThat(b.take(id(1)).fence()).isEqualTo(lease.fence() + 2);
    assertThat(arena().isThere(genuine)).isFalse();
  }

  @Test
  default void hintsThatAreGoneBrokenForeignOrOldMeanNothing() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease first = a.take(id(1));
    byte[] old = arena().read(LeaseArena.hint(id(1)));
    a.release(first);
    Lease lease = a.take(id(1));
    a.take(id(5));
    byte[] foreign = arena().read(LeaseArena.hint(id(5)));
    Coordinator b = arena().open("beta");

    for (byte[] hint : new byte[][] {old, foreign, new byte[0], {'{'}, {0, 0, 0}, null}) {
      arena().unlink(LeaseArena.hint(id(1)));
      if (hint != null) {
        arena().write(LeaseArena.hint(id(1)), hint);
      }
      assertThat(b.record(id(1)).token()).isEqualTo(lease.token());
      assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
      if (hint == null) {
        arena().write(LeaseArena.hint(id(1)), old);
      }
    }
    assertThat(b.table().counters().snapshot().fenceScans()).isPositive();
    a.complete(lease);
    assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Done.class);
  }

  @Test
  default void hintThatIsNoFileMeansNothing() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    Coordinator b = arena().open("beta");

    arena().unlink(LeaseArena.hint(id(1)));
    arena().mkdir(LeaseArena.hint(id(1)));
    assertThat(b.record(id(1)).token()).isEqualTo(lease.token());
    assertThat(a.complete(lease)).isInstanceOf(CompleteAnswer.Completed.class);
    assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Done.class);
  }

  @Test
  default void readOfAHintedRecordListsNoDirectory() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));
    a.calls().clear();

    a.record(id(1));

    assertThat(a.calls().trace().only(PosixCall.GETDENTS64).size()).isZero();
    assertThat(a.table().counters().snapshot().fenceScans()).isZero();
  }

  @Test
  default void fenceThatIsNotSeenIsUnavailableAndNeverAbsent() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    String fence = arena().path(id(1), ".fence.");
    arena().rename(fence, "aside");
    Coordinator b = arena().open("beta");

    assertThat(b.table().read(id(1))).isInstanceOf(Reading.Unavailable.class);
    assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Unavailable.class);
    assertThat(b.complete(lease)).isInstanceOf(CompleteAnswer.Unavailable.class);

    arena().rename("aside", fence);
    assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Held.class);
  }

  @Test
  default void recordThatIsNotSeenIsUnavailableAndNeverAnOlderOne() throws Exception {
    Coordinator a = arena().open("alpha");
    a.release(a.take(id(1)));
    a.take(id(1));
    arena().unlink(arena().countingRecord(id(1)));
    arena().unlink(LeaseArena.hint(id(1)));
    Coordinator b = arena().open("beta");

    assertThat(b.table().read(id(1))).isInstanceOf(Reading.Unavailable.class);
    assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Unavailable.class);
  }

  @Test
  default void namesOfAnIdDoNotGrowWithItsHistory() throws Exception {
    Coordinator a = arena().open("alpha");
    WorkId id = id(1);
    for (int round = 0; round < 20; round++) {
      a.release(a.take(id));
    }

    assertThat(arena().names(id, ".fence.")).hasSize(1);
    assertThat(arena().names(id, ".rec.")).hasSize(2);
    assertThat(arena().names(id, "")).hasSize(5);
  }

  @Test
  default void transitionIsDurableInTheOrderThatTheProtocolAsksFor() throws Exception {
    Coordinator a = arena().open("alpha");
    Lease lease = a.take(id(1));
    a.calls().clear();

    a.release(lease);

    Trace trace = a.calls().trace();
    RecordedCall move =
        trace
            .only(PosixCall.RENAMEAT2)
            .where(call -> call.call().names().get(0).toString().contains(".fence."))
            .calls()
            .get(0);
    Trace syncs = trace.only(PosixCall.FSYNC);
    Trace before = syncs.where(call -> call.endedBefore(move));
    assertThat(before.where(FenceContract::isOnARecord).calls())
        .as("content barriers before the move")
        .isNotEmpty();
    assertThat(before.where(call -> !isOnARecord(call)).calls())
        .as("directory barriers before the move")
        .isNotEmpty();
    assertThat(syncs.where(call -> move.endedBefore(call)).calls())
        .as("barriers behind the move")
        .isNotEmpty();
  }

  private static boolean isOnARecord(RecordedCall call) {
    return call.subject() != null && call.subject().toString().contains(".rec.");
  }

  @Test
  default void originThatIsNoFenceOfThisIdLeavesTheIdUnavailable() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));
    String origin = arena().path(id(1), ".origin");
    arena().unlink(origin);
    arena().unlink(LeaseArena.hint(id(1)));
    arena().mkdir(origin);
    Coordinator b = arena().open("beta");

    assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Unavailable.class);
    assertThat(b.table().read(id(1))).isInstanceOf(Reading.Unavailable.class);
  }

  @Test
  default void recordWhoseChecksumIsNotItsOwnIsCorrupt() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));
    String path = arena().countingRecord(id(1));
    String whole = new String(arena().read(path), US_ASCII);
    Coordinator b = arena().open("beta");

    for (String broken :
        new String[] {whole.replace("alpha", "omega"), whole.substring(0, whole.length() - 1)}) {
      arena().write(path, broken.getBytes(US_ASCII));
      assertThat(b.claim(id(1))).isInstanceOf(ClaimAnswer.Corrupt.class);
    }
  }
}
