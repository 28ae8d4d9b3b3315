package io.holdfast.lease;

import io.holdfast.durable.DurableOptions;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;

/**
 * How a table works. Immutable.
 *
 * @param clocks where time comes from
 * @param patienceNanos how long one operation looks and tries before it answers that it cannot say
 * @param random where tokens and nonces come from
 * @param durable how its barriers are made; modes are those of the table's manifest
 */
public record LeaseOptions(
    LeaseClocks clocks, long patienceNanos, RandomGenerator random, DurableOptions durable) {

  /** Longest patience: one hour. */
  public static final long PATIENCE_LIMIT_NANOS = 3_600_000_000_000L;

  private static final long DEFAULT_PATIENCE_NANOS = 5_000_000_000L;

  public LeaseOptions {
    if (patienceNanos < 1 || patienceNanos > PATIENCE_LIMIT_NANOS) {
      throw new IllegalArgumentException(
          "patienceNanos is 1 to " + PATIENCE_LIMIT_NANOS + ": " + patienceNanos);
    }
  }

  /** Five seconds of patience, the strongest random bits of the platform. */
  public static LeaseOptions defaults(LeaseClocks clocks) {
    return new LeaseOptions(
        clocks, DEFAULT_PATIENCE_NANOS, new SecureRandom(), DurableOptions.defaults());
  }

  public LeaseOptions withPatienceNanos(long nanos) {
    return new LeaseOptions(clocks, nanos, random, durable);
  }

  public LeaseOptions withRandom(RandomGenerator source) {
    return new LeaseOptions(clocks, patienceNanos, source, durable);
  }

  public LeaseOptions withDurable(DurableOptions barriers) {
    return new LeaseOptions(clocks, patienceNanos, random, barriers);
  }
}
