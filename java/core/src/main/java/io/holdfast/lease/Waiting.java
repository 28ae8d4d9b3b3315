package io.holdfast.lease;

/** Looking again and again, at growing intervals, until a deadline. One thread. */
final class Waiting {

  private static final long FIRST_PAUSE_NANOS = 500_000L;
  private static final long LONGEST_PAUSE_NANOS = 50_000_000L;

  private final LeaseClocks clocks;
  private final long deadline;
  private long pauseNanos = FIRST_PAUSE_NANOS;

  /**
   * @param deadline on the boot clock
   */
  Waiting(LeaseClocks clocks, long deadline) {
    this.clocks = clocks;
    this.deadline = deadline;
  }

  /** Waits a little. @return false when the deadline is over: no more looks */
  boolean again() {
    long left = deadline - clocks.boot().nanoTime();
    if (left <= 0) {
      return false;
    }
    clocks.pause().nanos(Math.min(pauseNanos, left));
    pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
    return true;
  }
}
