package io.holdfast.lease;

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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The files of one directory of a table, as calls that decide nothing. Names are changed once per
 * call and their raw results handed on.
 *
 * <p>ESTALE, a network file system's word for a file that another client replaced, counts as
 * absence of that file.
 */
final class ShardFiles {

  private static final int NEW_FILE_MODE = 0600;

  private final Posix posix;
  private final Dir dir;
  private final String label;
  private final Tombstones tombstones;

  /**
   * @param label the directory's path below the table's root
   */
  ShardFiles(Posix posix, Dir dir, String label) {
    this.posix = posix;
    this.dir = dir;
    this.label = label;
    this.tombstones = new Tombstones(posix, dir, label);
  }

  String label() {
    return label;
  }

  Dir dir() {
    return dir;
  }

  /** What was retired in this directory, where it is a shard. */
  Tombstones tombstones() {
    return tombstones;
  }

  /** Opens a name anew and reads it; never follows a link, never blocks on a FIFO. */
  FileContent read(Name name) throws PosixException {
    int flags = Flags.O_RDONLY | Flags.O_NOFOLLOW | Flags.O_NONBLOCK;
    int fd = Eintr.again(() -> posix.openat(dir.fd(), name.bytes(), flags, 0));
    if (isAbsence(fd)) {
      return new FileContent.Absent();
    }
    if (Errno.ELOOP.is(fd)) {
      return new FileContent.Refused("a symbolic link");
    }
    if (Errno.ENXIO.is(fd)) {
      return new FileContent.Refused("no regular file");
    }
    PosixException.check(fd, "openat", name.bytes());
    try (Descriptor descriptor = Descriptor.own(posix, fd)) {
      return read(descriptor.number(), name);
    }
  }

  private FileContent read(int fd, Name name) throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    int stated = Eintr.again(() -> posix.fstat(fd, slots));
    if (Errno.ESTALE.is(stated)) {
      return new FileContent.Absent();
    }
    PosixException.check(stated, "fstat", name.bytes());
    if (!FileStat.of(slots).isRegular()) {
      return new FileContent.Refused("no regular file");
    }
    long size = FileStat.of(slots).size();
    byte[] buffer = new byte[firstBuffer(size)];
    int filled = 0;
    for (; ; ) {
      if (filled == buffer.length) {
        if (filled > LeaseCodec.RECORD_LIMIT) {
          return new FileContent.Refused("longer than " + LeaseCodec.RECORD_LIMIT + " bytes");
        }
        buffer = Arrays.copyOf(buffer, Math.min(2 * filled, LeaseCodec.RECORD_LIMIT + 1));
      }
      byte[] into = buffer;
      int at = filled;
      int length = Math.min(buffer.length - at, Posix.TRANSFER_LIMIT);
      int result = Eintr.again(() -> posix.pread(fd, into, at, length, at));
      if (Errno.ESTALE.is(result)) {
        return new FileContent.Absent();
      }
      if (PosixException.check(result, "pread", name.bytes()) == 0) {
        return new FileContent.Bytes(Arrays.copyOf(buffer, filled));
      }
      filled += result;
      if (filled >= size && filled < buffer.length) {
        return new FileContent.Bytes(Arrays.copyOf(buffer, filled));
      }
    }
  }

  /** One byte more than the file has: where that is not filled, the end was met. */
  private static int firstBuffer(long size) {
    return (int) Math.min(size, LeaseCodec.RECORD_LIMIT) + 1;
  }

  /** What a name leads to just now, asked past the attribute cache. */
  Optional<FileStat> look(Name name) throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    int flags = Flags.AT_SYMLINK_NOFOLLOW | Flags.AT_STATX_FORCE_SYNC;
    int result =
        Eintr.again(
            () -> posix.statx(dir.fd(), name.bytes(), flags, Flags.STATX_BASIC_STATS, slots));
    if (isAbsence(result)) {
      return Optional.empty();
    }
    PosixException.check(result, "statx", name.bytes());
    return Optional.of(FileStat.of(slots));
  }

  /** All names, as ASCII; a name with other bytes is none of a table's and is left out. */
  List<String> list() throws PosixException {
    return DirectoryEntries.names(posix, dir.fd());
  }

  /** renameat2(2) without flags, once. @return 0 or -errno, which decides nothing */
  int rename(Name from, Name to) {
    return posix.renameat2(dir.fd(), from.bytes(), dir.fd(), to.bytes(), 0);
  }

  /** linkat(2), once. @return 0 or -errno, which decides nothing */
  int link(Name from, Name to) {
    return posix.linkat(dir.fd(), from.bytes(), dir.fd(), to.bytes(), 0);
  }

  /** unlinkat(2) of a name that never recurs, so that a second call harms nobody. */
  int unlink(Name name) {
    return Eintr.again(() -> posix.unlinkat(dir.fd(), name.bytes(), 0));
  }

  /** unlinkat(2) of an empty directory that is this process's to remove. */
  int rmdir(Name name) {
    return Eintr.again(() -> posix.unlinkat(dir.fd(), name.bytes(), Flags.AT_REMOVEDIR));
  }

  /**
   * Makes and removes a unique name, upon which a network file system drops what it remembers of
   * this directory. Errors do not matter: the next look says what it sees.
   */
  void refresh(Name unique) {
    int flags = Flags.O_RDWR | Flags.O_CREAT | Flags.O_EXCL | Flags.O_NOFOLLOW;
    int fd = posix.openat(dir.fd(), unique.bytes(), flags, NEW_FILE_MODE);
    if (fd >= 0) {
      Descriptor.own(posix, fd).close();
    }
    unlink(unique);
  }

  static boolean isAbsence(int result) {
    return Errno.ENOENT.is(result) || Errno.ESTALE.is(result);
  }
}
