package io.holdfast.durable;

import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;

/** What durable does about EINTR and short transfers, one method for each call concerned. */
final class Syscalls {

  private Syscalls() {}

  /**
   * fsync(2), asked again only on EINTR, which says that nothing was decided. Every other error is
   * final.
   */
  static int fsync(Posix posix, int fd) {
    int result;
    do {
      result = posix.fsync(fd);
    } while (Errno.EINTR.is(result));
    return result;
  }

  /** write(2) until all bytes are written. */
  static void writeAll(Posix posix, int fd, byte[] bytes, Name name) throws PosixException {
    int written = 0;
    while (written < bytes.length) {
      int result = posix.write(fd, bytes, written, bytes.length - written);
      if (!Errno.EINTR.is(result)) {
        written += PosixException.check(result, "write", name.raw());
      }
    }
  }

  static FileStat fstat(Posix posix, int fd, Name name) throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    PosixException.check(posix.fstat(fd, slots), "fstat", name.raw());
    return FileStat.of(slots);
  }

  /**
   * Whether a name leads to a file just now, asked past the attribute cache.
   *
   * @return the file, or null when the name is absent
   */
  static @org.jspecify.annotations.Nullable FileStat look(Dir dir, Name name)
      throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    int flags = Flags.AT_SYMLINK_NOFOLLOW | Flags.AT_STATX_FORCE_SYNC;
    int result = dir.posix().statx(dir.fd(), name.raw(), flags, Flags.STATX_BASIC_STATS, slots);
    if (Errno.ENOENT.is(result)) {
      return null;
    }
    PosixException.check(result, "statx", name.raw());
    return FileStat.of(slots);
  }
}
