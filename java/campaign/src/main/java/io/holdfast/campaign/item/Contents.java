package io.holdfast.campaign.item;

import io.holdfast.durable.Dir;
import io.holdfast.durable.Name;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Eintr;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.io.ByteArrayOutputStream;
import java.util.Optional;

/** Reads files. */
public final class Contents {

  private Contents() {}

  /**
   * All of a file.
   *
   * @throws PosixException ENOENT; EFBIG where it is longer than the limit
   */
  public static byte[] read(Posix posix, Dir dir, Name name, int limit) throws PosixException {
    byte[] content = readFrom(posix, dir, name, 0, limit + 1);
    if (content.length > limit) {
      throw PosixException.of("read", Errno.EFBIG.asResult(), name.bytes());
    }
    return content;
  }

  /** The same; empty where there is no such file. */
  public static Optional<byte[]> readIfThere(Posix posix, Dir dir, Name name, int limit)
      throws PosixException {
    try {
      return Optional.of(read(posix, dir, name, limit));
    } catch (PosixException e) {
      if (e.errno().equals(Errno.ENOENT)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** What a file holds from a position on, at most so many bytes. */
  public static byte[] readFrom(Posix posix, Dir dir, Name name, long position, int most)
      throws PosixException {
    int flags = Flags.O_RDONLY | Flags.O_NOFOLLOW | Flags.O_NONBLOCK;
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] buffer = new byte[Math.min(most, Posix.TRANSFER_LIMIT)];
    try (Descriptor file = Descriptor.open(posix, dir.fd(), name.bytes(), flags, 0)) {
      while (all.size() < most) {
        long at = position + all.size();
        int wanted = Math.min(buffer.length, most - all.size());
        int count = Eintr.again(() -> posix.pread(file.number(), buffer, 0, wanted, at));
        if (PosixException.check(count, "pread", name.bytes()) == 0) {
          break;
        }
        all.write(buffer, 0, count);
      }
    }
    return all.toByteArray();
  }
}
