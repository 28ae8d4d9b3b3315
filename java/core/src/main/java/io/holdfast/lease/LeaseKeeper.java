package io.holdfast.lease;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Renews a changing set of leases, again and again, as long as somebody calls {@link #doWork}: a
 * loop of the caller's, or a {@link LeaseKeeperRunner}. Equals one beat over all leases that are
 * kept, each interval.
 *
 * <p>A beat that fails drops nothing: the next interval tries again. A lease that no beat renewed
 * for the ttl is not trusted any more: others may have it.
 *
 * <p>Any thread may add, remove and ask; one at a time may call {@link #doWork}. Time is an
 * argument, on a clock that counts the time a machine sleeps (CLOCK_BOOTTIME).
 *
 * @param <K> what is leased, such as a {@link WorkId}
 * @param <T> what proves it, such as a {@link LeaseToken}
 */
public final class LeaseKeeper<K, T> {

  private static final long SHORTEST_INTERVAL_NANOS = 100_000_000L;
  private static final long LONGEST_INTERVAL_NANOS = 30_000_000_000L;
  private static final int BEATS_IN_A_TTL = 3;

  /** One beat over several leases, as a table makes it. */
  @FunctionalInterface
  public interface Beat<K, T> {

    /**
     * Renews them.
     *
     * @param held a snapshot
     * @return those that are lost; all others are renewed
     * @throws Exception nothing is known of any of them
     */
    Set<K> renew(Map<K, T> held) throws Exception;
  }

  /** Learns what becomes of leases, on the thread that calls {@link #doWork}. */
  public interface Listener<K> {

    /** Their tokens are worth nothing any more; they are not kept any longer. */
    void lost(Set<K> leases);

    /**
     * They were not renewed for the ttl: others may have them, whatever worked on them should stop.
     * They are still kept. Told once, until a beat renews them again.
     */
    void untrusted(Set<K> leases);

    /** A beat failed, and the next interval tries again. */
    void failed(Exception cause);
  }

  /**
   * @param sinceNanos when the beat, or the claim, began that is its latest proof
   */
  private record Kept<T>(T token, long sinceNanos, boolean trusted) {

    Kept<T> renewedAt(long nanos) {
      return new Kept<>(token, nanos, true);
    }

    Kept<T> untrusted() {
      return new Kept<>(token, sinceNanos, false);
    }
  }

  private final Beat<K, T> beat;
  private final Listener<K> listener;
  private final long ttlNanos;
  private final long intervalNanos;
  private final Map<K, Kept<T>> kept = new ConcurrentHashMap<>();
  private long lastNanos;
  private boolean hasBeaten;

  /**
   * @param ttlNanos shortest ttl of what will be kept
   * @param intervalNanos time between the beginnings of two beats
   */
  public LeaseKeeper(Beat<K, T> beat, Listener<K> listener, long ttlNanos, long intervalNanos) {
    if (intervalNanos < 1 || intervalNanos >= ttlNanos) {
      throw new IllegalArgumentException(
          "a beat each " + intervalNanos + " ns keeps no lease of " + ttlNanos + " ns");
    }
    this.beat = beat;
    this.listener = listener;
    this.ttlNanos = ttlNanos;
    this.intervalNanos = intervalNanos;
  }

  /** A third of the ttl, but at least 0.1 seconds and at most 30. */
  public static long intervalNanos(long ttlNanos) {
    return Math.max(
        SHORTEST_INTERVAL_NANOS, Math.min(LONGEST_INTERVAL_NANOS, ttlNanos / BEATS_IN_A_TTL));
  }

  /** Time between the beginnings of two beats. */
  public long intervalNanos() {
    return intervalNanos;
  }

  /**
   * Keeps a lease from now on.
   *
   * @param claimedNanos when its claim began, not when it was answered
   */
  public void keep(K lease, T token, long claimedNanos) {
    kept.put(lease, new Kept<>(token, claimedNanos, true));
  }

  /** Keeps it no longer: before it is released, or when its work is done. */
  public void drop(K lease) {
    kept.remove(lease);
  }

  /** What is kept. */
  public Set<K> kept() {
    return Set.copyOf(kept.keySet());
  }

  /** Whether a lease is kept, and was proved less than its ttl ago. */
  public boolean isTrusted(K lease, long nowNanos) {
    Kept<T> one = kept.get(lease);
    return one != null && one.trusted() && nowNanos - one.sinceNanos() < ttlNanos;
  }

  /**
   * Beats when that is due, and tells the listener. Without any lease it beats as well: a session
   * lives by it.
   *
   * @return how many leases were renewed or lost; 0 when nothing was due or the beat failed
   */
  public int doWork(long nowNanos) {
    int work = 0;
    if (!hasBeaten || nowNanos - lastNanos >= intervalNanos) {
      hasBeaten = true;
      lastNanos = nowNanos;
      work = beat(nowNanos).orElse(0);
    }
    endTrust(nowNanos);
    return work;
  }

  /**
   * Beats whether that is due or not, and tells the listener; the next beat is due an interval
   * later.
   *
   * @return whether it came off: what is not lost was renewed
   */
  public boolean beatNow(long nowNanos) {
    hasBeaten = true;
    lastNanos = nowNanos;
    boolean renewed = beat(nowNanos).isPresent();
    endTrust(nowNanos);
    return renewed;
  }

  /** How long until the next beat is due. */
  public long nanosUntilDue(long nowNanos) {
    return hasBeaten ? Math.max(0, lastNanos + intervalNanos - nowNanos) : 0;
  }

  /** Beats. @return how many leases were renewed or lost; empty where the beat failed */
  private OptionalInt beat(long nowNanos) {
    Map<K, Kept<T>> asked = new HashMap<>(kept);
    Map<K, T> tokens = new HashMap<>();
    asked.forEach((lease, one) -> tokens.put(lease, one.token()));
    Set<K> lost;
    try {
      lost = beat.renew(Map.copyOf(tokens));
    } catch (SessionLostException e) {
      distrust(asked);
      listener.failed(e);
      return OptionalInt.empty();
    } catch (Exception e) {
      listener.failed(e);
      return OptionalInt.empty();
    }
    Set<K> gone = new HashSet<>();
    asked.forEach(
        (lease, one) -> {
          if (!lost.contains(lease)) {
            kept.replace(lease, one, one.renewedAt(nowNanos));
          } else if (kept.remove(lease, one)) {
            gone.add(lease);
          }
        });
    if (!gone.isEmpty()) {
      listener.lost(gone);
    }
    return OptionalInt.of(asked.size());
  }

  private void endTrust(long nowNanos) {
    Map<K, Kept<T>> over = new HashMap<>(kept);
    over.values().removeIf(one -> nowNanos - one.sinceNanos() < ttlNanos);
    distrust(over);
  }

  private void distrust(Map<K, Kept<T>> leases) {
    Set<K> told = new HashSet<>();
    leases.forEach(
        (lease, one) -> {
          if (one.trusted() && kept.replace(lease, one, one.untrusted())) {
            told.add(lease);
          }
        });
    if (!told.isEmpty()) {
      listener.untrusted(told);
    }
  }
}
