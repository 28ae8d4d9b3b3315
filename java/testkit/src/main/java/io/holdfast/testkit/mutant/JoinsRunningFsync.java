package io.holdfast.testkit.mutant;

import io.holdfast.posix.FileStat;
import io.holdfast.posix.Posix;
import io.holdfast.testkit.decorator.DelegatingPosix;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;

/**
 * Skips an fsync of a directory in which nothing was renamed, linked or unlinked since the last one
 * ended. Right would be: since the last one started.
 */
final class JoinsRunningFsync extends DelegatingPosix {

  private record FileId(long dev, long ino) {}

  private final Map<FileId, Boolean> changed = new HashMap<>();

  JoinsRunningFsync(Posix delegate) {
    super(delegate);
  }

  @Override
  public int renameat2(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    return changing(
        List.of(oldDirfd, newDirfd),
        () -> delegate().renameat2(oldDirfd, oldPath, newDirfd, newPath, flags));
  }

  @Override
  public int linkat(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    return changing(
        List.of(newDirfd), () -> delegate().linkat(oldDirfd, oldPath, newDirfd, newPath, flags));
  }

  @Override
  public int unlinkat(int dirfd, byte[] path, int flags) {
    return changing(List.of(dirfd), () -> delegate().unlinkat(dirfd, path, flags));
  }

  @Override
  public int fsync(int fd) {
    Optional<FileId> directory = directory(fd);
    if (directory.isEmpty()) {
      return delegate().fsync(fd);
    }
    synchronized (changed) {
      if (Boolean.FALSE.equals(changed.get(directory.get()))) {
        return 0;
      }
    }
    int result = delegate().fsync(fd);
    synchronized (changed) {
      changed.put(directory.get(), result < 0);
    }
    return result;
  }

  /** Makes the change and notes it right after. */
  private int changing(List<Integer> dirfds, IntSupplier change) {
    List<FileId> directories = dirfds.stream().flatMap(fd -> directory(fd).stream()).toList();
    int result = change.getAsInt();
    synchronized (changed) {
      directories.forEach(directory -> changed.put(directory, true));
    }
    return result;
  }

  private Optional<FileId> directory(int fd) {
    return KindOfFile.stat(delegate(), fd)
        .filter(FileStat::isDirectory)
        .map(stat -> new FileId(stat.dev(), stat.ino()));
  }
}
