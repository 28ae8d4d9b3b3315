package io.holdfast.micrometer;

import io.holdfast.lease.LeaseCounters;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.ToDoubleFunction;

/** The counters of one lease table, as {@code holdfast.…}, tagged with the table's name. */
public final class LeaseMeters implements MeterBinder {

  private final String table;
  private final LeaseCounters counters;

  /**
   * Meters of one table.
   *
   * @param table a name of the caller's, such as {@code work} or {@code targets}
   */
  public LeaseMeters(String table, LeaseCounters counters) {
    this.table = table;
    this.counters = counters;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    count(registry, "claims", "leases granted", s -> s.claims());
    count(registry, "lost.moves", "transitions that another coordinator won", s -> s.lostMoves());
    count(registry, "fence.scans", "listings of a shard for want of a hint", s -> s.fenceScans());
    count(registry, "hints.ignored", "hints that were broken or foreign", s -> s.hintsIgnored());
    count(registry, "hint.failures", "hints that could not be renewed", s -> s.hintFailures());
    count(registry, "leftovers", "names left for the sweeper", s -> s.leftovers());
    count(registry, "heartbeat.batches", "heartbeats of many", s -> s.heartbeatBatches());
    count(registry, "heartbeat.renewals", "leases renewed", s -> s.heartbeatRenewals());
    count(
        registry,
        "heartbeat.directory.syncs",
        "directory barriers of heartbeats",
        s -> s.heartbeatDirectorySyncs());
    count(
        registry,
        "heartbeat.failures",
        "heartbeats that ended in an exception",
        s -> s.heartbeatFailures());
    count(
        registry,
        "directory.syncs.avoided",
        "renewals less directory barriers of heartbeats",
        s -> s.directorySyncsAvoided());
  }

  private void count(
      MeterRegistry registry,
      String name,
      String description,
      ToDoubleFunction<LeaseCounters.Snapshot> value) {
    FunctionCounter.builder(
            "holdfast." + name, counters, all -> value.applyAsDouble(all.snapshot()))
        .description(description)
        .tag("table", table)
        .register(registry);
  }
}
