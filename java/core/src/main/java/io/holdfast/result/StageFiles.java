package io.holdfast.result;

import io.holdfast.digest.Sha256;
import io.holdfast.durable.Dir;
import io.holdfast.durable.Name;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Eintr;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;

/** The calls that a result needs and that change no name. Any thread may use it. */
final class StageFiles {

  /** Below the staging root. */
  static final Name STAGES = Name.of("stage");

  private static final int BUFFER_BYTES = Posix.TRANSFER_LIMIT;

  private final Posix posix;

  StageFiles(Posix posix) {
    this.posix = posix;
  }

  /** What stands under a name that is a digest. */
  enum Sight {
    /** Nothing does. */
    ABSENT,
    /** The content whose digest it is. */
    RIGHT,
    /** Something else. */
    FOREIGN
  }

  /** A directory in another; empty where there is none. */
  Optional<Dir> openChild(Dir parent, Name name) throws PosixException {
    try {
      return Optional.of(parent.openChild(name));
    } catch (PosixException e) {
      if (e.errno().equals(Errno.ENOENT)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** All names, as ISO 8859-1. */
  List<String> list(Dir dir) throws PosixException {
    return DirectoryEntries.names(posix, dir.fd());
  }

  /**
   * Reads what a name stands for. Links are not followed; a FIFO blocks nobody. ESTALE, a network
   * file system's word for a file that another client moved, counts as absence.
   *
   * @param sync whether a right content gets its barrier as well
   */
  Sight look(Dir dir, ContentHash hash, boolean sync) throws PosixException {
    byte[] name = hash.toName().bytes();
    int flags = Flags.O_RDONLY | Flags.O_NOFOLLOW | Flags.O_NONBLOCK;
    int fd = Eintr.again(() -> posix.openat(dir.fd(), name, flags, 0));
    if (isAbsence(fd)) {
      return Sight.ABSENT;
    }
    if (Errno.ELOOP.is(fd) || Errno.ENXIO.is(fd)) {
      return Sight.FOREIGN;
    }
    try (Descriptor file = Descriptor.own(posix, PosixException.check(fd, "openat", name))) {
      return look(file.number(), hash, sync);
    }
  }

  private Sight look(int fd, ContentHash hash, boolean sync) throws PosixException {
    byte[] name = hash.toName().bytes();
    long[] slots = new long[FileStat.SLOTS];
    int stated = Eintr.again(() -> posix.fstat(fd, slots));
    if (Errno.ESTALE.is(stated)) {
      return Sight.ABSENT;
    }
    PosixException.check(stated, "fstat", name);
    if (!FileStat.of(slots).isRegular()) {
      return Sight.FOREIGN;
    }
    MessageDigest digest = Sha256.begun();
    byte[] buffer = new byte[BUFFER_BYTES];
    for (long at = 0; ; ) {
      long position = at;
      int read = Eintr.again(() -> posix.pread(fd, buffer, 0, buffer.length, position));
      if (Errno.ESTALE.is(read)) {
        return Sight.ABSENT;
      }
      if (PosixException.check(read, "pread", name) == 0) {
        break;
      }
      digest.update(buffer, 0, read);
      at += read;
    }
    if (!ContentHash.ofFed(digest).equals(hash)) {
      return Sight.FOREIGN;
    }
    if (sync) {
      PosixException.check(Eintr.again(() -> posix.fsync(fd)), "fsync", name);
    }
    return Sight.RIGHT;
  }

  /** Whether a name is there just now, asked past the attribute cache. */
  boolean isThere(Dir dir, Name name) throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    int flags = Flags.AT_SYMLINK_NOFOLLOW | Flags.AT_STATX_FORCE_SYNC;
    int mask = Flags.STATX_BASIC_STATS;
    int result = Eintr.again(() -> posix.statx(dir.fd(), name.bytes(), flags, mask, slots));
    if (isAbsence(result)) {
      return false;
    }
    PosixException.check(result, "statx", name.bytes());
    return true;
  }

  private static boolean isAbsence(int result) {
    return Errno.ENOENT.is(result) || Errno.ESTALE.is(result);
  }
}
