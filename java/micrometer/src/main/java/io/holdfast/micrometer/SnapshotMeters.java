package io.holdfast.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Binds values of counters that are read as a whole, under one prefix and one tag.
 *
 * @param counters a registry holds on to them weakly
 */
record SnapshotMeters<C, S>(
    MeterRegistry registry,
    String prefix,
    String tag,
    String tagged,
    C counters,
    Function<C, S> snapshot) {

  void count(String meter, String description, ToDoubleFunction<S> value) {
    FunctionCounter.builder(
            prefix + meter, counters, all -> value.applyAsDouble(snapshot.apply(all)))
        .description(description)
        .tag(tag, tagged)
        .register(registry);
  }

  void gauge(String meter, String description, ToDoubleFunction<S> value) {
    Gauge.builder(prefix + meter, counters, all -> value.applyAsDouble(snapshot.apply(all)))
        .description(description)
        .tag(tag, tagged)
        .register(registry);
  }
}
