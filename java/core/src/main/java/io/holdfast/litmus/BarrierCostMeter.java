package io.holdfast.litmus;

import io.holdfast.clock.NanoClock;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Measures what barriers cost, by doing each for half a second. An error voids its row: times of
 * calls that failed mean nothing.
 */
final class BarrierCostMeter {

  /**
   * A file fsync after a write that is faster than this at the median did not reach a device: a
   * journal commit is at least two writes of which the second waits for the first, and the fastest
   * flash with a protected cache needs about 10 µs for one. Persistent memory is the exception.
   */
  static final long IMPLAUSIBLE_NANOS = 20_000L;

  static final String FILE_FSYNC = "file_fsync";
  static final String DIRECTORY_FSYNC = "directory_fsync";
  static final String REPLACE = "replace";
  static final String PUBLISH = "publish";

  private static final long BUDGET_NANOS = 500_000_000L;
  private static final int COUNT_LIMIT = 5_000;
  private static final int COUNT_THAT_MEANS_SOMETHING = 20;

  private final ProbeDir home;
  private final Posix posix;
  private final NanoClock clock;
  private final BarrierReach reach;
  private final byte[] record = LocalProbe.content("record");

  BarrierCostMeter(ProbeDir home, NanoClock clock, BarrierReach reach) {
    this.home = home;
    this.posix = home.posix();
    this.clock = clock;
    this.reach = reach;
  }

  /** One round of an operation; answers how long the part that counts took. */
  @FunctionalInterface
  private interface Round {
    long nanos(int round) throws PosixException;
  }

  /** All four rows. */
  List<BarrierCost> measure(boolean hasTmpfile) throws PosixException {
    return List.of(
        measureFileFsync(),
        measure(DIRECTORY_FSYNC, this::directoryFsync),
        measure(REPLACE, this::replace),
        measure(PUBLISH, hasTmpfile ? this::publish : this::publishStaged));
  }

  private BarrierCost measureFileFsync() throws PosixException {
    try (Descriptor file = home.create("rewritten", record)) {
      return measure(FILE_FSYNC, round -> fileFsync(file, round));
    }
  }

  private BarrierCost measure(String operation, Round round) throws PosixException {
    long[] samples = new long[COUNT_LIMIT];
    int count = 0;
    Errno error = null;
    long end = clock.nanoTime() + BUDGET_NANOS;
    try {
      while (count < COUNT_LIMIT && (count == 0 || clock.nanoTime() - end < 0)) {
        samples[count] = round.nanos(count);
        count++;
      }
    } catch (PosixException e) {
      if (Unaskable.isOfTheMoment(e.errno())) {
        throw e;
      }
      error = e.errno();
    }
    return row(operation, Arrays.copyOf(samples, count), error, reach);
  }

  /** From samples to a row. Pure. */
  static BarrierCost row(
      String operation, long[] samples, @Nullable Errno error, BarrierReach reach) {
    if (error != null) {
      return new BarrierCost(operation, samples.length, 0, 0, error, false);
    }
    long[] sorted = samples.clone();
    Arrays.sort(sorted);
    long p50 = percentile(sorted, 50);
    boolean implausible =
        operation.equals(FILE_FSYNC)
            && reach.kind() != BarrierReach.Kind.NONE
            && sorted.length >= COUNT_THAT_MEANS_SOMETHING
            && p50 < IMPLAUSIBLE_NANOS;
    return new BarrierCost(
        operation, sorted.length, p50, percentile(sorted, 99), null, implausible);
  }

  private static long percentile(long[] sorted, int percent) {
    int rank = (sorted.length * percent + 99) / 100;
    return sorted[Math.max(0, rank - 1)];
  }

  private long fileFsync(Descriptor file, int round) throws PosixException {
    record[record.length - 1] = (byte) round;
    home.write(file, record);
    long start = clock.nanoTime();
    home.sync(file);
    return clock.nanoTime() - start;
  }

  /** Every round changes the directory: makes a name, then removes it in the next. */
  private long directoryFsync(int round) throws PosixException {
    String name = "name" + round / 2;
    if (round % 2 == 0) {
      home.create(name, record).close();
    } else {
      home.unlink(name);
    }
    long start = clock.nanoTime();
    home.mustBarrier();
    return clock.nanoTime() - start;
  }

  private long replace(int round) throws PosixException {
    String staged = "staged" + round;
    long start = clock.nanoTime();
    home.stage(staged, record);
    PosixException.check(home.rename(staged, home, "record", 0), "renameat2");
    home.mustBarrier();
    return clock.nanoTime() - start;
  }

  private long publish(int round) throws PosixException {
    String name = "published" + round;
    long start = clock.nanoTime();
    try (Descriptor file = home.open(".", Flags.O_TMPFILE | Flags.O_RDWR)) {
      home.write(file, record);
      PosixException.check(posix.fchmod(file.number(), ProbeDir.FILE_MODE), "fchmod");
      home.sync(file);
      home.linkUnnamed(file, name);
    }
    home.mustBarrier();
    long nanos = clock.nanoTime() - start;
    home.unlink(name);
    return nanos;
  }

  private long publishStaged(int round) throws PosixException {
    String staged = "unlinked" + round;
    String name = "published" + round;
    long start = clock.nanoTime();
    home.stage(staged, record);
    PosixException.check(home.link(staged, name), "linkat");
    home.unlink(staged);
    home.mustBarrier();
    long nanos = clock.nanoTime() - start;
    home.unlink(name);
    return nanos;
  }
}
