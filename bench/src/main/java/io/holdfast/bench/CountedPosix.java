package io.holdfast.bench;

import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.testkit.decorator.DelegatingPosix;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the barriers that are asked of the kernel. For the making of what is measured later it can
 * be told to make none: they would take hours for a million records, and nobody will cut the power.
 */
final class CountedPosix extends DelegatingPosix {

  private static final int DESCRIPTOR_LIMIT = 1 << 16;

  private final LongAdder fileSyncs = new LongAdder();
  private final LongAdder directorySyncs = new LongAdder();
  private final LongAdder probes = new LongAdder();
  private final AtomicIntegerArray directories = new AtomicIntegerArray(DESCRIPTOR_LIMIT);
  private volatile boolean durable = true;

  CountedPosix(Posix delegate) {
    super(delegate);
  }

  /** Whether fsync(2) is passed on. Change it only while nobody works. */
  void makeDurable(boolean passedOn) {
    durable = passedOn;
  }

  /** Shared barriers are counted once, so that none is ever avoided here. */
  Counts counts() {
    return new Counts(fileSyncs.sum(), directorySyncs.sum(), 0, probes.sum());
  }

  @Override
  public int openat(int dirfd, byte[] path, int flags, int mode) {
    return opened(super.openat(dirfd, path, flags, mode), flags);
  }

  @Override
  public int openat2(int dirfd, byte[] path, int flags, int mode, long resolve) {
    return opened(super.openat2(dirfd, path, flags, mode, resolve), flags);
  }

  private int opened(int fd, int flags) {
    if (fd >= 0) {
      directories.set(fd, (flags & Flags.O_DIRECTORY) != 0 ? 1 : 0);
    }
    return fd;
  }

  @Override
  public int fsync(int fd) {
    (directories.get(fd) == 1 ? directorySyncs : fileSyncs).increment();
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
