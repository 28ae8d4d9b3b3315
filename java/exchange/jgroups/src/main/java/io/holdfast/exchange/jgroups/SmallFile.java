package io.holdfast.exchange.jgroups;

import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.Arrays;

/** Reads a whole file that is small, and private where it has to be. */
final class SmallFile {

  private static final int FOR_OTHERS = 0077;
  private static final int ROOT = 0;

  private final Posix posix;
  private final int limit;

  /**
   * @param limit most bytes
   */
  SmallFile(Posix posix, int limit) {
    this.posix = posix;
    this.limit = limit;
  }

  /** A regular file that anybody may read. */
  byte[] read(RawPath path) throws ExchangeException {
    try (Descriptor file = open(path)) {
      if (!stat(file.number()).isRegular()) {
        throw new ExchangeException(path + " is no regular file");
      }
      return content(file.number(), path.toString());
    } catch (PosixException e) {
      throw new ExchangeException(Refusals.reason(e), e);
    }
  }

  /** A file that nobody but its owner may read: a user's own, or root's. */
  byte[] readPrivate(RawPath path) throws ExchangeException {
    try (Descriptor file = open(path)) {
      FileStat stat = stat(file.number());
      if (!stat.isRegular()) {
        throw new ExchangeException(path + " is no regular file; a pipe is read by its descriptor");
      }
      requirePrivate(stat, path.toString());
      return content(file.number(), path.toString());
    } catch (PosixException e) {
      throw new ExchangeException(Refusals.reason(e), e);
    }
  }

  /** From here to the end of what a descriptor reads; a regular file has to be private. */
  byte[] readPrivate(int descriptor) throws ExchangeException {
    String name = "descriptor " + descriptor;
    try {
      FileStat stat = stat(descriptor);
      if (stat.isRegular()) {
        requirePrivate(stat, name);
      }
      return content(descriptor, name);
    } catch (PosixException e) {
      throw new ExchangeException(Refusals.reason(e), e);
    }
  }

  /** Without waiting for whoever would open the other end of a pipe. */
  private Descriptor open(RawPath path) throws PosixException {
    int flags = Flags.O_RDONLY | Flags.O_CLOEXEC | Flags.O_NONBLOCK;
    return Descriptor.open(posix, Flags.AT_FDCWD, path.bytes(), flags, 0);
  }

  private FileStat stat(int descriptor) throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    PosixException.check(posix.fstat(descriptor, slots), "fstat");
    return FileStat.of(slots);
  }

  private void requirePrivate(FileStat stat, String name) throws ExchangeException {
    if ((stat.permissions() & FOR_OTHERS) != 0) {
      throw new ExchangeException(
          String.format(
              "%s has mode %04o: a secret is for its owner alone (chmod 600)",
              name, stat.permissions()));
    }
    if (stat.uid() != posix.getuid() && stat.uid() != ROOT) {
      throw new ExchangeException(name + " belongs to user " + stat.uid() + ", not to this one");
    }
  }

  private byte[] content(int descriptor, String name) throws ExchangeException, PosixException {
    byte[] buffer = new byte[limit + 1];
    int length = 0;
    for (; ; ) {
      int count = posix.read(descriptor, buffer, length, buffer.length - length);
      if (Errno.EINTR.is(count)) {
        continue;
      }
      if (PosixException.check(count, "read") == 0) {
        return Arrays.copyOf(buffer, length);
      }
      length += count;
      if (length > limit) {
        throw new ExchangeException(name + " is longer than " + limit + " bytes");
      }
    }
  }
}
