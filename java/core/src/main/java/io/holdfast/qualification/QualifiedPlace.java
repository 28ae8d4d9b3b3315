package io.holdfast.qualification;

import io.holdfast.posix.Descriptor;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.FileSystemStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.Optional;

/**
 * A directory as this client sees it.
 *
 * @param path as it was given
 * @param hex its bytes, where they are not UTF-8
 * @param device st_dev of stat(2)
 * @param fileSystemId f_fsid of statfs(2)
 */
public record QualifiedPlace(String path, Optional<String> hex, long device, long fileSystemId) {

  /** Looks once. */
  public static QualifiedPlace read(Posix posix, RawPath path) throws PosixException {
    int flags = Flags.O_RDONLY | Flags.O_DIRECTORY;
    try (Descriptor directory = Descriptor.open(posix, Flags.AT_FDCWD, path.bytes(), flags, 0)) {
      long[] stat = new long[FileStat.SLOTS];
      PosixException.check(posix.fstat(directory.number(), stat), "fstat", path.bytes());
      long[] fileSystem = new long[FileSystemStat.SLOTS];
      PosixException.check(posix.fstatfs(directory.number(), fileSystem), "fstatfs", path.bytes());
      return new QualifiedPlace(
          path.toString(),
          path.isUtf8() ? Optional.empty() : Optional.of(path.hex()),
          FileStat.of(stat).dev(),
          FileSystemStat.of(fileSystem).fileSystemId());
    }
  }
}
