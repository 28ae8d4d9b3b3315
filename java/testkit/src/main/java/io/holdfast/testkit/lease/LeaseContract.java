package io.holdfast.testkit.lease;

import io.holdfast.durable.DurableOptions;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * The contract of {@link io.holdfast.lease.WorkLeaseTable}: every operation, every answer, by
 * several coordinators on one root, each with clocks of its own that are moved by hand. What holds
 * for every protocol stands here. Whoever wants to know whether a {@link Posix} or a file system
 * carries leases extends this class once for each protocol, and signs with it what holds for that
 * one only: {@link FenceTableContract}, {@link FlockTableContract} or {@link MkdirTableContract}.
 *
 * <p>What a power cut leaves, and what stale caches of several clients do, is not asked here.
 */
public abstract class LeaseContract
    implements ClaimContract,
        HeartbeatContract,
        CommitContract,
        ReleaseContract,
        ReplayContract,
        RecoveryContract,
        KeeperContract,
        SweepContract,
        CorruptionContract,
        BadInputContract,
        DoorContract {

  private @Nullable LeaseArena arena;

  /** Nothing is opened before the first test. */
  protected LeaseContract() {}

  /** The subject for one more coordinator; a process of its own where that can be. */
  protected abstract Posix newPosix();

  /** Makes a directory that is empty, writable, of mode 0700, and belongs to one test. */
  protected abstract RawPath makeFreshDirectory() throws PosixException;

  /** Removes the directory with its contents; every coordinator is closed. */
  protected abstract void discardDirectory() throws PosixException;

  /** How every coordinator makes its barriers: as suits the file system, unless overridden. */
  protected DurableOptions barriers() {
    return DurableOptions.defaults();
  }

  @Override
  public final LeaseArena arena() {
    if (arena == null) {
      throw new IllegalStateException("no test is running");
    }
    return arena;
  }

  @BeforeEach
  final void openArena() throws PosixException {
    arena = new LeaseArena(this::newPosix, makeFreshDirectory(), barriers(), protocol());
  }

  @AfterEach
  final void closeArena() throws Exception {
    if (arena != null) {
      arena.closeAll();
      arena = null;
      discardDirectory();
    }
  }
}
