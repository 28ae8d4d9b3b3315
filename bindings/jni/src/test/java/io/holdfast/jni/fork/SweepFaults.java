package io.holdfast.jni.fork;

import io.holdfast.durable.BarrierForm;
import io.holdfast.jni.JniProvider;
import io.holdfast.posix.Posix;
import io.holdfast.testkit.proof.CallFault;
import io.holdfast.testkit.proof.FaultSweep;
import io.holdfast.testkit.proof.Workload;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Sweeps every fault over workloads in a real directory, on a library with a {@link CallTable}. The
 * last line is the number of runs with a fault; before it one line for each violation (exit 1).
 */
public final class SweepFaults {

  private SweepFaults() {}

  /** Arguments: the name of a {@link BarrierForm}, then those of {@link Workload}s. */
  public static void main(String[] arguments) throws Exception {
    BarrierForm form = BarrierForm.valueOf(arguments[0]);
    Posix posix = new JniProvider().load();
    long runs = 0;
    boolean clean = true;
    for (String workload : List.of(arguments).subList(1, arguments.length)) {
      FaultSweep.Setting setting =
          new FaultSweep.Setting(
              Workload.valueOf(workload),
              form,
              () -> new TableFaults(posix),
              UnaryOperator.identity());
      FaultSweep.Report report = FaultSweep.run(setting, CallFault.all());
      report.violations().forEach(System.out::println);
      runs += report.runs();
      clean &= report.violations().isEmpty();
    }
    System.out.println(runs);
    System.exit(clean ? 0 : 1);
  }
}
