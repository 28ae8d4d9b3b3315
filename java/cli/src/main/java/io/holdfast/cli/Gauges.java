package io.holdfast.cli;

import io.holdfast.gauge.GaugeProgress;
import io.holdfast.gauge.GaugeReport;
import io.holdfast.gauge.GaugeRequest;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** What measures a directory, as commands see it; replaced in tests. */
@FunctionalInterface
public interface Gauges {

  /**
   * Measures one.
   *
   * @see io.holdfast.gauge.Gauge#run
   */
  GaugeReport run(GaugeRequest request, Consumer<GaugeProgress> progress, BooleanSupplier ending)
      throws Exception;
}
