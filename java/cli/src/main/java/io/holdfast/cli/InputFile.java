package io.holdfast.cli;

import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.io.ByteArrayOutputStream;

/** A file that a command reads as a whole. */
final class InputFile {

  private InputFile() {}

  /**
   * Its bytes.
   *
   * @param limit most bytes; a longer file is EFBIG
   */
  static byte[] read(Posix posix, RawPath path, int limit) throws PosixException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] buffer = new byte[Posix.TRANSFER_LIMIT];
    try (Descriptor file =
        Descriptor.open(posix, Flags.AT_FDCWD, path.bytes(), Flags.O_RDONLY, 0)) {
      while (all.size() <= limit) {
        int count = posix.read(file.number(), buffer, 0, buffer.length);
        if (Errno.EINTR.is(count)) {
          continue;
        }
        if (PosixException.check(count, "read", path.bytes()) == 0) {
          return all.toByteArray();
        }
        all.write(buffer, 0, count);
      }
    }
    throw PosixException.of("read", Errno.EFBIG.asResult(), path.bytes());
  }
}
