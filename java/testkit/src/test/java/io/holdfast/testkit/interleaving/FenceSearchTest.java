package io.holdfast.testkit.interleaving;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.testkit.interleaving.FenceSearch.Leased;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The moved fence between bad clients of bad storage. {@code -Dholdfast.search.interleavings=N}
 * searches longer, {@code -Dholdfast.search.seed=N} begins elsewhere.
 */
@Tag("leases")
class FenceSearchTest {

  private static final long INTERLEAVINGS =
      Long.getLong("holdfast.search.interleavings", 1_000_000);
  private static final long FIRST_SEED = Long.getLong("holdfast.search.seed", 1);
  private static final int SEEDS_AT_ONCE = 64;
  private static final long OPERATIONS = 60;
  private static final int SEEDS_FOR_A_MUTANT = 2_000;

  @ParameterizedTest
  @EnumSource
  void noInterleavingBreaksAPromise(Leased leased) {
    FenceSearch.Result all = FenceSearch.Result.nothing();
    for (long seed = FIRST_SEED; all.interleavings() < INTERLEAVINGS; seed += SEEDS_AT_ONCE) {
      all =
          LongStream.range(seed, seed + SEEDS_AT_ONCE)
              .parallel()
              .mapToObj(each -> run(each, leased, null))
              .reduce(all, FenceSearch.Result::plus);
    }

    System.out.println(leased + " from seed " + FIRST_SEED + ": " + all);
    assertThat(all.acknowledged()).isPositive();
    assertThat(all.unknown()).isPositive();
    assertThat(all.left()).isPositive();
    assertThat(all.powerCuts()).isPositive();
    assertThat(all.retired()).isPositive();
  }

  @ParameterizedTest
  @EnumSource
  void theSearchCatchesEachMistake(FenceMutant mutant) {
    AtomicLong tried = new AtomicLong();

    Optional<Violation> caught =
        LongStream.range(FIRST_SEED, FIRST_SEED + SEEDS_FOR_A_MUTANT)
            .peek(seed -> tried.incrementAndGet())
            .mapToObj(seed -> violation(seed, mutant))
            .flatMap(Optional::stream)
            .findFirst();

    assertThat(caught).as("after %s seeds", tried).isPresent();
  }

  private static Optional<Violation> violation(long seed, FenceMutant mutant) {
    try {
      run(seed, leased(mutant), mutant);
      return Optional.empty();
    } catch (Violation e) {
      return Optional.of(e);
    }
  }

  private static Leased leased(FenceMutant mutant) {
    return mutant == FenceMutant.GROUP_WITHOUT_THE_LAST_BEAT ? Leased.GROUPS : Leased.WORK;
  }

  private static FenceSearch.Result run(long seed, Leased leased, @Nullable FenceMutant mutant) {
    Dangers dangers = seed % 3 == 0 ? Dangers.local() : Dangers.all();
    int clients = seed % 2 == 0 ? 2 : 3;
    try {
      return new FenceSearch(seed, leased, clients, 2, dangers, mutant).run(OPERATIONS);
    } catch (Violation e) {
      throw mutant == null
          ? new AssertionError(leased + " seed " + seed + ": " + e.getMessage(), e)
          : e;
    }
  }
}
