package io.holdfast.lab.lease;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.testkit.decorator.DelegatingPosix;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Answers success to who comes second: at a fence, a flock and a directory that is a lock. It
 * dawdles before it moves anything, so that somebody comes first.
 */
final class TwoWinners extends DelegatingPosix {

  private static final long DAWDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

  TwoWinners(Posix delegate) {
    super(delegate);
  }

  @Override
  public int renameat2(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    boolean fence = text(newPath).contains(".fence.");
    if (fence || text(newPath).endsWith(".json")) {
      LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(DAWDLE_NANOS));
    }
    int result = super.renameat2(oldDirfd, oldPath, newDirfd, newPath, flags);
    return Errno.ENOENT.is(result) && fence ? 0 : result;
  }

  @Override
  public int flock(int fd, int operation) {
    int result = super.flock(fd, operation);
    return (operation & Flags.LOCK_EX) != 0 && Errno.EAGAIN.is(result) ? 0 : result;
  }

  @Override
  public int mkdirat(int dirfd, byte[] path, int mode) {
    int result = super.mkdirat(dirfd, path, mode);
    return Errno.EEXIST.is(result) && text(path).endsWith(".lock") ? 0 : result;
  }

  private static String text(byte[] name) {
    return new String(name, StandardCharsets.ISO_8859_1);
  }
}
