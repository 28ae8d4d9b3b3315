package io.holdfast.lease;

import java.util.function.DoubleSupplier;

/** Looking again and again, at growing intervals, until a deadline. One thread. */
final class Waiting {

  private static final long FIRST_PAUSE_NANOS = 500_000L;
  private static final long LONGEST_PAUSE_NANOS = 50_000_000L;

  private final LeaseClocks clocks;
  private final long deadline;
  private final DoubleSupplier shorter;
  private long pauseNanos = FIRST_PAUSE_NANOS;

  /**
   * @param deadline on the boot clock
   */
  Waiting(LeaseClocks clocks, long deadline) {
    this(clocks, deadline, () -> 0);
  }

  /**
   * Pauses of different lengths, for several who would else look at the same moments.
   *
   * @param shorter by which part of its half a pause is shorter, at least 0 and less than 1
   */
  Waiting(LeaseClocks clocks, long deadline, DoubleSupplier shorter) {
    this.clocks = clocks;
    this.deadline = deadline;
    this.shorter = shorter;
  }

  /** Waits a little. @return false when the deadline is over: no more looks */
  boolean again() {
    long left = deadline - clocks.boot().nanoTime();
    if (left <= 0) {
      return false;
    }
    long pause = pauseNanos - (long) (shorter.getAsDouble() * pauseNanos / 2);
    clocks.pause().nanos(Math.min(pause, left));
    pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
    return true;
  }
}
