package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.LeaseArena.TTL_MILLIS;
import static io.holdfast.testkit.lease.LeaseArena.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.durable.BarrierForm;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.PoisonedException;
import io.holdfast.lease.ClaimAnswer;
import io.holdfast.lease.CommitAnswer;
import io.holdfast.lease.CompleteAnswer;
import io.holdfast.lease.Lease;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.Reading;
import io.holdfast.lease.ReleaseAnswer;
import io.holdfast.lease.SessionLostException;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.proof.CallFault;
import io.holdfast.testkit.sim.CrashState;
import io.holdfast.testkit.sim.SimDisk;
import io.holdfast.testkit.sim.SimPosix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every call of every operation of a table failing once, before it was done and after. What was
 * acknowledged is there, for everybody and after a power cut; what was not leaves no id stuck,
 * whether its coordinator closes, dies or beats on.
 */
class LeaseFaultSweepTest {

  private static final RawPath ROOT = RawPath.of("/d");
  private static final WorkId ID = id(1);
  private static final int CRASHES = 6;

  /** Where the seeds of coordinators begin that come after a power cut. */
  private static final long AFTER_THE_CRASH = 1_000;

  private static final int CALL_LIMIT = 1_000;

  private static final List<CallFault> FAULTS = faults();

  /** What is done while a call fails. */
  private enum Operation {
    FIRST_CLAIM(LeaseStatus.LEASED),
    CLAIM(LeaseStatus.LEASED),
    STEAL(LeaseStatus.LEASED),
    HEARTBEAT(LeaseStatus.LEASED),
    BEGIN_COMMIT(LeaseStatus.COMMITTING),
    COMPLETE(LeaseStatus.DONE),
    RELEASE(LeaseStatus.RELEASED);

    final LeaseStatus afterwards;

    Operation(LeaseStatus afterwards) {
      this.afterwards = afterwards;
    }

    boolean isClaim() {
      return this == FIRST_CLAIM || this == CLAIM || this == STEAL;
    }

    /**
     * @return the lease that the operation is about; empty for claims
     */
    Optional<Lease> prepare(LeaseArena arena, Coordinator a) throws Exception {
      switch (this) {
        case FIRST_CLAIM -> {
          return Optional.empty();
        }
        case CLAIM -> {
          a.release(a.take(ID));
          return Optional.empty();
        }
        case STEAL -> {
          Coordinator gone = arena.open("gone");
          gone.take(ID);
          gone.vanish();
          arena.outlast(a, ID);
          a.beat();
          return Optional.empty();
        }
        case COMPLETE -> {
          Lease lease = a.take(ID);
          a.begin(lease, Coordinator.manifest("one"));
          return Optional.of(lease);
        }
        default -> {
          return Optional.of(a.take(ID));
        }
      }
    }

    Object run(Coordinator a, Optional<Lease> held) throws Exception {
      return switch (this) {
        case FIRST_CLAIM, CLAIM, STEAL -> a.claim(ID);
        case HEARTBEAT -> a.beat(held.orElseThrow()).renewed();
        case BEGIN_COMMIT -> a.begin(held.orElseThrow(), Coordinator.manifest("one"));
        case COMPLETE -> a.complete(held.orElseThrow());
        case RELEASE -> a.release(held.orElseThrow());
      };
    }

    boolean isAcknowledged(Object answer) {
      return answer instanceof ClaimAnswer.Claimed
          || answer instanceof CommitAnswer.Begun
          || answer instanceof CompleteAnswer.Completed
          || answer instanceof ReleaseAnswer.Released
          || (this == HEARTBEAT && answer.equals(Set.of(ID)));
    }
  }

  /** What becomes of the coordinator whose call failed. */
  private enum Ending {
    CLOSES,
    DIES,
    BEATS_ON
  }

  static List<Arguments> operations() {
    List<Arguments> all = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      for (BarrierForm form : new BarrierForm[] {BarrierForm.FSYNC, BarrierForm.SENTINEL}) {
        all.add(Arguments.of(Named.of(operation.name(), operation), form));
      }
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("operations")
  void nothingAcknowledgedIsLostAndNoIdIsStuck(Operation operation, BarrierForm form)
      throws Exception {
    long runs = 0;
    for (CallFault fault : FAULTS) {
      for (Ending ending : Ending.values()) {
        int nth = 1;
        while (new Run(operation, form, fault, nth, ending).isHit()) {
          runs++;
          nth++;
          assertThat(nth).as("calls of " + fault).isLessThan(CALL_LIMIT);
        }
      }
    }
    System.out.printf("call faults, %s, %s: %,d runs with one%n", operation, form, runs);
    assertThat(runs).isGreaterThan(50);
  }

  /** One run with one failing call. */
  private static final class Run {

    private final Operation operation;
    private final BarrierForm form;
    private final CallFault fault;
    private final int nth;
    private final Ending ending;
    private final SimDisk disk = SimDisk.create();
    private final List<SimPosix> processes = new ArrayList<>();

    Run(Operation operation, BarrierForm form, CallFault fault, int nth, Ending ending) {
      this.operation = operation;
      this.form = form;
      this.fault = fault;
      this.nth = nth;
      this.ending = ending;
    }

    boolean isHit() throws Exception {
      SimPosix maker = disk.newProcess();
      assertThat(maker.mkdirat(Flags.AT_FDCWD, ROOT.bytes(), 0700)).isZero();
      int fd = maker.openat(Flags.AT_FDCWD, ROOT.bytes(), Flags.O_RDONLY, 0);
      assertThat(maker.syncfs(fd)).isZero();
      assertThat(maker.close(fd)).isZero();
      LeaseArena arena = new LeaseArena(this::newProcess, ROOT, barriers(), Protocol.FENCE);
      try {
        Coordinator a = arena.open("alpha");
        Optional<Lease> held = operation.prepare(arena, a);
        long before = fence(a);
        Fault order = Fault.of(fault.call(), fault.errno()).onCall(nth);
        a.fail(fault.afterwards() ? order.afterwards() : order);
        Object told = told(a, held);
        a.faults().heal();
        if (a.faults().injected().isEmpty()) {
          return false;
        }
        judge(arena, a, held, before, told);
      } catch (AssertionError e) {
        throw new AssertionError(this + ": " + e.getMessage(), e);
      } finally {
        arena.closeAll();
      }
      for (SimPosix process : processes) {
        assertThat(process.openDescriptors()).as("descriptors left open: " + this).isZero();
      }
      return true;
    }

    private SimPosix newProcess() {
      SimPosix process = disk.newProcess();
      processes.add(process);
      return process;
    }

    private DurableOptions barriers() {
      return DurableOptions.defaults().withBarrierForm(form).withFanOut(1);
    }

    private Object told(Coordinator a, Optional<Lease> held) throws Exception {
      try {
        return operation.run(a, held);
      } catch (PosixException
          | DurabilityUnknownException
          | PoisonedException
          | SessionLostException e) {
        return e;
      }
    }

    private static long fence(Coordinator coordinator) throws Exception {
      return coordinator.table().read(ID) instanceof Reading.Present present
          ? present.record().fence()
          : 0;
    }

    private void judge(
        LeaseArena arena, Coordinator a, Optional<Lease> held, long before, Object told)
        throws Exception {
      Coordinator b = arena.open("beta");
      boolean acknowledged = operation.isAcknowledged(told);
      if (acknowledged) {
        requireThere(b, a, held, told);
        requireThereAfterAPowerCut(a, held, told);
      } else if (told instanceof PosixException && operation != Operation.HEARTBEAT) {
        assertThat(fence(b)).as("number after " + told).isEqualTo(before);
      } else if (operation == Operation.STEAL && told instanceof ClaimAnswer.Held) {
        assertThat(fence(b)).as("number of a lease whose holder counts as alive").isEqualTo(before);
      } else if (!(told instanceof Exception)) {
        assertThat(told)
            .as("an answer that lies")
            .isInstanceOfAny(
                ClaimAnswer.Unavailable.class,
                ReleaseAnswer.RemovedDurabilityUnknown.class,
                CommitAnswer.Unavailable.class,
                CompleteAnswer.Unavailable.class,
                ReleaseAnswer.Unavailable.class);
      }
      end(arena, a, b);
      boolean holderKnows = acknowledged || !operation.isClaim();
      requireNotStuck(arena, b, ending == Ending.BEATS_ON && holderKnows);
      b.table().sweep();
      assertThat(arena.names(ID, ".fence.")).hasSize(1);
    }

    private void requireThere(Coordinator reader, Coordinator a, Optional<Lease> held, Object told)
        throws Exception {
      LeaseRecord record = reader.record(ID);
      assertThat(record.status()).isEqualTo(operation.afterwards);
      assertThat(record.owner()).isEqualTo(a.owner());
      if (told instanceof ClaimAnswer.Claimed claimed) {
        assertThat(record.fence()).isEqualTo(claimed.lease().fence());
        assertThat(record.token()).isEqualTo(claimed.lease().token());
      } else {
        assertThat(record.token()).isEqualTo(held.orElseThrow().token());
      }
    }

    private void requireThereAfterAPowerCut(Coordinator a, Optional<Lease> held, Object told)
        throws Exception {
      for (CrashState state : disk.crashStates(CRASHES, disk.changes()).toList()) {
        LeaseArena left =
            new LeaseArena(
                state.disk()::newProcess, ROOT, barriers(), Protocol.FENCE, AFTER_THE_CRASH);
        try {
          requireThere(left.open("reader"), a, held, told);
        } catch (AssertionError e) {
          throw new AssertionError("after a power cut, " + state + ": " + e.getMessage(), e);
        } finally {
          left.closeAll();
        }
      }
    }

    private void end(LeaseArena arena, Coordinator a, Coordinator b) throws Exception {
      switch (ending) {
        case CLOSES -> a.close();
        case DIES -> a.vanish();
        case BEATS_ON -> {
          for (int beat = 0; beat < 6; beat++) {
            beat(a);
            b.table().recoverExpired();
            arena.pass(TTL_MILLIS / 2);
            b.beat();
          }
          beat(a);
        }
      }
    }

    private static void beat(Coordinator a) throws PosixException {
      try {
        Unchecked.call(() -> a.beat());
      } catch (AssertionError e) {
        assertThat(e.getCause())
            .isInstanceOfAny(
                PoisonedException.class,
                SessionLostException.class,
                DurabilityUnknownException.class);
      }
    }

    private void requireNotStuck(LeaseArena arena, Coordinator b, boolean mayBeHeld)
        throws Exception {
      ClaimAnswer answer = b.claim(ID);
      if (answer instanceof ClaimAnswer.Held && !mayBeHeld) {
        arena.pass(TTL_MILLIS);
        b.beat();
        answer = b.claim(ID);
      }
      if (answer instanceof ClaimAnswer.Claimed claimed) {
        assertThat(b.complete(claimed.lease())).isInstanceOf(CompleteAnswer.Completed.class);
      } else if (answer instanceof ClaimAnswer.Committing) {
        assertThat(operation).isIn(Operation.BEGIN_COMMIT, Operation.COMPLETE);
        requireReplayable(arena, b, mayBeHeld);
      } else if (answer instanceof ClaimAnswer.Done) {
        assertThat(operation).isEqualTo(Operation.COMPLETE);
      } else {
        assertThat(answer).isInstanceOf(ClaimAnswer.Held.class);
        assertThat(mayBeHeld).as("held by a session that nobody uses").isTrue();
      }
    }

    private static void requireReplayable(LeaseArena arena, Coordinator b, boolean mayBeHeld)
        throws Exception {
      CompleteAnswer replayed = b.replay(ID, (lease, commit) -> {});
      if (replayed instanceof CompleteAnswer.Stale && !mayBeHeld) {
        arena.pass(TTL_MILLIS);
        b.beat();
        replayed = b.replay(ID, (lease, commit) -> {});
      }
      assertThat(replayed)
          .as("a replay of what its holder did not complete")
          .isInstanceOf(mayBeHeld ? CompleteAnswer.class : CompleteAnswer.Completed.class);
    }

    @Override
    public String toString() {
      return operation + " over " + form + ", " + nth + ". " + fault + ", then it " + ending;
    }
  }

  private static List<CallFault> faults() {
    List<CallFault> all = new ArrayList<>();
    add(all, PosixCall.OPENAT, true, Errno.EIO, Errno.EACCES, Errno.ENOSPC, Errno.EMFILE);
    add(all, PosixCall.MKDIRAT, true, Errno.EIO, Errno.EEXIST, Errno.ENOSPC);
    add(all, PosixCall.PWRITE, true, Errno.EIO, Errno.ENOSPC);
    add(all, PosixCall.FCHMOD, true, Errno.EIO);
    add(all, PosixCall.FSYNC, true, Errno.EIO, Errno.ENOSPC);
    add(all, PosixCall.FSETXATTR, true, Errno.EIO);
    add(all, PosixCall.LINKAT, true, Errno.EIO, Errno.EEXIST, Errno.ENOENT, Errno.ETIMEDOUT);
    add(
        all,
        PosixCall.RENAMEAT2,
        true,
        Errno.EIO,
        Errno.ENOENT,
        Errno.EEXIST,
        Errno.ETIMEDOUT,
        Errno.EINTR,
        Errno.ESTALE,
        Errno.ENOSPC);
    add(all, PosixCall.UNLINKAT, true, Errno.EIO, Errno.ENOENT);
    add(all, PosixCall.STATX, false, Errno.EIO, Errno.ESTALE, Errno.EACCES);
    add(all, PosixCall.FSTAT, false, Errno.EIO, Errno.ESTALE);
    add(all, PosixCall.FSTATAT, false, Errno.EIO, Errno.ESTALE);
    add(all, PosixCall.PREAD, false, Errno.EIO, Errno.ESTALE);
    add(all, PosixCall.GETDENTS64, false, Errno.EIO);
    add(all, PosixCall.CLOSE, false, Errno.EIO, Errno.EINTR);
    return List.copyOf(all);
  }

  private static void add(
      List<CallFault> all, PosixCall call, boolean alsoAfterwards, Errno... errnos) {
    for (Errno errno : errnos) {
      all.add(new CallFault(call, errno, false));
      if (alsoAfterwards) {
        all.add(new CallFault(call, errno, true));
      }
    }
  }
}
