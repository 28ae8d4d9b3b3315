package io.holdfast.litmus;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.mount.MountFactsReader;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Removes the probe trees of killed runs: own-uid trees that {@link Leftover} calls dead, by
 * descriptor, on the same mount, within a budget.
 *
 * <p>Locks are tried by an agent, never by this process: a flock that hangs must not hang us.
 */
final class TreeSweeper {

  private static final int SCAN_LIMIT = 200_000;
  private static final int REMOVAL_LIMIT = 100_000;
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final long BUDGET_NANOS = 10_000_000_000L;
  private static final long DYING_NANOS = 1_000_000_000L;
  private static final long POLL_NANOS = 2_000_000L;

  private final Posix posix;
  private final NanoClock clock;
  private final EpochClock epochClock;
  private final ProcessMark own;
  private final long timeoutNanos;

  /**
   * @param removed how many trees are gone
   * @param kept why others stay, one sentence each
   */
  record Swept(int removed, List<String> kept) {}

  TreeSweeper(
      Posix posix, NanoClock clock, EpochClock epochClock, ProcessMark own, long timeoutNanos) {
    this.posix = posix;
    this.clock = clock;
    this.epochClock = epochClock;
    this.own = own;
    this.timeoutNanos = timeoutNanos;
  }

  /**
   * Sweeps one directory.
   *
   * @param keeper stands in the same directory
   * @param uid whose trees
   */
  Swept sweep(Descriptor root, Contender keeper, int uid) throws LitmusException {
    long deadline = clock.nanoTime() + BUDGET_NANOS;
    List<String> kept = new ArrayList<>();
    int removed = 0;
    try {
      for (byte[] name : candidates(root, deadline)) {
        Optional<String> reason = sweepOne(root, keeper, name, uid, deadline);
        if (reason.isEmpty()) {
          removed++;
        } else if (!reason.get().isEmpty()) {
          kept.add(new String(name, StandardCharsets.US_ASCII) + ": " + reason.get());
        }
      }
    } catch (PosixException | Stopped e) {
      kept.add(String.valueOf(e.getMessage()));
    }
    if (removed > 0) {
      posix.fsync(root.number());
    }
    return new Swept(removed, List.copyOf(kept));
  }

  /** Names that look like probe trees, from a listing that is read no further than the budget. */
  private List<byte[]> candidates(Descriptor root, long deadline) throws PosixException {
    PosixException.check(posix.lseek(root.number(), 0, Flags.SEEK_SET), "lseek");
    List<byte[]> names = new ArrayList<>();
    List<DirectoryEntries.Entry> entries = new ArrayList<>();
    byte[] buffer = new byte[BUFFER_BYTES];
    int scanned = 0;
    while (scanned < SCAN_LIMIT && clock.nanoTime() - deadline < 0) {
      int filled = posix.getdents64(root.number(), buffer, 0, buffer.length);
      if (PosixException.check(filled, "getdents64") == 0) {
        break;
      }
      entries.clear();
      DirectoryEntries.parse(buffer, filled, entries);
      scanned += entries.size();
      entries.stream()
          .map(DirectoryEntries.Entry::name)
          .filter(ProbeTree::isName)
          .forEach(names::add);
    }
    return names;
  }

  /** Empty when the tree is gone; an empty text when it is none of ours; else why it stays. */
  private Optional<String> sweepOne(
      Descriptor root, Contender keeper, byte[] name, int uid, long deadline)
      throws LitmusException, Stopped {
    if (clock.nanoTime() - deadline >= 0) {
      return Optional.of("no time was left to look at it");
    }
    try (Descriptor tree = ProbeDir.openDirectory(posix, root.number(), name)) {
      FileStat stat = stat(tree);
      if (stat.uid() != uid || !onSameMount(root, tree)) {
        return Optional.of("");
      }
      if (posix.unlinkat(root.number(), name, Flags.AT_REMOVEDIR) == 0) {
        return Optional.empty();
      }
      return sweepFull(root, tree, keeper, name, stat, deadline);
    } catch (PosixException e) {
      boolean gone = Errno.ENOENT.equals(e.errno()) || Errno.ENOTDIR.equals(e.errno());
      return Optional.of(gone ? "" : String.valueOf(e.getMessage()));
    }
  }

  private Optional<String> sweepFull(
      Descriptor root, Descriptor tree, Contender keeper, byte[] name, FileStat stat, long deadline)
      throws LitmusException, Stopped, PosixException {
    Liveness liveness = new Liveness(keeper, clock, timeoutNanos);
    try {
      Optional<ProcessMark> mark = liveness.mark(name);
      if (mark.isPresent() && mark.get().equals(own)) {
        return Optional.of("");
      }
      boolean comparable = mark.isPresent() && own.canJudge(mark.get());
      boolean running = comparable && mark.get().isRunning(posix);
      Leftover.Lock lock = running ? Leftover.Lock.HELD : patientTry(liveness, comparable);
      long silent = epochClock.millis() - stat.mtimeNanos() / 1_000_000L;
      Optional<String> reason = Leftover.reasonToKeep(lock, mark, own, running, silent);
      if (reason.isPresent()) {
        return reason;
      }
      ProbeRemoval removal = new ProbeRemoval(posix, clock, REMOVAL_LIMIT, deadline);
      if (!removal.empty(tree.number(), Spelling.bytes(ProbeTree.OWNER))) {
        return Optional.of("it is too large to be removed in one run");
      }
    } finally {
      liveness.close();
    }
    posix.unlinkat(tree.number(), Spelling.bytes(ProbeTree.OWNER), 0);
    PosixException.check(posix.unlinkat(root.number(), name, Flags.AT_REMOVEDIR), "unlinkat", name);
    return Optional.empty();
  }

  /**
   * Tries the lock. The agents of a process that is known to be dead are about to end and let go:
   * they are waited for.
   */
  private Leftover.Lock patientTry(Liveness liveness, boolean isKnownDead)
      throws Stopped, LitmusException {
    long patience = clock.nanoTime() + DYING_NANOS;
    Leftover.Lock lock = liveness.tryLock();
    while (lock == Leftover.Lock.HELD && isKnownDead && clock.nanoTime() - patience < 0) {
      LockSupport.parkNanos(POLL_NANOS);
      lock = liveness.tryLock();
    }
    return lock;
  }

  private boolean onSameMount(Descriptor one, Descriptor other) throws PosixException {
    MountFactsReader mounts = new MountFactsReader(posix);
    return mounts.mountId(one.number()) == mounts.mountId(other.number())
        && stat(one).dev() == stat(other).dev();
  }

  private FileStat stat(Descriptor directory) throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    PosixException.check(posix.fstat(directory.number(), slots), "fstat");
    return FileStat.of(slots);
  }
}
