package io.holdfast.testkit.sim;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;

/**
 * Takes and frees locks, and lets threads wait for them. Called under the disk's lock, which a
 * waiting thread gives up meanwhile. Interrupts are not looked at.
 */
final class LockTable {

  private final Condition changed;
  private final List<Wait> waits = new ArrayList<>();

  LockTable(Condition changed) {
    this.changed = changed;
  }

  private record Wait(SimProcess waiter, SimProcess holder) {}

  /**
   * flock(2).
   *
   * @param operation LOCK_SH, LOCK_EX or LOCK_UN
   * @param atomic whether a failed change of a lock keeps the old one
   */
  void flock(SimProcess process, OpenFile file, int operation, boolean wait, boolean atomic) {
    FileLocks locks = file.inode().locks();
    if (locks.flockOf(file) == operation) {
      return;
    }
    if (!atomic || operation == Flags.LOCK_UN) {
      locks.setFlock(file, Flags.LOCK_UN);
      changed.signalAll();
    }
    while (operation != Flags.LOCK_UN && locks.flockIsBusy(file, operation)) {
      Refusal.when(!wait, Errno.EAGAIN);
      changed.awaitUninterruptibly();
      process.checkAlive();
    }
    locks.setFlock(file, operation);
    changed.signalAll();
  }

  /** F_SETLK and its relatives. */
  void setRange(
      SimProcess process, OpenFile file, Object owner, int type, ByteRange range, boolean wait) {
    FileLocks locks = file.inode().locks();
    Optional<FileLocks.RangeLock> busy = busy(locks, owner, type, range);
    while (busy.isPresent()) {
      Refusal.when(!wait, Errno.EAGAIN);
      Optional<Wait> noted = noteWait(owner, busy.get().owner());
      changed.awaitUninterruptibly();
      noted.ifPresent(waits::remove);
      process.checkAlive();
      busy = busy(locks, owner, type, range);
    }
    locks.set(owner, type, range);
    changed.signalAll();
  }

  private static Optional<FileLocks.RangeLock> busy(
      FileLocks locks, Object owner, int type, ByteRange range) {
    return type == Flags.F_UNLCK ? Optional.empty() : locks.inTheWay(owner, type, range);
  }

  /** Among processes a circle of waits is found before it closes; open files are not looked at. */
  private Optional<Wait> noteWait(Object owner, Object holder) {
    if (owner instanceof SimProcess waiting && holder instanceof SimProcess holding) {
      Refusal.when(waitsFor(holding, waiting, new HashSet<>()), Errno.EDEADLK);
      Wait wait = new Wait(waiting, holding);
      waits.add(wait);
      return Optional.of(wait);
    }
    return Optional.empty();
  }

  private boolean waitsFor(SimProcess waiter, SimProcess holder, Set<SimProcess> seen) {
    if (waiter == holder) {
      return true;
    }
    return seen.add(waiter)
        && waits.stream()
            .filter(wait -> wait.waiter == waiter)
            .anyMatch(wait -> waitsFor(wait.holder, holder, seen));
  }

  /** A descriptor was closed: its own locks fall, and the process's POSIX locks on the file. */
  void closed(SimProcess process, OpenFile file) {
    FileLocks locks = file.inode().locks();
    locks.release(file);
    locks.release(process);
    changed.signalAll();
  }

  /** Lets waiting threads look whether their process is still alive. */
  void wake() {
    changed.signalAll();
  }
}
