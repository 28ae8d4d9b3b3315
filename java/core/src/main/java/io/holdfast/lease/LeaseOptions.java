package io.holdfast.lease;

import io.holdfast.durable.DurableOptions;
import java.security.SecureRandom;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/**
 * How a table works. Immutable.
 *
 * @param clocks where time comes from
 * @param patienceNanos how long one operation looks and tries before it answers that it cannot say
 * @param lockTrustNanos for how long an update lock is believed to be held after it was asked for
 * @param stampExpiry how leases are judged that are renewed by stamps in their records
 * @param beatIntervalMillis how often the caller renews its leases; empty: as {@link
 *     LeaseKeeper#intervalNanos} says
 * @param readStalenessMillis how old may be what a look shows, as somebody has measured it; empty:
 *     as the attribute cache among the mount's options says
 * @param random where tokens and nonces come from
 * @param durable how its barriers are made; modes are those of the table's manifest
 */
public record LeaseOptions(
    LeaseClocks clocks,
    long patienceNanos,
    long lockTrustNanos,
    StampExpiry stampExpiry,
    OptionalLong beatIntervalMillis,
    OptionalLong readStalenessMillis,
    RandomGenerator random,
    DurableOptions durable) {

  /** Longest patience, trust, interval and staleness: one hour. */
  public static final long PATIENCE_LIMIT_NANOS = 3_600_000_000_000L;

  private static final long LIMIT_MILLIS = PATIENCE_LIMIT_NANOS / 1_000_000;
  private static final long DEFAULT_PATIENCE_NANOS = 5_000_000_000L;
  private static final long DEFAULT_LOCK_TRUST_NANOS = 5_000_000_000L;

  public LeaseOptions {
    check("patienceNanos", patienceNanos, 1, PATIENCE_LIMIT_NANOS);
    check("lockTrustNanos", lockTrustNanos, 1, PATIENCE_LIMIT_NANOS);
    beatIntervalMillis.ifPresent(millis -> check("beatIntervalMillis", millis, 1, LIMIT_MILLIS));
    readStalenessMillis.ifPresent(millis -> check("readStalenessMillis", millis, 0, LIMIT_MILLIS));
  }

  private static void check(String what, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(what + " is " + least + " to " + most + ": " + value);
    }
  }

  /** Five seconds of patience and of trust, wall clocks, the platform's strongest random bits. */
  public static LeaseOptions defaults(LeaseClocks clocks) {
    return new LeaseOptions(
        clocks,
        DEFAULT_PATIENCE_NANOS,
        DEFAULT_LOCK_TRUST_NANOS,
        StampExpiry.WALL_CLOCK,
        OptionalLong.empty(),
        OptionalLong.empty(),
        new SecureRandom(),
        DurableOptions.defaults());
  }

  /** How often leases of a ttl are renewed. */
  long beatIntervalNanos(long ttlNanos) {
    return beatIntervalMillis.isPresent()
        ? beatIntervalMillis.getAsLong() * 1_000_000
        : LeaseKeeper.intervalNanos(ttlNanos);
  }

  public LeaseOptions withPatienceNanos(long nanos) {
    return new LeaseOptions(
        clocks,
        nanos,
        lockTrustNanos,
        stampExpiry,
        beatIntervalMillis,
        readStalenessMillis,
        random,
        durable);
  }

  public LeaseOptions withLockTrustNanos(long nanos) {
    return new LeaseOptions(
        clocks,
        patienceNanos,
        nanos,
        stampExpiry,
        beatIntervalMillis,
        readStalenessMillis,
        random,
        durable);
  }

  public LeaseOptions withStampExpiry(StampExpiry judgement) {
    return new LeaseOptions(
        clocks,
        patienceNanos,
        lockTrustNanos,
        judgement,
        beatIntervalMillis,
        readStalenessMillis,
        random,
        durable);
  }

  public LeaseOptions withBeatIntervalMillis(long millis) {
    return new LeaseOptions(
        clocks,
        patienceNanos,
        lockTrustNanos,
        stampExpiry,
        OptionalLong.of(millis),
        readStalenessMillis,
        random,
        durable);
  }

  public LeaseOptions withReadStalenessMillis(long millis) {
    return new LeaseOptions(
        clocks,
        patienceNanos,
        lockTrustNanos,
        stampExpiry,
        beatIntervalMillis,
        OptionalLong.of(millis),
        random,
        durable);
  }

  public LeaseOptions withRandom(RandomGenerator source) {
    return new LeaseOptions(
        clocks,
        patienceNanos,
        lockTrustNanos,
        stampExpiry,
        beatIntervalMillis,
        readStalenessMillis,
        source,
        durable);
  }

  public LeaseOptions withDurable(DurableOptions barriers) {
    return new LeaseOptions(
        clocks,
        patienceNanos,
        lockTrustNanos,
        stampExpiry,
        beatIntervalMillis,
        readStalenessMillis,
        random,
        barriers);
  }
}
