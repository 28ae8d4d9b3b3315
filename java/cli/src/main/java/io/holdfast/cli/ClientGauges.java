package io.holdfast.cli;

import io.holdfast.gauge.ClientsProgress;
import io.holdfast.gauge.ClientsReport;
import io.holdfast.gauge.ClientsRequest;
import io.holdfast.litmus.LitmusException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** What lets several clients measure, as commands see it; replaced in tests. */
@FunctionalInterface
public interface ClientGauges {

  /**
   * Measures.
   *
   * @see io.holdfast.gauge.ClientsGauge#run
   */
  ClientsReport run(
      ClientsRequest request, Consumer<ClientsProgress> progress, BooleanSupplier ending)
      throws LitmusException;
}
