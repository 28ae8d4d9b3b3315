package io.holdfast.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lease.TableManifest.Protocol;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Three coordinators take turns at random on one simulated disk, whose power goes now and then,
 * beside a small model: who is answered what must be what the model says. {@code
 * -Dholdfast.model.seed=N} begins elsewhere.
 */
@Tag("leases")
class LeaseModelTest {

  private static final long FIRST_SEED = Long.getLong("holdfast.model.seed", 1);
  private static final int RUNS = 210;
  private static final int STEPS = 500;

  @ParameterizedTest
  @EnumSource
  void everyAnswerIsTheModels(Protocol protocol) {
    LeaseModelRun.Tally all =
        LongStream.range(FIRST_SEED, FIRST_SEED + RUNS)
            .parallel()
            .mapToObj(seed -> run(protocol, seed))
            .reduce(LeaseModelRun.Tally.nothing(), LeaseModelRun.Tally::plus);

    System.out.println(protocol + " from seed " + FIRST_SEED + ": " + all);
    assertThat(all.steps()).isGreaterThanOrEqualTo(100_000);
    assertThat(all.steals()).isPositive();
    assertThat(all.completed()).isPositive();
    assertThat(all.replayed()).isPositive();
    assertThat(all.powerCuts()).isPositive();
    assertThat(all.retired() > 0).isEqualTo(protocol == Protocol.FENCE);
  }

  private static LeaseModelRun.Tally run(Protocol protocol, long seed) {
    try {
      return new LeaseModelRun(protocol, seed, 1).run(STEPS);
    } catch (AssertionError e) {
      throw new AssertionError(protocol + " seed " + seed + ": " + e.getMessage(), e);
    }
  }

  /** Three times as fast as those of the others. */
  @ParameterizedTest
  @EnumSource
  void aCoordinatorWhoseClocksRunTooFastIsNoticed(Protocol protocol) {
    Optional<AssertionError> caught =
        LongStream.range(FIRST_SEED, FIRST_SEED + RUNS)
            .mapToObj(seed -> failure(protocol, seed))
            .flatMap(Optional::stream)
            .findFirst();

    assertThat(caught).isPresent();
    assertThat(caught.get()).hasMessageContaining("while somebody else held it");
  }

  private static Optional<AssertionError> failure(Protocol protocol, long seed) {
    try {
      new LeaseModelRun(protocol, seed, 3).run(STEPS);
      return Optional.empty();
    } catch (AssertionError e) {
      return Optional.of(e).filter(it -> String.valueOf(it.getMessage()).contains("claimed"));
    }
  }
}
