package io.holdfast.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

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
      new DispatchModelRun(new Random(seed + run), "seed " + (seed + run), tally).run(STEPS);
    }
    System.out.println("DispatchModelTest: " + tally);
    assertThat(tally.isEverythingSeen()).as(tally.toString()).isTrue();
  }
}
