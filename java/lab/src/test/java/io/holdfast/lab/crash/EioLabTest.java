package io.holdfast.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lab.Facilities;
import io.holdfast.testkit.mutant.Mutant;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The disk fails a write or a flush under four processes: nobody is told that something is safe.
 */
@Tag("durable")
@Execution(ExecutionMode.CONCURRENT)
class EioLabTest {

  private static final int TRIALS = Integer.getInteger("holdfast.eio.trials", 40);
  private static final int TRIALS_WITHOUT_PROBE = 200;

  static EioResult run(
      CrashFileSystem type, int trials, @Nullable Mutant mutant, boolean untilFound)
      throws IOException {
    EioLab lab = new EioLab(Facilities.here());
    lab.unavailabilityReason(type)
        .ifPresent(reason -> Assumptions.abort(type.id() + ": " + reason));
    String id = mutant == null ? null : mutant.id();
    EioResult result =
        lab.run(new EioRequest(type, trials, CrashRuns.SEED, id, untilFound), made -> {});
    System.out.printf(
        "%s mutant %s seed %d: %d trials, %d struck, %d acknowledged, %d refused, %d unknown,"
            + " %d trials with false acknowledgements, %.2f s a trial%n",
        type.id(),
        id,
        result.seed(),
        result.trials(),
        result.struck(),
        result.acknowledged(),
        result.refused(),
        result.unknown(),
        result.falseTrials(),
        result.nanos() / 1e9 / result.trials());
    return result;
  }

  /** Without the probe until something is lost, then with it, by the same seeds at least. */
  @ParameterizedTest
  @EnumSource(names = {"EXT4", "XFS"})
  void theBarrierProbeTellsWhatFsyncDoesNot(CrashFileSystem type) throws IOException {
    EioResult without = run(type, TRIALS_WITHOUT_PROBE, Mutant.NO_BARRIER_PROBE, true);
    EioResult with = run(type, Math.max(TRIALS, without.trials()), null, false);

    assertThat(without.falsehoods()).as("lost without the barrier probe").isNotEmpty();
    assertThatNothingAcknowledgedIsLost(with, TRIALS);
  }

  /** On btrfs fsync lies as well, too rarely to be asked for: once in 200 trials. */
  @ParameterizedTest
  @EnumSource(names = "BTRFS")
  void nothingAcknowledgedIsLost(CrashFileSystem type) throws IOException {
    EioResult result = run(type, TRIALS, null, false);

    assertThatNothingAcknowledgedIsLost(result, TRIALS);
  }

  static void assertThatNothingAcknowledgedIsLost(EioResult result, int trials) {
    assertThat(result.falsehoods()).as("seed " + result.seed()).isEmpty();
    assertThat(result.trials()).isGreaterThanOrEqualTo(trials);
    assertThat(result.struck()).as("trials in which the disk failed").isGreaterThan(trials / 2);
    assertThat(result.refused()).as("failed content barriers and renames").isPositive();
    assertThat(result.unknown()).as("failed directory barriers and probes").isPositive();
    assertThat(result.acknowledged()).isPositive();
  }
}
