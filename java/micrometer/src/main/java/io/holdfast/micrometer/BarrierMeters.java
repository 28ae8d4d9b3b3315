package io.holdfast.micrometer;

import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.DurableCounters;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;

/** The counters of one Durable, as {@code holdfast.barrier.…}, tagged with a name. */
public final class BarrierMeters implements MeterBinder {

  private final String name;
  private final DurableCounters counters;

  /**
   * Meters of one Durable.
   *
   * @param name of the caller's, for what it is used
   */
  public BarrierMeters(String name, DurableCounters counters) {
    this.name = name;
    this.counters = counters;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    SnapshotMeters<DurableCounters, DurableCounters.Snapshot> meters =
        new SnapshotMeters<>(
            registry, "holdfast.barrier.", "durable", name, counters, DurableCounters::snapshot);
    meters.count("file.syncs", "content barriers", s -> s.fileSyncs());
    meters.count("directory.syncs", "fsync of directories", s -> s.directorySyncs());
    meters.count(
        "directory.syncs.avoided",
        "changes that shared a directory barrier",
        s -> s.directorySyncsAvoided());
    meters.count("probes", "barrier probes and sentinels", s -> s.probeCalls());
    meters.count("failures", "barriers that failed", s -> s.failures());
    meters.count("leftovers", "names that could not be removed", s -> s.leftovers());
    for (BarrierReason reason : BarrierReason.values()) {
      FunctionCounter.builder(
              "holdfast.barrier.waits",
              counters,
              all -> all.snapshot().barriers().getOrDefault(reason, 0L))
          .description("directory barriers waited for")
          .tag("durable", name)
          .tag("reason", reason.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
  }
}
