package io.holdfast.litmus;

import io.holdfast.clock.NanoClock;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

/**
 * For how long something that was not there is looked for again. Time begins with the first miss:
 * on a machine that is slow to get there, what is late is looked for as long as anywhere else. The
 * last try still has time for its answer. One thread, used for one thing.
 */
final class Patience {

  /** Kept for the answer to the last try: a busy machine must not turn a refusal into silence. */
  private static final long ANSWER_NANOS = 250_000_000L;

  private static final long PARK_NANOS = 1_000_000L;

  private final NanoClock clock;
  private final long nanos;
  private final long deadline;
  private OptionalLong end = OptionalLong.empty();

  /**
   * @param nanos from the first miss on
   * @param deadline for the answer to the last try
   */
  Patience(NanoClock clock, long nanos, long deadline) {
    this.clock = clock;
    this.nanos = nanos;
    this.deadline = deadline;
  }

  /** Waits a little after a miss. @return false when it is over */
  boolean allowsAnother() {
    long now = clock.nanoTime();
    if (end.isEmpty()) {
      end = OptionalLong.of(Math.min(lastTry(now, deadline), now + nanos));
    }
    if (now - end.getAsLong() >= 0) {
      return false;
    }
    LockSupport.parkNanos(PARK_NANOS);
    return true;
  }

  /** The time of the last try before a deadline: a quarter of what is left stays, at most. */
  static long lastTry(long now, long deadline) {
    return deadline - Math.min(ANSWER_NANOS, (deadline - now) / 4);
  }
}
