package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.LeaseArena.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.clock.EpochClock;
import io.holdfast.durable.BarrierForm;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.PoisonedException;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.SessionLostException;
import io.holdfast.lease.TableFinding;
import io.holdfast.lease.TableFinding.Severity;
import io.holdfast.lease.TableInspection;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.TableRefusedException;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.lease.EndingPosix.End;
import io.holdfast.testkit.sim.CrashState;
import io.holdfast.testkit.sim.ProcessKilled;
import io.holdfast.testkit.sim.SimDisk;
import io.holdfast.testkit.sim.SimPosix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A purge that ends at any of its calls, by death, power cut or an error: whoever comes goes on.
 */
class TablePurgeTest {

  private static final RawPath ROOT = RawPath.of("/d");
  private static final int CRASHES = 2;
  private static final int CALL_LIMIT = 2_000;
  private static final long LATER_SEEDS = 1_000;

  /** All of one shard. */
  private static final WorkId DONE = id(1);

  private static final WorkId RELEASED = id(5);
  private static final WorkId HELD = id(9);

  /** How the purge ends. */
  @ParameterizedTest
  @EnumSource
  void endsAtAnyCallAndIsGoneOnWith(End end) throws Exception {
    for (BarrierForm form : new BarrierForm[] {BarrierForm.FSYNC, BarrierForm.SENTINEL}) {
      int nth = 1;
      while (new Run(form, end, nth).isEnded()) {
        nth++;
        assertThat(nth).isLessThan(CALL_LIMIT);
      }
      System.out.printf("purge, %s, %s: ended at each of %,d calls%n", end, form, nth - 1);
      assertThat(nth).isGreaterThan(50);
    }
  }

  /** One purge that is ended at one of its calls. */
  private record Run(BarrierForm form, End end, int nth) {

    private DurableOptions barriers() {
      return DurableOptions.defaults().withBarrierForm(form).withFanOut(1);
    }

    boolean isEnded() throws Exception {
      SimDisk disk = SimDisk.create();
      SimPosix maker = disk.newProcess();
      assertThat(maker.mkdirat(Flags.AT_FDCWD, ROOT.bytes(), 0700)).isZero();
      int fd = maker.openat(Flags.AT_FDCWD, ROOT.bytes(), Flags.O_RDONLY, 0);
      assertThat(maker.syncfs(fd)).isZero();
      assertThat(maker.close(fd)).isZero();
      LeaseArena arena = new LeaseArena(disk::newProcess, ROOT, barriers(), Protocol.FENCE);
      try {
        Coordinator a = arena.open("alpha");
        Lease done = a.take(DONE);
        a.complete(done);
        a.release(a.take(RELEASED));
        Lease held = a.take(HELD);
        boolean ended = purgeIsEnded(disk.newProcess());
        for (CrashState state : disk.crashStates(CRASHES, disk.changes()).toList()) {
          LeaseArena left =
              new LeaseArena(
                  state.disk()::newProcess, ROOT, barriers(), Protocol.FENCE, LATER_SEEDS);
          requireGoneOnWith(left, state.disk().newProcess(), done);
          left.closeAll();
        }
        assertThat(a.beat(held).renewed()).containsExactly(HELD);
        requireGoneOnWith(arena, disk.newProcess(), done);
        return ended;
      } catch (AssertionError e) {
        throw new AssertionError(this + ": " + e.getMessage(), e);
      } finally {
        arena.closeAll();
      }
    }

    private boolean purgeIsEnded(SimPosix process) throws Exception {
      EndingPosix posix = new EndingPosix(process, end, nth);
      Coordinator purger = new Coordinator("purger", new Seat(posix, barriers(), 2 * LATER_SEEDS));
      try {
        purger.purge(ROOT, 0, finding -> {});
      } catch (ProcessKilled
          | PosixException
          | DurabilityUnknownException
          | PoisonedException
          | SessionLostException
          | TableRefusedException e) {
        return true;
      }
      return posix.hasEnded();
    }

    private static void requireGoneOnWith(LeaseArena arena, Posix looking, Lease done)
        throws Exception {
      Coordinator b = arena.open("beta");
      assertThat(b.claim(DONE)).isInstanceOf(ClaimAnswer.Done.class);
      assertThat(b.complete(done)).isInstanceOf(CompleteAnswer.Already.class);
      Lease again = b.take(RELEASED);
      assertThat(again.fence()).isBetween(3L, 4L);
      b.release(again);
      assertThat(b.purge(ROOT, 0)).contains(RELEASED);
      assertThat(b.take(RELEASED).fence()).isEqualTo(again.fence() + 3);
      b.table().sweep();
      requireClean(looking);
      assertThat(arena.open("gamma").claim(DONE)).isInstanceOf(ClaimAnswer.Done.class);
      assertThat(arena.names(DONE, "")).isEmpty();
    }
  }

  private static void requireClean(Posix looking) throws Exception {
    List<TableFinding> findings = new ArrayList<>();
    try (TableInspection table = TableInspection.open(looking, ROOT, Optional.empty())) {
      table.verify(
          EpochClock.system(),
          finding -> {
            if (!finding.path().toString().startsWith(LeaseArena.SESSIONS)) {
              findings.add(finding);
            }
          });
    }
    assertThat(findings)
        .noneMatch(finding -> finding.severity() != Severity.NOTE)
        .noneMatch(finding -> finding.check() == TableFinding.Check.LEFTOVER)
        .noneMatch(finding -> finding.check() == TableFinding.Check.FOREIGN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"FLOCK", "MKDIR"})
  void tablesWithUpdateLocksAreRefused(Protocol protocol) throws Exception {
    Coordinator a = arena(protocol).open("alpha");

    assertThat(catchThrowable(() -> a.purge(ROOT, 0)))
        .isInstanceOf(TableRefusedException.class)
        .hasMessageContaining("update locks");
  }

  @Test
  void tablesThatAnEarlierVersionMayUseAreRefused() throws Exception {
    LeaseArena arena = arena(Protocol.FENCE);
    Coordinator a = arena.open("alpha");
    String manifest = LeaseArena.text(arena.read("table.json"));
    arena.write("table.json", LeaseArena.bytes(manifest.replace("_reader\":2", "_reader\":1")));

    assertThat(catchThrowable(() -> a.purge(ROOT, 0)))
        .isInstanceOf(TableRefusedException.class)
        .hasMessageContaining("know no tombstones");
  }

  private static LeaseArena arena(Protocol protocol) throws PosixException {
    SimDisk disk = SimDisk.create();
    assertThat(disk.newProcess().mkdirat(Flags.AT_FDCWD, ROOT.bytes(), 0700)).isZero();
    return new LeaseArena(disk::newProcess, ROOT, DurableOptions.defaults(), protocol);
  }
}
