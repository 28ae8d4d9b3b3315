package io.holdfast.dispatch;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Plain counters of one dispatcher, counted where the thing happens; any thread may read. */
public final class DispatchCounters {

  /** What is counted. */
  public enum Count {
    /** Assignments that were sent. */
    SENT,
    /** Results published and completed. */
    COMMITTED,
    /** Exact work that somebody else had done, so that it was not done again. */
    DUPLICATES_AVOIDED,
    /** Exact work that somebody else worked on, or was committing. */
    WORK_CONFLICTS,
    /** Leases of exact work that were taken from another owner, whose leases had expired. */
    STEALS,
    /** Pending targets that were lost and claimed again. */
    TARGETS_RECLAIMED,
    /** Pending targets that were lost, or a hint's, that others had. */
    TARGETS_REFUSED,
    /** Targets of active work that were lost. */
    TARGETS_LOST,
    /** Exact work whose lease was lost, or not renewed for its ttl, while a worker had it. */
    WORK_LOST,
    /** Results that were dropped because their lease had been lost. */
    STALE_RESULTS,
    /** Work that a worker reported as come to nothing. */
    WORK_FAILED,
    /** Workers that ended. */
    WORKERS_GONE,
    /** Reports of work that their worker did not have. */
    UNEXPECTED_REPORTS,
    /** Pending work that was dropped because too much was carried. */
    CARRIED_DROPPED,
    /** Leases that could not be given up at once; it is tried again while the session lives. */
    FAILED_RELEASES,
    /** Steps that ended in an error and were undone or are tried again. */
    FAILURES,
    /** Commits of dead coordinators that were finished. */
    COMMITS_RECOVERED,
    /** Targets of dead coordinators that were freed. */
    TARGETS_RECOVERED,
    /** Records that are no records any more. */
    BROKEN_RECORDS
  }

  private final Map<Count, LongAdder> counts = new EnumMap<>(Count.class);

  DispatchCounters() {
    for (Count count : Count.values()) {
      counts.put(count, new LongAdder());
    }
  }

  void add(Count count, long more) {
    of(count).add(more);
  }

  void increment(Count count) {
    of(count).increment();
  }

  private LongAdder of(Count count) {
    LongAdder adder = counts.get(count);
    if (adder == null) {
      throw new IllegalArgumentException("not counted: " + count);
    }
    return adder;
  }

  /** The present value. */
  public long value(Count count) {
    return of(count).sum();
  }

  /** All of them, each read by itself. */
  public Map<Count, Long> values() {
    Map<Count, Long> values = new EnumMap<>(Count.class);
    counts.forEach((count, adder) -> values.put(count, adder.sum()));
    return values;
  }
}
