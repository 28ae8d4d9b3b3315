package io.holdfast.gauge.calls;

import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.testkit.decorator.DelegatingPosix;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what is asked of the kernel, whatever it answers. It allocates nothing and takes no lock,
 * so that what is measured through it is what is measured without it. Any number of threads may use
 * it.
 */
public class CountingPosix extends DelegatingPosix {

  /** Descriptors from here on are taken for files that are not written through. */
  private static final int DESCRIPTOR_LIMIT = 1 << 16;

  private static final int FILE = 0;
  private static final int DIRECTORY = 1;
  private static final int SYNCED = 2;

  private final Map<CountedCall, LongAdder> counts = new EnumMap<>(CountedCall.class);
  private final AtomicIntegerArray kinds = new AtomicIntegerArray(DESCRIPTOR_LIMIT);

  public CountingPosix(Posix delegate) {
    super(delegate);
    for (CountedCall call : CountedCall.values()) {
      counts.put(call, new LongAdder());
    }
  }

  /** Since this was made; counters that move meanwhile may be a step apart. */
  public final CallCounts counted() {
    CallCounts all = CallCounts.NONE;
    for (Map.Entry<CountedCall, LongAdder> count : counts.entrySet()) {
      all = all.plus(count.getKey(), count.getValue().sum());
    }
    return all;
  }

  private void count(CountedCall call) {
    Objects.requireNonNull(counts.get(call)).increment();
  }

  private int opened(int fd, int flags) {
    if (fd >= 0 && fd < DESCRIPTOR_LIMIT) {
      boolean unnamed = (flags & Flags.O_TMPFILE) == Flags.O_TMPFILE;
      boolean directory = !unnamed && (flags & Flags.O_DIRECTORY) != 0;
      boolean synced = (flags & Flags.O_DSYNC) != 0;
      kinds.set(fd, directory ? DIRECTORY : synced ? SYNCED : FILE);
    }
    return fd;
  }

  private int kind(int fd) {
    return fd >= 0 && fd < DESCRIPTOR_LIMIT ? kinds.get(fd) : FILE;
  }

  private void countWrite(int fd) {
    if (kind(fd) == SYNCED) {
      count(CountedCall.SYNCED_WRITE);
    }
  }

  @Override
  public int openat(int dirfd, byte[] path, int flags, int mode) {
    return opened(super.openat(dirfd, path, flags, mode), flags);
  }

  @Override
  public int openat2(int dirfd, byte[] path, int flags, int mode, long resolve) {
    return opened(super.openat2(dirfd, path, flags, mode, resolve), flags);
  }

  @Override
  public int write(int fd, byte[] buffer, int offset, int length) {
    countWrite(fd);
    return super.write(fd, buffer, offset, length);
  }

  @Override
  public int pwrite(int fd, byte[] buffer, int offset, int length, long position) {
    countWrite(fd);
    return super.pwrite(fd, buffer, offset, length, position);
  }

  @Override
  public int fsync(int fd) {
    count(kind(fd) == DIRECTORY ? CountedCall.DIRECTORY_SYNC : CountedCall.FILE_SYNC);
    return super.fsync(fd);
  }

  @Override
  public int fdatasync(int fd) {
    count(CountedCall.DATA_SYNC);
    return super.fdatasync(fd);
  }

  @Override
  public int linkat(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    count(CountedCall.LINK);
    return super.linkat(oldDirfd, oldPath, newDirfd, newPath, flags);
  }

  @Override
  public int renameat2(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    count(CountedCall.RENAME);
    return super.renameat2(oldDirfd, oldPath, newDirfd, newPath, flags);
  }

  @Override
  public int flock(int fd, int operation) {
    count(CountedCall.LOCK);
    return super.flock(fd, operation);
  }
}
