package io.holdfast.testkit.mutant;

import io.holdfast.posix.FileStat;
import io.holdfast.posix.Posix;
import java.util.Optional;

/** What a descriptor leads to. */
final class KindOfFile {

  private KindOfFile() {}

  static boolean isDirectory(Posix posix, int fd) {
    return stat(posix, fd).map(FileStat::isDirectory).orElse(false);
  }

  /** Empty where fstat(2) fails. */
  static Optional<FileStat> stat(Posix posix, int fd) {
    long[] slots = new long[FileStat.SLOTS];
    return posix.fstat(fd, slots) < 0 ? Optional.empty() : Optional.of(FileStat.of(slots));
  }
}
