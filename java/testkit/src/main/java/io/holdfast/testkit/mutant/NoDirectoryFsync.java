package io.holdfast.testkit.mutant;

import io.holdfast.posix.Posix;
import io.holdfast.testkit.decorator.DelegatingPosix;

final class NoDirectoryFsync extends DelegatingPosix {

  NoDirectoryFsync(Posix delegate) {
    super(delegate);
  }

  @Override
  public int fsync(int fd) {
    return KindOfFile.isDirectory(delegate(), fd) ? 0 : delegate().fsync(fd);
  }
}
