package io.holdfast.testkit.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every call of every verb failing once with every errno, on simulated storage. */
class FaultSweepTest {

  @ParameterizedTest
  @EnumSource(names = {"STRICT", "BARE", "SERVER"})
  void nothingIsLostAndNothingIsLeftBehind(Storage storage) {
    long runs = 0;
    for (Workload workload : Workload.ofOneThread()) {
      FaultSweep.Report report = FaultSweep.run(sweep(storage, workload), CallFault.all());
      assertThat(report.violations()).isEmpty();
      runs += report.runs();
    }
    System.out.printf("call faults, %s storage: %,d runs with one%n", storage.id(), runs);
    assertThat(runs).isGreaterThan(2_000);
  }

  static FaultSweep.Setting sweep(Storage storage, Workload workload) {
    return new FaultSweep.Setting(
        workload,
        storage.form,
        () -> new SimulatedFaults(storage.capabilities),
        UnaryOperator.identity());
  }
}
