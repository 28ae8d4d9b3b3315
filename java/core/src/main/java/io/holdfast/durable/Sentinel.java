package io.holdfast.durable;

import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;

/**
 * A barrier that reaches the server where fsync of a directory does not: a file of a unique name is
 * created in the directory, written, synced and unlinked. What was done in the directory before it
 * is durable with it. It is a barrier probe as well.
 */
final class Sentinel {

  private static final byte[] CONTENT = {'.'};
  private static final int MODE = 0600;

  private final Posix posix;
  private final RandomNames names;
  private final DurableCounters counters;

  Sentinel(Posix posix, RandomNames names, DurableCounters counters) {
    this.posix = posix;
    this.names = names;
    this.counters = counters;
  }

  /**
   * Makes one. Its name is removed whatever happens; where that fails the barrier failed.
   *
   * @throws PosixException the barrier failed
   */
  void make(int dirfd) throws PosixException {
    counters.probeCall();
    UniqueFile file = UniqueFile.create(posix, dirfd, names::barrier, MODE);
    PosixException.check(file.result(), "sentinel by openat", file.name().raw());
    int closed;
    int unlinked;
    try {
      Syscalls.writeAll(posix, file.result(), CONTENT, file.name().raw());
      PosixException.check(
          Syscalls.fsync(posix, file.result()), "sentinel by fsync", file.name().raw());
    } finally {
      closed = Syscalls.close(posix, file.result());
      unlinked = UniqueFile.remove(posix, dirfd, file.name());
      if (unlinked < 0) {
        counters.leftover();
      }
    }
    PosixException.check(closed, "sentinel by close", file.name().raw());
    PosixException.check(unlinked, "sentinel by unlinkat", file.name().raw());
  }
}
