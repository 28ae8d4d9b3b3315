package io.holdfast.lease;

import io.holdfast.lease.FenceReader.Sighting;
import io.holdfast.posix.PosixException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Transitions of this session that ended unknown: their moves may still be carried out. Looked at
 * again at every beat, until each is seen to be won or lost.
 */
final class Unsettled {

  private final FenceReader reader;
  private final LeaseClocks clocks;
  private final Map<FenceName, Pending> pending = new ConcurrentHashMap<>();

  Unsettled(FenceReader reader, LeaseClocks clocks) {
    this.reader = reader;
    this.clocks = clocks;
  }

  /** A transition that may have been won, and when it was made. */
  private record Pending(FenceView view, LeaseRecord record, long sinceNanos) {}

  void add(FenceView view, FenceName at, LeaseRecord record) {
    pending.put(at, new Pending(view, record, clocks.boot().nanoTime()));
  }

  /**
   * Looks once at each, and forgets those that were lost or that others have followed.
   *
   * @return the records of those that were won and stand: leases that nobody knows of
   */
  Map<FenceName, LeaseRecord> won() throws PosixException {
    Map<FenceName, LeaseRecord> won = new LinkedHashMap<>();
    for (Map.Entry<FenceName, Pending> entry : Map.copyOf(pending).entrySet()) {
      FenceView view = entry.getValue().view();
      Sighting seen = reader.whoWon(view, entry.getKey(), clocks.boot().nanoTime());
      if (seen == Sighting.WON) {
        won.put(entry.getKey(), entry.getValue().record());
      } else if (seen != Sighting.UNKNOWN) {
        settled(entry.getKey());
      }
    }
    return won;
  }

  /** Nothing is left to be done about a transition. */
  void settled(FenceName at) {
    pending.remove(at);
  }

  /** For how long the oldest is open; 0 where none is. */
  long oldestNanos() {
    long now = clocks.boot().nanoTime();
    return pending.values().stream().mapToLong(p -> now - p.sinceNanos()).max().orElse(0);
  }
}
