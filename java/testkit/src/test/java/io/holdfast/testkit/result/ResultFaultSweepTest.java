package io.holdfast.testkit.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.durable.BarrierForm;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.PoisonedException;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.result.ResultManifest;
import io.holdfast.result.ResultMissingException;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.FaultPosix;
import io.holdfast.testkit.decorator.SteppedPosix;
import io.holdfast.testkit.proof.CallFault;
import io.holdfast.testkit.proof.Tree;
import io.holdfast.testkit.sim.CrashState;
import io.holdfast.testkit.sim.ProcessKilled;
import io.holdfast.testkit.sim.SimCapabilities;
import io.holdfast.testkit.sim.SimDisk;
import io.holdfast.testkit.sim.SimPosix;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every call of a worker and of a publisher failing once, before it was done and after, and each of
 * them killed at every call. What was told is there, also after a power cut; the next publisher
 * finishes, once, with the right bytes; and no stage is left that a sweeper would keep.
 */
class ResultFaultSweepTest {

  private static final RawPath ROOT = RawPath.of("/d");
  private static final long SEED = 7;
  private static final int CRASHES = 4;
  private static final int CALL_LIMIT = 1_000;
  private static final String[] CONTENTS = {"one", "two", "three"};
  private static final Map<String, String> PUBLIC = ResultArena.contents(CONTENTS);

  /** Whose calls fail. */
  private enum Act {
    SEALING,
    PUBLISHING
  }

  /** One run on a disk of its own. */
  private static final class Run {

    private final SimDisk disk = SimDisk.create(SimCapabilities.full());
    private final Act act;
    private final String what;
    private @Nullable ResultManifest sealed;
    private boolean published;

    Run(Act act, String what) throws Exception {
      this.act = act;
      this.what = act + ", " + what;
      SimPosix maker = disk.newProcess();
      assertThat(maker.mkdirat(Flags.AT_FDCWD, ROOT.bytes(), 0700)).isZero();
      int fd = maker.openat(Flags.AT_FDCWD, ROOT.bytes(), Flags.O_RDONLY, 0);
      assertThat(maker.syncfs(fd)).isZero();
      try (Party before = party(maker)) {
        if (act == Act.PUBLISHING) {
          sealed = before.seal(CONTENTS);
        }
      }
    }

    /**
     * Does what is swept; errors that the contract names are part of it.
     *
     * @param lies whether the storage may say that something is absent which is there
     */
    void go(Posix posix, boolean lies) throws Exception {
      try (Party party = party(posix)) {
        if (act == Act.SEALING) {
          sealed = party.seal(CONTENTS);
        } else if (sealed != null) {
          party.publish(sealed);
          published = true;
        }
      } catch (PosixException | DurabilityUnknownException | PoisonedException e) {
        assertThat(published).isFalse();
      } catch (ResultMissingException e) {
        assertThat(lies).as(what).isTrue();
      }
    }

    void judge() throws Exception {
      requireTold(disk, "now");
      for (CrashState state : disk.crashStates(CRASHES, disk.changes()).toList()) {
        requireTold(state.disk(), "after a power cut, " + state);
      }
    }

    /** What was told is there, and everything can be gone on with. */
    private void requireTold(SimDisk found, String when) throws Exception {
      String as = what + ", " + when;
      if (published) {
        assertThat(published(found)).as(as).isEqualTo(PUBLIC);
      }
      assertThat(PUBLIC.entrySet()).as(as).containsAll(published(found).entrySet());
      try (Party next = party(found.newProcess())) {
        if (sealed != null) {
          next.publish(sealed);
          assertThat(published(found)).as(as).isEqualTo(PUBLIC);
        }
        assertThat(next.sweep((stage, origin) -> Optional.empty()).kept()).as(as).isEmpty();
      } catch (PosixException | AssertionError e) {
        throw new AssertionError(as + ": " + e.getMessage(), e);
      }
    }
  }

  private static Map<String, String> published(SimDisk disk) {
    return Tree.read(disk.newProcess(), ROOT.resolve(RawPath.of(Party.PUBLIC)));
  }

  private static Party party(Posix posix) throws Exception {
    return new Party(
        posix,
        ROOT,
        DurableOptions.defaults()
            .withBarrierForm(BarrierForm.FSYNC)
            .withFanOut(1)
            .withRandom(new SplittableRandom(SEED)));
  }

  @ParameterizedTest
  @EnumSource
  void aCallThatFailsLosesNothing(Act act) throws Exception {
    long runs = 0;
    for (CallFault fault : CallFault.all()) {
      boolean hit = true;
      for (int nth = 1; hit; nth++) {
        Run run = new Run(act, nth + ". " + fault);
        SimPosix process = run.disk.newProcess();
        FaultPosix faulty = new FaultPosix(process);
        Fault order = Fault.of(fault.call(), fault.errno()).onCall(nth);
        faulty.inject(fault.afterwards() ? order.afterwards() : order);
        run.go(faulty, fault.errno().equals(Errno.ENOENT) || fault.errno().equals(Errno.ESTALE));
        hit = !faulty.injected().isEmpty();
        if (hit) {
          runs++;
          assertThat(process.openDescriptors()).as(run.what).isZero();
          run.judge();
        }
        assertThat(nth).isLessThan(CALL_LIMIT);
      }
    }
    System.out.printf("call faults, %s: %,d runs with one%n", act, runs);
    assertThat(runs).isGreaterThan(500);
  }

  @ParameterizedTest
  @EnumSource
  void deathAtAnyCallLosesNothing(Act act) throws Exception {
    int deaths = 0;
    boolean died = true;
    for (int nth = 1; died; nth++) {
      Run run = new Run(act, "killed at step " + nth);
      SimPosix process = run.disk.newProcess();
      died = dies(run, process, nth);
      run.judge();
      deaths += died ? 1 : 0;
      assertThat(nth).isLessThan(CALL_LIMIT);
    }
    System.out.printf("deaths, %s: %d%n", act, deaths);
    assertThat(deaths).isGreaterThan(50);
  }

  private static boolean dies(Run run, SimPosix process, int nth) throws Exception {
    int[] steps = new int[1];
    Posix mortal =
        new SteppedPosix(
            process,
            () -> {
              if (++steps[0] == nth) {
                process.kill();
              }
            });
    try {
      run.go(mortal, false);
      return false;
    } catch (ProcessKilled e) {
      return true;
    }
  }

  @Test
  void aSweepThatDiesAtAnyCallCanBeGoneOnWith() throws Exception {
    boolean died = true;
    for (int nth = 1; died; nth++) {
      Run run = new Run(Act.PUBLISHING, "a sweep killed at step " + nth);
      SimPosix process = run.disk.newProcess();
      int dieAt = nth;
      int[] steps = new int[1];
      Posix mortal =
          new SteppedPosix(
              process,
              () -> {
                if (++steps[0] == dieAt) {
                  process.kill();
                }
              });
      died = false;
      try (Party sweeper = party(mortal)) {
        sweeper.sweep((stage, origin) -> Optional.empty());
      } catch (ProcessKilled e) {
        died = true;
      }
      for (CrashState state : run.disk.crashStates(CRASHES, nth).toList()) {
        try (Party next = party(state.disk().newProcess())) {
          assertThat(next.sweep((stage, origin) -> Optional.empty()).kept())
              .as(run.what + ", " + state)
              .isEmpty();
        }
      }
      assertThat(nth).isLessThan(CALL_LIMIT);
    }
  }
}
