package io.holdfast.testkit.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.testkit.mutant.Mutant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every mutant loses something that was acknowledged, and the crash search sees it. */
class MutantsAreCaughtTest {

  private static final long SEED = 20_261_129;
  private static final int MOST_SEEDS = 20;
  private static final int STATES_PER_POINT = 16;

  @ParameterizedTest
  @EnumSource
  void onSimulatedStorage(Mutant mutant) {
    int caught = 0;
    for (Workload workload :
        List.of(Workload.REPLACE, Workload.SHARED_BARRIERS, Workload.PROCESSES)) {
      caught += isCaught(mutant, workload) ? 1 : 0;
    }
    assertThat(caught).isPositive();
  }

  /** Four threads whose barriers are shared, each order of their steps by its seed. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NO_BARRIER_PROBE")
  void amongThreadsThatShareBarriers(Mutant mutant) {
    assertThat(isCaught(mutant, Workload.SHARED_BARRIERS)).isTrue();
  }

  /** Without a failure, and with each of the first seed's barriers failing once. */
  private static boolean isCaught(Mutant mutant, Workload workload) {
    for (long seed = SEED; seed < SEED + MOST_SEEDS; seed++) {
      int failing = 0;
      CrashSearch.Report report;
      do {
        report = run(mutant, workload, seed, failing);
        if (report.violationCount() > 0) {
          System.out.printf(
              "%s is caught by %s with seed %d, failing barrier %d%n",
              mutant.id(), workload.id(), seed, failing);
          return true;
        }
      } while (seed == SEED && report.syncs() >= failing++);
    }
    System.out.printf("%s is not caught by %s%n", mutant.id(), workload.id());
    return false;
  }

  private static CrashSearch.Report run(Mutant mutant, Workload workload, long seed, int failing) {
    return CrashSearch.run(
        Storage.STRICT
            .crashes(workload, seed, STATES_PER_POINT)
            .withFlaw(mutant::applyTo)
            .withFailingSync(failing));
  }
}
