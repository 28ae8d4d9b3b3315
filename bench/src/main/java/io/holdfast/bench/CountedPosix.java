package io.holdfast.bench;

import io.holdfast.gauge.calls.CallCounts;
import io.holdfast.gauge.calls.CountedCall;
import io.holdfast.gauge.calls.CountingPosix;
import io.holdfast.posix.Posix;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the barriers that are asked of the kernel. For the making of what is measured later it can
 * be told to make none: they would take hours for a million records, and nobody will cut the power.
 */
final class CountedPosix extends CountingPosix {

  private final LongAdder probes = new LongAdder();
  private volatile boolean durable = true;

  CountedPosix(Posix delegate) {
    super(delegate);
  }

  /** Whether fsync(2) is passed on, and counted. Change it only while nobody works. */
  void makeDurable(boolean passedOn) {
    durable = passedOn;
  }

  /** Shared barriers are counted once, so that none is ever avoided here. */
  Counts counts() {
    CallCounts counted = counted();
    return new Counts(
        counted.of(CountedCall.FILE_SYNC), counted.of(CountedCall.DIRECTORY_SYNC), 0, probes.sum());
  }

  @Override
  public int fsync(int fd) {
    return durable ? super.fsync(fd) : 0;
  }

  @Override
  public int syncFileRange(int fd, long offset, long length, int flags) {
    return durable ? super.syncFileRange(fd, offset, length, flags) : 0;
  }

  @Override
  public int fsetxattr(int fd, byte[] name, byte[] value, int flags) {
    probes.increment();
    return super.fsetxattr(fd, name, value, flags);
  }
}
