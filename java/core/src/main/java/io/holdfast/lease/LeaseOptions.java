package io.holdfast.lease;

import io.holdfast.durable.DurableOptions;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;

/**
 * How a table works. Immutable.
 *
 * @param clocks where time comes from
 * @param patienceNanos how long one operation looks and tries before it answers that it cannot say
 * @param lockTrustNanos for how long an update lock is believed to be held after it was asked for
 * @param random where tokens and nonces come from
 * @param durable how its barriers are made; modes are those of the table's manifest
 */
public record LeaseOptions(
    LeaseClocks clocks,
    long patienceNanos,
    long lockTrustNanos,
    RandomGenerator random,
    DurableOptions durable) {

  /** Longest patience: one hour. */
  public static final long PATIENCE_LIMIT_NANOS = 3_600_000_000_000L;

  private static final long DEFAULT_PATIENCE_NANOS = 5_000_000_000L;
  private static final long DEFAULT_LOCK_TRUST_NANOS = 5_000_000_000L;

  public LeaseOptions {
    if (patienceNanos < 1 || patienceNanos > PATIENCE_LIMIT_NANOS) {
      throw new IllegalArgumentException(
          "patienceNanos is 1 to " + PATIENCE_LIMIT_NANOS + ": " + patienceNanos);
    }
    if (lockTrustNanos < 1 || lockTrustNanos > PATIENCE_LIMIT_NANOS) {
      throw new IllegalArgumentException(
          "lockTrustNanos is 1 to " + PATIENCE_LIMIT_NANOS + ": " + lockTrustNanos);
    }
  }

  /** Five seconds of patience and of trust, the strongest random bits of the platform. */
  public static LeaseOptions defaults(LeaseClocks clocks) {
    return new LeaseOptions(
        clocks,
        DEFAULT_PATIENCE_NANOS,
        DEFAULT_LOCK_TRUST_NANOS,
        new SecureRandom(),
        DurableOptions.defaults());
  }

  public LeaseOptions withPatienceNanos(long nanos) {
    return new LeaseOptions(clocks, nanos, lockTrustNanos, random, durable);
  }

  public LeaseOptions withLockTrustNanos(long nanos) {
    return new LeaseOptions(clocks, patienceNanos, nanos, random, durable);
  }

  public LeaseOptions withRandom(RandomGenerator source) {
    return new LeaseOptions(clocks, patienceNanos, lockTrustNanos, source, durable);
  }

  public LeaseOptions withDurable(DurableOptions barriers) {
    return new LeaseOptions(clocks, patienceNanos, lockTrustNanos, random, barriers);
  }
}
