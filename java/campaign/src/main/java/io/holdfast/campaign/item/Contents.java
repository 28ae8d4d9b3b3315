package io.holdfast.campaign.item;

import io.holdfast.durable.Dir;
import io.holdfast.durable.Name;
import io.holdfast.json.JsonFormatException;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Eintr;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.io.ByteArrayOutputStream;
import java.util.Optional;

/**
 * Reads files. What is no regular file is none of ours, whatever its name: links are not followed,
 * and a FIFO blocks nobody.
 */
public final class Contents {

  private static final String NO_FILE = "is no regular file";

  private Contents() {}

  /**
   * All of a file.
   *
   * @throws JsonFormatException it is no regular file, or longer than the limit
   * @throws PosixException ENOENT
   */
  public static byte[] read(Posix posix, Dir dir, Name name, int limit)
      throws PosixException, JsonFormatException {
    byte[] content = readFrom(posix, dir, name, 0, limit + 1);
    if (content.length > limit) {
      throw new JsonFormatException("is longer than " + limit + " bytes");
    }
    return content;
  }

  /** The same; empty where there is no such file. */
  public static Optional<byte[]> readIfThere(Posix posix, Dir dir, Name name, int limit)
      throws PosixException, JsonFormatException {
    try {
      return Optional.of(read(posix, dir, name, limit));
    } catch (PosixException e) {
      if (e.errno().equals(Errno.ENOENT)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * What a file holds from a position on, at most so many bytes.
   *
   * @throws JsonFormatException it is no regular file
   */
  public static byte[] readFrom(Posix posix, Dir dir, Name name, long position, int most)
      throws PosixException, JsonFormatException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] buffer = new byte[Math.min(most, Posix.TRANSFER_LIMIT)];
    try (Descriptor file = open(posix, dir, name)) {
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

  private static Descriptor open(Posix posix, Dir dir, Name name)
      throws PosixException, JsonFormatException {
    int flags = Flags.O_RDONLY | Flags.O_NOFOLLOW | Flags.O_NONBLOCK;
    int fd = Eintr.again(() -> posix.openat(dir.fd(), name.bytes(), flags, 0));
    if (Errno.ELOOP.is(fd) || Errno.ENXIO.is(fd)) {
      throw new JsonFormatException(NO_FILE);
    }
    Descriptor file = Descriptor.own(posix, PosixException.check(fd, "openat", name.bytes()));
    long[] slots = new long[FileStat.SLOTS];
    int stated = posix.fstat(fd, slots);
    if (stated >= 0 && FileStat.of(slots).isRegular()) {
      return file;
    }
    file.close();
    PosixException.check(stated, "fstat", name.bytes());
    throw new JsonFormatException(NO_FILE);
  }
}
