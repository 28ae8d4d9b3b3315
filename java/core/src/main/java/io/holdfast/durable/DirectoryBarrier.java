package io.holdfast.durable;

import io.holdfast.posix.PosixException;

/**
 * The barrier of one directory, shared by the threads of this process: fsync, then a barrier probe
 * or a sentinel.
 *
 * <p>A failed barrier is final: all that waited for it fail, the {@link Poison} of the whole {@link
 * Durable} is set before they learn of it, and the directory is never synced again through it.
 */
final class DirectoryBarrier {

  private final DurableContext context;
  private final Turns turns = new Turns();
  private final BarrierProbe probe;
  private final Sentinel sentinel;

  DirectoryBarrier(DurableContext context) {
    this.context = context;
    this.probe = new BarrierProbe(context.posix(), context.names(), context.counters());
    this.sentinel = new Sentinel(context.posix(), context.names(), context.counters());
  }

  /**
   * Answers when everything that was done in the directory before this call is durable.
   *
   * @param changes how many changes wait behind this call; told to the counters
   * @throws DurabilityUnknownException a barrier of this {@link Durable} failed
   */
  void await(Dir.Hold dir, BarrierReason reason, long changes) throws DurabilityUnknownException {
    context.counters().barrier(reason);
    boolean leads = turns.take();
    if (leads) {
      try {
        lead(dir, reason);
      } finally {
        turns.end();
      }
    }
    context.poison().refuse();
    context.counters().directorySyncsAvoided(leads ? changes - 1 : changes);
  }

  private void lead(Dir.Hold dir, BarrierReason reason) throws DurabilityUnknownException {
    context.poison().refuse();
    BarrierForm form = context.form(dir);
    BarrierEvent event = new BarrierEvent();
    event.begin();
    String result = "";
    try {
      make(dir.fd(), form);
    } catch (PosixException e) {
      result = e.toString();
      context.spoil(e);
      throw new DurabilityUnknownException("the barrier of " + dir.dir() + " failed", e);
    } catch (RuntimeException | Error e) {
      result = e.toString();
      context.spoil(e);
      throw e;
    } finally {
      event.end(reason, form, dir.dir(), result);
    }
  }

  private void make(int dirfd, BarrierForm form) throws PosixException {
    if (form != BarrierForm.SENTINEL_ALONE) {
      context.counters().directorySync();
      PosixException.check(Syscalls.fsync(context.posix(), dirfd), "fsync");
    }
    if (form == BarrierForm.FSYNC) {
      probe.probe(dirfd);
    } else {
      sentinel.make(dirfd);
    }
  }
}
