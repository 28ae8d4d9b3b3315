package io.holdfast.micrometer;

import io.holdfast.lease.LeaseCounters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

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
    SnapshotMeters<LeaseCounters, LeaseCounters.Snapshot> meters =
        new SnapshotMeters<>(
            registry, "holdfast.", "table", table, counters, LeaseCounters::snapshot);
    meters.count("claims", "leases granted", s -> s.claims());
    meters.count("lost.moves", "transitions that another coordinator won", s -> s.lostMoves());
    meters.count("fence.scans", "listings of a shard for want of a hint", s -> s.fenceScans());
    meters.count("hints.ignored", "hints that were broken or foreign", s -> s.hintsIgnored());
    meters.count("hint.failures", "hints that could not be renewed", s -> s.hintFailures());
    meters.count("leftovers", "names left for the sweeper", s -> s.leftovers());
    meters.count("heartbeat.batches", "heartbeats of many", s -> s.heartbeatBatches());
    meters.count("heartbeat.renewals", "leases renewed", s -> s.heartbeatRenewals());
    meters.count(
        "heartbeat.directory.syncs",
        "directory barriers of heartbeats",
        s -> s.heartbeatDirectorySyncs());
    meters.count(
        "heartbeat.failures", "heartbeats that ended in an exception", s -> s.heartbeatFailures());
    meters.count(
        "directory.syncs.avoided",
        "renewals less directory barriers of heartbeats",
        s -> s.directorySyncsAvoided());
  }
}
