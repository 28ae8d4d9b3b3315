package io.holdfast.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Three coordinators with two workers each do the same work, while they are killed, frozen for
 * longer than their leases, told of errors by the storage, and their workers fail. Looked at after
 * every step.
 */
class DispatchModelTest {

  private static final int RUNS = 60;
  private static final int STEPS = 150;

  @Test
  void everythingIsDoneOnceAndNoTargetTwiceAtATime() throws Exception {
    long seed = Long.getLong("holdfast.dispatch.seed", new Random().nextLong());
    System.out.println("DispatchModelTest: " + RUNS + " runs, -Dholdfast.dispatch.seed=" + seed);
    DispatchModelRun.Tally tally = new DispatchModelRun.Tally();
    for (int run = 0; run < RUNS; run++) {
      new DispatchModelRun(new Random(seed + run), "seed " + (seed + run), tally, DispatchFlaw.NONE)
          .run(STEPS);
    }
    System.out.println("DispatchModelTest: " + tally);
    assertThat(tally.isEverythingSeen()).as(tally.toString()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void mistakeIsNoticed(DispatchMutant mutant) throws Exception {
    for (long seed = 1; seed <= RUNS; seed++) {
      DispatchModelRun run =
          new DispatchModelRun(
              new Random(seed), "seed " + seed, new DispatchModelRun.Tally(), mutant);
      try {
        run.run(STEPS);
      } catch (AssertionError e) {
        System.out.println(mutant + " is noticed: " + e.getMessage());
        return;
      }
    }
    fail(mutant + " is not noticed in " + RUNS + " runs");
  }
}
