package io.holdfast.lease;

import io.holdfast.clock.NanoClock;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Judges leases by whether their stamps change while this process looks, with its own clock. Any
 * thread may use it.
 */
final class StampWatch {

  /** Most leases that are watched at once; any more are not judged, and live. */
  private static final int LIMIT = 1 << 20;

  private static final long NANOS_PER_MILLI = 1_000_000L;

  /** What was seen, and since when it is unchanged. */
  private record Watched(LeaseToken token, double updatedSeconds, long sinceNanos) {

    boolean isOf(LeaseRecord record) {
      return token.equals(record.token()) && updatedSeconds == record.updatedSeconds();
    }
  }

  private final NanoClock boot;
  private final Map<WorkId, Watched> watched = new ConcurrentHashMap<>();

  StampWatch(NanoClock boot) {
    this.boot = boot;
  }

  /** How long a lease that was just read still lives at least; 0 or less when it is over. */
  long remainingMillis(LeaseRecord record, long ttlMillis) {
    long now = boot.nanoTime();
    Watched before = watched.get(record.id());
    if (before != null && before.isOf(record)) {
      return ttlMillis - (now - before.sinceNanos()) / NANOS_PER_MILLI;
    }
    if (before != null || watched.size() < LIMIT) {
      watched.put(record.id(), new Watched(record.token(), record.updatedSeconds(), now));
    }
    return ttlMillis;
  }

  /** Forgets every lease that is none of these. */
  void retain(Set<WorkId> leased) {
    watched.keySet().retainAll(leased);
  }
}
