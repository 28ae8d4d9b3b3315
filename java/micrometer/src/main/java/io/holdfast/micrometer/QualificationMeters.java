package io.holdfast.micrometer;

import io.holdfast.qualification.QualificationMetrics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** What a member's qualification has come to, as {@code holdfast.qualification.…}. */
public final class QualificationMeters implements MeterBinder {

  private static final String PREFIX = "holdfast.qualification.";

  private final Supplier<QualificationMetrics> metrics;

  /**
   * Meters of one member; a registry holds on to the supplier weakly: whoever binds keeps it.
   *
   * @param metrics asked whenever a meter is
   */
  public QualificationMeters(Supplier<QualificationMetrics> metrics) {
    this.metrics = metrics;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder(PREFIX + "generation", metrics, all -> all.get().generation())
        .description("the last generation that was completed")
        .register(registry);
    Gauge.builder(PREFIX + "generation.in.flight", metrics, all -> all.get().inFlight())
        .description("the generation that is under way; 0 when none is")
        .register(registry);
    count(registry, "attempts", "renewals that were begun", QualificationMetrics::attempts);
    count(registry, "successes", "renewals that qualified", QualificationMetrics::successes);
    count(registry, "failures", "renewals that failed closed", QualificationMetrics::failures);
    count(
        registry,
        "refused.requests",
        "requests that were not the next one",
        QualificationMetrics::refusedRequests);
    count(
        registry,
        "partial.sends",
        "requests that did not reach everybody",
        QualificationMetrics::partialSends);
    FunctionTimer.builder(
            PREFIX + "elapsed",
            metrics,
            all -> all.get().successes() + all.get().failures(),
            all -> all.get().totalElapsedNanos(),
            TimeUnit.NANOSECONDS)
        .description("renewals that were completed")
        .register(registry);
    TimeGauge.builder(
            PREFIX + "elapsed.last",
            metrics,
            TimeUnit.NANOSECONDS,
            all -> all.get().lastElapsedNanos())
        .description("the last renewal that was completed")
        .register(registry);
  }

  private void count(
      MeterRegistry registry,
      String name,
      String description,
      ToLongFunction<QualificationMetrics> value) {
    FunctionCounter.builder(PREFIX + name, metrics, all -> value.applyAsLong(all.get()))
        .description(description)
        .register(registry);
  }
}
