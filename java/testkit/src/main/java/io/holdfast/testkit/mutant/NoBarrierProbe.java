package io.holdfast.testkit.mutant;

import io.holdfast.posix.Posix;
import io.holdfast.testkit.decorator.DelegatingPosix;

/** Skips the probe in its first form, an extended attribute of the directory. */
final class NoBarrierProbe extends DelegatingPosix {

  NoBarrierProbe(Posix delegate) {
    super(delegate);
  }

  @Override
  public int fsetxattr(int fd, byte[] name, byte[] value, int flags) {
    return KindOfFile.isDirectory(delegate(), fd)
        ? 0
        : delegate().fsetxattr(fd, name, value, flags);
  }
}
