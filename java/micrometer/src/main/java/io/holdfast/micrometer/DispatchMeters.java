package io.holdfast.micrometer;

import io.holdfast.dispatch.DispatchCounters.Count;
import io.holdfast.dispatch.DispatchMetrics;
import io.holdfast.dispatch.DispatchMonitor;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;

/**
 * What one dispatcher has, and what became of its rows and proposals, as {@code holdfast.dispatch.
 * …}, tagged with its name. Those of its tables are {@link LeaseMeters} and {@link BarrierMeters}.
 */
public final class DispatchMeters implements MeterBinder {

  private final String name;
  private final DispatchMonitor monitor;

  /**
   * Meters of one dispatcher; a registry holds on to the monitor weakly: whoever binds keeps it.
   *
   * @param name of the caller's, such as the owner that its records name
   */
  public DispatchMeters(String name, DispatchMonitor monitor) {
    this.name = name;
    this.monitor = monitor;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    SnapshotMeters<DispatchMonitor, DispatchMetrics> meters =
        new SnapshotMeters<>(
            registry, "holdfast.dispatch.", "dispatcher", name, monitor, DispatchMonitor::metrics);
    meters.gauge("pending", "jobs that are admitted and not sent", m -> m.here().pending());
    meters.gauge("active", "jobs that workers have", m -> m.here().active());
    meters.gauge("committing", "results on their way into the table", m -> m.here().committing());
    meters.gauge("owed", "leases that could not be given up yet", m -> m.here().owed());
    meters.count("proposals", "proposals looked at", m -> m.proposals().proposals());
    meters.count("admitted", "proposals admitted", m -> m.proposals().admitted());
    meters.count(
        "local.conflicts", "refused within this process", m -> m.proposals().localConflicts());
    meters.count("conflicts", "refused by other coordinators", m -> m.proposals().conflicts());
    meters.count("undecided", "proposals without an answer", m -> m.proposals().undecided());
    meters.count("backfills", "admitted by looking further", m -> m.proposals().backfills());
    for (Count count : Count.values()) {
      String words = count.name().toLowerCase(Locale.ROOT);
      meters.count(words.replace('_', '.'), words.replace('_', ' '), m -> m.of(count));
    }
  }
}
