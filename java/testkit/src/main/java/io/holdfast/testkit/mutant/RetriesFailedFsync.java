package io.holdfast.testkit.mutant;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Posix;
import io.holdfast.testkit.decorator.DelegatingPosix;

final class RetriesFailedFsync extends DelegatingPosix {

  RetriesFailedFsync(Posix delegate) {
    super(delegate);
  }

  @Override
  public int fsync(int fd) {
    int result = delegate().fsync(fd);
    return result < 0 && !Errno.EINTR.is(result) ? delegate().fsync(fd) : result;
  }
}
