package io.holdfast.mount;

import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Reads the small files in which the kernel tells of itself. */
public final class KernelFiles {

  private static final int BUFFER_BYTES = 32 * 1024;

  private KernelFiles() {}

  /**
   * A whole file.
   *
   * @param limit most bytes; a longer file is EFBIG
   */
  public static byte[] read(Posix posix, String path, int limit) throws PosixException {
    byte[] name = path.getBytes(StandardCharsets.US_ASCII);
    try (Descriptor file = Descriptor.open(posix, Flags.AT_FDCWD, name, Flags.O_RDONLY, 0)) {
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      byte[] buffer = new byte[BUFFER_BYTES];
      for (; ; ) {
        int count = posix.read(file.number(), buffer, 0, buffer.length);
        if (Errno.EINTR.is(count)) {
          continue;
        }
        if (PosixException.check(count, "read", name) == 0) {
          return content.toByteArray();
        }
        content.write(buffer, 0, count);
        if (content.size() > limit) {
          throw PosixException.of("read", Errno.EFBIG.asResult(), name);
        }
      }
    }
  }

  /** The text of a file of one line, without the line's end. */
  public static String line(Posix posix, String path) throws PosixException {
    return new String(read(posix, path, BUFFER_BYTES), StandardCharsets.UTF_8).strip();
  }

  /** The text of a file of one line, or {@code otherwise} where there is none. */
  public static String lineOr(Posix posix, String path, String otherwise) {
    try {
      return line(posix, path);
    } catch (PosixException e) {
      return otherwise;
    }
  }
}
