package io.holdfast.durable;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** Plain counters of one {@link Durable}, counted where the thing happens; any thread may read. */
public final class DurableCounters {

  private final LongAdder fileSyncs = new LongAdder();
  private final LongAdder directorySyncs = new LongAdder();
  private final LongAdder directorySyncsAvoided = new LongAdder();
  private final LongAdder probeCalls = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private final LongAdder leftovers = new LongAdder();
  private final Map<BarrierReason, LongAdder> barriers = new EnumMap<>(BarrierReason.class);

  DurableCounters() {
    for (BarrierReason reason : BarrierReason.values()) {
      barriers.put(reason, new LongAdder());
    }
  }

  /**
   * One moment's values; counters that move meanwhile may be a step apart.
   *
   * @param fileSyncs content barriers asked for, those that failed included
   * @param directorySyncs fsync(2) calls on directories
   * @param directorySyncsAvoided changes made durable by a directory barrier that served another
   *     change as well
   * @param probeCalls barrier probes and sentinels
   * @param failures content barriers and directory barriers that failed
   * @param leftovers staged names and sentinels that could not be removed
   * @param barriers directory barriers waited for, by reason
   */
  public record Snapshot(
      long fileSyncs,
      long directorySyncs,
      long directorySyncsAvoided,
      long probeCalls,
      long failures,
      long leftovers,
      Map<BarrierReason, Long> barriers) {}

  public Snapshot snapshot() {
    Map<BarrierReason, Long> byReason = new EnumMap<>(BarrierReason.class);
    barriers.forEach((reason, count) -> byReason.put(reason, count.sum()));
    return new Snapshot(
        fileSyncs.sum(),
        directorySyncs.sum(),
        directorySyncsAvoided.sum(),
        probeCalls.sum(),
        failures.sum(),
        leftovers.sum(),
        byReason);
  }

  void fileSync() {
    fileSyncs.increment();
  }

  void directorySync() {
    directorySyncs.increment();
  }

  void directorySyncsAvoided(long count) {
    directorySyncsAvoided.add(count);
  }

  void probeCall() {
    probeCalls.increment();
  }

  void failure() {
    failures.increment();
  }

  void leftover() {
    leftovers.increment();
  }

  void barrier(BarrierReason reason) {
    Objects.requireNonNull(barriers.get(reason)).increment();
  }
}
