package io.holdfast.testkit.mutant;

import io.holdfast.posix.Posix;
import io.holdfast.testkit.decorator.DelegatingPosix;

final class NoFileFsync extends DelegatingPosix {

  NoFileFsync(Posix delegate) {
    super(delegate);
  }

  @Override
  public int fsync(int fd) {
    return KindOfFile.isDirectory(delegate(), fd) ? delegate().fsync(fd) : 0;
  }
}
