package io.holdfast.durable;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;

/**
 * The barrier of one directory, shared by the threads of this process.
 *
 * <p>Whoever changed a name waits for a barrier that <em>starts</em> after the change. The first
 * that finds none under way leads: it makes the barrier for all that wait, without delay for more
 * to come. A barrier under way was started too early and is never joined.
 *
 * <p>A failed barrier is final: all that waited fail, and so does everything later.
 */
final class DirectoryBarrier {

  private final DurableContext context;
  private final BarrierProbe probe;

  private long started;
  private long completed;
  private boolean underWay;

  DirectoryBarrier(DurableContext context) {
    this.context = context;
    this.probe = new BarrierProbe(context.posix(), context.names(), context.counters());
  }

  /**
   * Answers when everything that was done in the directory before this call is durable.
   *
   * @param changes how many changes wait behind this call; told to the counters
   * @throws DurabilityUnknownException the barrier failed; the table is poisoned
   */
  void await(Dir dir, BarrierReason reason, long changes) throws DurabilityUnknownException {
    context.counters().barrier(reason);
    boolean led = waitOrLead(dir, reason);
    context.poison().refuse();
    context.counters().directorySyncsAvoided(led ? changes - 1 : changes);
  }

  private boolean waitOrLead(Dir dir, BarrierReason reason) throws DurabilityUnknownException {
    long mine;
    boolean interrupted = false;
    synchronized (this) {
      long needed = started + 1;
      while (completed < needed && underWay) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      context.poison().refuse();
      if (completed >= needed) {
        return false;
      }
      underWay = true;
      mine = ++started;
    }
    lead(dir, reason, mine);
    return true;
  }

  private void lead(Dir dir, BarrierReason reason, long mine) throws DurabilityUnknownException {
    BarrierEvent event = new BarrierEvent();
    event.begin();
    int result;
    try {
      result = make(dir);
    } catch (RuntimeException | Error e) {
      context.poison().spoil(e);
      finish(mine);
      throw e;
    }
    event.end(reason, dir, result);
    if (result < 0) {
      PosixException failure = PosixException.of("fsync", result);
      context.spoil(failure);
      finish(mine);
      throw new DurabilityUnknownException("the barrier of " + dir + " failed", failure);
    }
    finish(mine);
  }

  private synchronized void finish(long mine) {
    underWay = false;
    completed = mine;
    notifyAll();
  }

  private int make(Dir dir) {
    Posix posix = context.posix();
    context.counters().directorySync();
    int result = Syscalls.fsync(posix, dir.fd());
    if (result < 0) {
      return result;
    }
    return context.form(dir) == BarrierForm.SENTINEL ? sentinel(dir.fd()) : probe.probe(dir.fd());
  }

  private int sentinel(int dirfd) {
    Posix posix = context.posix();
    context.counters().probeCall();
    byte[] name = context.names().next(RandomNames.PROBE).raw();
    int flags = Flags.O_WRONLY | Flags.O_CREAT | Flags.O_EXCL | Flags.O_NOFOLLOW;
    int fd = posix.openat(dirfd, name, flags, 0600);
    if (fd < 0) {
      return fd;
    }
    int written = posix.write(fd, new byte[] {'.'}, 0, 1);
    int synced = written < 0 ? written : Syscalls.fsync(posix, fd);
    int closed = posix.close(fd);
    int unlinked = posix.unlinkat(dirfd, name, 0);
    if (synced < 0) {
      return synced;
    }
    return closed < 0 && !Errno.EINTR.is(closed) ? closed : Math.min(unlinked, 0);
  }
}
