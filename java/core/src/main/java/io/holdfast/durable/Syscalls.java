package io.holdfast.durable;

import io.holdfast.posix.Eintr;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import org.jspecify.annotations.Nullable;

/**
 * What durable does about EINTR and short transfers, one method for each call concerned.
 *
 * <p>Asked again are calls that look, that fill a file which nobody else knows, or that end in the
 * same state when they are made twice. Calls that change a name are not among them: see {@link
 * NameCalls}. close(2) is never asked again.
 */
final class Syscalls {

  private static final byte[] NO_PATH = {};

  private Syscalls() {}

  /**
   * fsync(2), asked again only on EINTR, which says that nothing was decided. Every other error is
   * final.
   */
  static int fsync(Posix posix, int fd) {
    return Eintr.again(() -> posix.fsync(fd));
  }

  /** pwrite(2) until all bytes are written: made twice, it leaves the same file. */
  static void writeAll(Posix posix, int fd, byte[] bytes, byte[] name) throws PosixException {
    int written = 0;
    while (written < bytes.length) {
      int offset = written;
      int length = Math.min(bytes.length - offset, Posix.TRANSFER_LIMIT);
      int result = Eintr.again(() -> posix.pwrite(fd, bytes, offset, length, offset));
      if (result == 0) {
        throw PosixException.of("pwrite", Errno.EIO.asResult(), name);
      }
      written += PosixException.check(result, "pwrite", name);
    }
  }

  static int fchmod(Posix posix, int fd, int mode) {
    return Eintr.again(() -> posix.fchmod(fd, mode));
  }

  static int fsetxattr(Posix posix, int fd, byte[] name, byte[] value) {
    return Eintr.again(() -> posix.fsetxattr(fd, name, value, 0));
  }

  /** openat(2) that creates no name. */
  static int open(Posix posix, int dirfd, byte[] name, int flags, int mode) {
    return Eintr.again(() -> posix.openat(dirfd, name, flags, mode));
  }

  /** Removes a name that is unique and nobody else's, so that a second call can harm nobody. */
  static int unlinkOwn(Posix posix, int dirfd, Name name) {
    return Eintr.again(() -> posix.unlinkat(dirfd, name.raw(), 0));
  }

  /** close(2), once. @return 0 or -errno; EINTR is success */
  static int close(Posix posix, int fd) {
    int result = posix.close(fd);
    return Errno.EINTR.is(result) ? 0 : result;
  }

  static FileStat fstat(Posix posix, int fd, byte[] name) throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    PosixException.check(Eintr.again(() -> posix.fstat(fd, slots)), "fstat", name);
    return FileStat.of(slots);
  }

  static int fstatat(Posix posix, int dirfd, byte[] name, long[] slots) {
    return Eintr.again(() -> posix.fstatat(dirfd, name, slots, Flags.AT_SYMLINK_NOFOLLOW));
  }

  static int getdents(Posix posix, int fd, byte[] buffer) {
    return Eintr.again(() -> posix.getdents64(fd, buffer, 0, buffer.length));
  }

  /** What a descriptor is of, with its mount where the kernel tells. */
  static FileStat lookHere(Posix posix, int fd) throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    int mask = Flags.STATX_BASIC_STATS | Flags.STATX_MNT_ID;
    int result = Eintr.again(() -> posix.statx(fd, NO_PATH, Flags.AT_EMPTY_PATH, mask, slots));
    PosixException.check(result, "statx");
    return FileStat.of(slots);
  }

  /**
   * What a name leads to just now, asked past the attribute cache.
   *
   * @return the file, or null when the name is absent
   */
  static @Nullable FileStat look(Posix posix, int dirfd, byte[] name) throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    int flags = Flags.AT_SYMLINK_NOFOLLOW | Flags.AT_STATX_FORCE_SYNC;
    int mask = Flags.STATX_BASIC_STATS | Flags.STATX_MNT_ID;
    int result = Eintr.again(() -> posix.statx(dirfd, name, flags, mask, slots));
    if (Errno.ENOENT.is(result)) {
      return null;
    }
    PosixException.check(result, "statx", name);
    return FileStat.of(slots);
  }
}
