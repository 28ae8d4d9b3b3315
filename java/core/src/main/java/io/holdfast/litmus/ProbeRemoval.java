package io.holdfast.litmus;

import io.holdfast.clock.NanoClock;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.util.Arrays;
import java.util.List;

/**
 * Removes what is in a directory: by descriptor and one component at a time, never following a
 * link, never into another mount, within a budget of entries and time.
 */
final class ProbeRemoval {

  private static final int DEPTH_LIMIT = 32;
  private static final int PASSES = 8;
  private static final byte[] NO_PATH = {};

  private final Posix posix;
  private final NanoClock clock;
  private final long deadlineNanos;
  private int entriesLeft;

  /**
   * @param entries most names that are removed
   * @param deadlineNanos of {@code clock}; after it only the step at hand is finished
   */
  ProbeRemoval(Posix posix, NanoClock clock, int entries, long deadlineNanos) {
    this.posix = posix;
    this.clock = clock;
    this.entriesLeft = entries;
    this.deadlineNanos = deadlineNanos;
  }

  /**
   * Empties a directory.
   *
   * @param spared a name directly in it that stays
   * @return whether nothing else is left; false when the budget ended, or when something is on
   *     another mount, or names appear faster than they go
   * @throws PosixException when a name cannot be removed
   */
  boolean empty(int dirfd, byte[] spared) throws PosixException {
    return empty(dirfd, spared, place(dirfd), 0);
  }

  /** Identifies a mount: its id, or where the kernel does not tell, the device. */
  private record Place(long mountId, long dev) {}

  private boolean empty(int dirfd, byte[] spared, Place place, int depth) throws PosixException {
    for (int pass = 0; pass < PASSES; pass++) {
      List<DirectoryEntries.Entry> entries = DirectoryEntries.list(posix, dirfd);
      entries.removeIf(e -> depth == 0 && Arrays.equals(e.name(), spared));
      if (entries.isEmpty()) {
        return true;
      }
      for (DirectoryEntries.Entry entry : entries) {
        if (!remove(dirfd, entry, place, depth)) {
          return false;
        }
      }
    }
    return false;
  }

  private boolean remove(int dirfd, DirectoryEntries.Entry entry, Place place, int depth)
      throws PosixException {
    if (entriesLeft-- <= 0 || clock.nanoTime() - deadlineNanos >= 0) {
      return false;
    }
    if (entry.type() != Flags.DT_DIR) {
      int result = posix.unlinkat(dirfd, entry.name(), 0);
      if (result == 0 || Errno.ENOENT.is(result)) {
        return true;
      }
      if (!Errno.EISDIR.is(result) && !Errno.EPERM.is(result)) {
        throw PosixException.of("unlinkat", result, entry.name());
      }
    }
    return removeDirectory(dirfd, entry.name(), place, depth);
  }

  private boolean removeDirectory(int dirfd, byte[] name, Place place, int depth)
      throws PosixException {
    if (depth >= DEPTH_LIMIT) {
      return false;
    }
    try (Descriptor directory = ProbeDir.openDirectory(posix, dirfd, name)) {
      if (!place(directory.number()).equals(place)
          || !empty(directory.number(), NO_PATH, place, depth + 1)) {
        return false;
      }
    }
    int result = posix.unlinkat(dirfd, name, Flags.AT_REMOVEDIR);
    if (result != 0 && !Errno.ENOENT.is(result)) {
      throw PosixException.of("unlinkat", result, name);
    }
    return true;
  }

  private Place place(int fd) throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    int mask = Flags.STATX_BASIC_STATS | Flags.STATX_MNT_ID;
    if (posix.statx(fd, NO_PATH, Flags.AT_EMPTY_PATH, mask, slots) == 0) {
      FileStat stat = FileStat.of(slots);
      boolean told = (stat.mask() & Flags.STATX_MNT_ID) != 0;
      return new Place(told ? stat.mountId() : 0, stat.dev());
    }
    PosixException.check(posix.fstat(fd, slots), "fstat");
    return new Place(0, FileStat.of(slots).dev());
  }
}
