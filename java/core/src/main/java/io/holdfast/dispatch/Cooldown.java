package io.holdfast.dispatch;

/**
 * How long a job is left alone after it was admitted, should it come back without a result: longer
 * each time.
 *
 * @param firstNanos after the first time; doubled by each further one
 * @param longestNanos at most
 */
public record Cooldown(long firstNanos, long longestNanos) {

  /** Longest cooldown: one day. */
  public static final long LIMIT_NANOS = 86_400_000_000_000L;

  /** What comes back may be admitted again at once. */
  public static final Cooldown NONE = new Cooldown(0, 0);

  public Cooldown {
    if (firstNanos < 0 || longestNanos < firstNanos || longestNanos > LIMIT_NANOS) {
      throw new IllegalArgumentException(
          "a cooldown grows from 0 or more to at most "
              + LIMIT_NANOS
              + " ns: "
              + firstNanos
              + ", "
              + longestNanos);
    }
  }

  /**
   * After an attempt.
   *
   * @param attempts so far, 1 or more
   */
  long afterAttempts(int attempts) {
    int doublings = Math.min(attempts - 1, Long.numberOfLeadingZeros(firstNanos | 1) - 1);
    return Math.min(longestNanos, firstNanos << doublings);
  }
}
