package io.holdfast.lab.crash;

import io.holdfast.posix.FileStat;
import io.holdfast.posix.Posix;
import io.holdfast.testkit.decorator.DelegatingPosix;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits a little before each fsync of a directory, so that in a race of several processes the
 * barrier of one fails between a rename and the barrier of another.
 */
final class PausingPosix extends DelegatingPosix {

  private final int limitMicros;
  private final Random random;

  PausingPosix(Posix delegate, int limitMicros, long seed) {
    super(delegate);
    this.limitMicros = limitMicros;
    this.random = new Random(seed);
  }

  @Override
  public int fsync(int fd) {
    long[] slots = new long[FileStat.SLOTS];
    if (limitMicros > 0 && delegate().fstat(fd, slots) == 0 && FileStat.of(slots).isDirectory()) {
      LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(limitMicros)));
    }
    return delegate().fsync(fd);
  }
}
