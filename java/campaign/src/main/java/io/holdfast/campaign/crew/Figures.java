package io.holdfast.campaign.crew;

import io.holdfast.dispatch.DispatchCounters;
import io.holdfast.dispatch.Filling;
import io.holdfast.dispatch.Scheduler;
import io.holdfast.lease.LeaseCounters;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The counters of one coordinator as numbers with names. */
final class Figures {

  private Figures() {}

  static Map<String, Long> of(
      DispatchCounters dispatch, Scheduler scheduler, LeaseCounters work, LeaseCounters targets) {
    Map<String, Long> figures = new TreeMap<>();
    dispatch
        .values()
        .forEach((count, value) -> figures.put(count.name().toLowerCase(Locale.ROOT), value));
    Filling.Counts counts = scheduler.totals();
    figures.put("proposals", counts.proposals());
    figures.put("admitted", counts.admitted());
    figures.put("local_conflicts", counts.localConflicts());
    figures.put("conflicts", counts.conflicts());
    figures.put("undecided", counts.undecided());
    figures.put("backfills", counts.backfills());
    add(figures, "work_", work.snapshot());
    add(figures, "target_", targets.snapshot());
    return figures;
  }

  private static void add(Map<String, Long> figures, String of, LeaseCounters.Snapshot counted) {
    figures.put(of + "claims", counted.claims());
    figures.put(of + "heartbeat_batches", counted.heartbeatBatches());
    figures.put(of + "heartbeat_renewals", counted.heartbeatRenewals());
    figures.put(of + "heartbeat_directory_syncs", counted.heartbeatDirectorySyncs());
    figures.put(of + "directory_syncs_avoided", counted.directorySyncsAvoided());
    figures.put(of + "heartbeat_failures", counted.heartbeatFailures());
  }
}
