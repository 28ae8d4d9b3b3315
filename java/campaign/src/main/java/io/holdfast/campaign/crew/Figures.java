package io.holdfast.campaign.crew;

import io.holdfast.dispatch.DispatchCounters;
import io.holdfast.dispatch.Scheduler;
import io.holdfast.lease.LeaseCounters;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The counters of one coordinator as numbers with names. */
final class Figures {

  private Figures() {}

  static Map<String, Long> of(
      DispatchCounters dispatch,
      Scheduler scheduler,
      LeaseCounters work,
      LeaseCounters targets,
      RootWatch watch) {
    Map<String, Long> figures = new TreeMap<>(watch.figures());
    dispatch
        .values()
        .forEach((count, value) -> figures.put(count.name().toLowerCase(Locale.ROOT), value));
    figures.putAll(scheduler.totals().named());
    work.snapshot().named().forEach((name, value) -> figures.put("work_" + name, value));
    targets.snapshot().named().forEach((name, value) -> figures.put("target_" + name, value));
    return figures;
  }
}
