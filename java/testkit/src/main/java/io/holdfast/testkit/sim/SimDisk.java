package io.holdfast.testkit.sim;

import io.holdfast.posix.Errno;
import io.holdfast.testkit.FakeHostIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Simulated storage: what {@link SimPosix} processes share, and what a crash leaves of it.
 *
 * <p>What can be seen and what is durable are kept apart, for data and for names, each directory by
 * itself: fsync of a file makes its data, size and attributes durable, not its name; fsync of a
 * directory makes its names durable, not the data behind them, nor the directory's own name. A
 * rename is one change, also across directories. {@link Barriers} names weaker and stronger
 * storage.
 *
 * <p>Inode numbers and times are the same in every run. Thread-safe.
 */
public final class SimDisk {

  private static final FakeHostIdentity FIRST_BOOT = FakeHostIdentity.named("simulated");

  private final Volume volume;
  private final FakeHostIdentity host;
  private final List<SimPosix> processes = new ArrayList<>();
  private int nextPid = 1000;

  SimDisk(Volume volume, FakeHostIdentity host) {
    this.volume = volume;
    this.host = host;
  }

  /** An empty disk that can everything. */
  public static SimDisk create() {
    return create(SimCapabilities.full());
  }

  /** An empty disk; its root directory belongs to uid 0 and has mode 0755. */
  public static SimDisk create(SimCapabilities capabilities) {
    return new SimDisk(new Volume(capabilities, new SimClock()), FIRST_BOOT);
  }

  /** A process of root on the disk's own host. */
  public SimPosix newProcess() {
    return newProcess(Credentials.root());
  }

  /** A process on the disk's own host. */
  public SimPosix newProcess(Credentials credentials) {
    return newProcess(credentials, host);
  }

  /** A process on any host: the disk is shared storage then, without any cache. */
  public SimPosix newProcess(Credentials credentials, FakeHostIdentity where) {
    return locked(
        () -> {
          SimProcess process = new SimProcess(nextPid++, credentials, where);
          SimPosix posix = new SimPosix(this, volume, process);
          processes.add(posix);
          return posix;
        });
  }

  /** The host of processes that were not given another. A crash gives it another boot id. */
  public FakeHostIdentity host() {
    return host;
  }

  /** The clocks of every host. */
  public SimClock clock() {
    return volume.clock();
  }

  public SimCapabilities capabilities() {
    return locked(volume::capabilities);
  }

  /** Changes what the disk can, while in use: a read-only remount, a quota lowered or raised. */
  public void reconfigure(SimCapabilities capabilities) {
    locked(
        () -> {
          volume.setCapabilities(capabilities);
          return capabilities;
        });
  }

  /**
   * Makes the next fsync or fdatasync fail as kernels do: it answers the errno once, what it should
   * have made durable never will be, all of it can still be seen, and the barrier after it answers
   * 0.
   */
  public void failNextSync(Errno errno) {
    locked(
        () -> {
          volume.failNextSync(errno);
          return errno;
        });
  }

  /** Grows with every change and every barrier; equal numbers mean that nothing happened. */
  public long changes() {
    return locked(volume::changes);
  }

  /** Sectors of 512 bytes in use, those of unlinked open files included. */
  public long usedSectors() {
    return locked(volume::usedSectors);
  }

  /** Inodes in use, the root and unlinked open files included. */
  public long usedInodes() {
    return locked(volume::usedInodes);
  }

  // ---- crashes

  /** Everything that a crash at this moment may leave. The disk goes on undisturbed. */
  public CrashPoint crashPoint() {
    return locked(() -> CrashPoint.of(volume, host));
  }

  /** One outcome of a crash at this moment. The disk goes on undisturbed. */
  public SimDisk crash(CrashPolicy policy) {
    return crashPoint().crash(policy);
  }

  /** {@link CrashPoint#states} of this moment. */
  public Stream<CrashState> crashStates(int limit, long seed) {
    return crashPoint().states(limit, seed);
  }

  /** The power goes: every process dies; answers what may be left. */
  public CrashPoint cutPower() {
    return locked(
        () -> {
          CrashPoint left = CrashPoint.of(volume, host);
          List.copyOf(processes).forEach(SimPosix::kill);
          return left;
        });
  }

  void forget(SimPosix process) {
    processes.remove(process);
  }

  private <T> T locked(Supplier<T> work) {
    ReentrantLock mutex = volume.mutex();
    mutex.lock();
    try {
      return work.get();
    } finally {
      mutex.unlock();
    }
  }
}
