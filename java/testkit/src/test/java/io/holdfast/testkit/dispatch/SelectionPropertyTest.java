package io.holdfast.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.dispatch.Filling;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What holds for every choice of work, whatever happened before, and that mistakes are noticed.
 * {@code -Dholdfast.selection.seed=N} begins elsewhere.
 */
class SelectionPropertyTest {

  private static final long FIRST_SEED = Long.getLong("holdfast.selection.seed", 1);
  private static final int RUNS = 12;
  private static final int STEPS = 150;

  @Test
  void everyChoiceKeepsThePromises() throws Exception {
    long conflicts = 0;
    long localConflicts = 0;
    long undecided = 0;
    long backfills = 0;
    for (long seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
      Filling.Counts counts = run(seed, Optional.empty());
      conflicts += counts.conflicts();
      localConflicts += counts.localConflicts();
      undecided += counts.undecided();
      backfills += counts.backfills();
    }
    System.out.printf(
        "from seed %d: %d conflicts, %d local ones, %d failures, %d backfills%n",
        FIRST_SEED, conflicts, localConflicts, undecided, backfills);
    assertThat(conflicts).isPositive();
    assertThat(localConflicts).isPositive();
    assertThat(undecided).isPositive();
    assertThat(backfills).isPositive();
  }

  @ParameterizedTest
  @EnumSource
  void everyMistakeIsNoticed(SelectionMutant mutant) throws Exception {
    for (long seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
      try {
        run(seed, Optional.of(mutant));
      } catch (AssertionError e) {
        System.out.println(mutant + " is noticed with seed " + seed + ": " + e.getMessage());
        return;
      }
    }
    throw new AssertionError(mutant + " is not noticed from seed " + FIRST_SEED);
  }

  private static Filling.Counts run(long seed, Optional<SelectionMutant> mutant) throws Exception {
    try (SelectionRun run = new SelectionRun(seed, mutant)) {
      return run.run(STEPS);
    } catch (AssertionError e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
    }
  }
}
