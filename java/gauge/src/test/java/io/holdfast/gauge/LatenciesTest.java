package io.holdfast.gauge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LatenciesTest {

  private static final double[] PERCENTS = {0.1, 1, 10, 50, 90, 99, 99.9, 99.99, 100};

  /** The smallest time that so many of a hundred are not above, found by sorting. */
  private static long byRank(long[] nanos, double percent) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    int rank = (int) Math.ceil(percent / 100 * sorted.length - 1e-9);
    return sorted[Math.max(1, rank) - 1];
  }

  @Test
  void percentilesAreThoseByRankWithinAThousandth() {
    for (long seed = 1; seed <= 20; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      long[] nanos = new long[1 + random.nextInt(5_000)];
      for (int i = 0; i < nanos.length; i++) {
        nanos[i] = (long) Math.exp(random.nextDouble(Math.log(50), Math.log(4e10)));
      }
      Latencies latencies = Latencies.of(nanos);
      for (double percent : PERCENTS) {
        long exact = byRank(nanos, percent);
        assertThat(latencies.percentileNanos(percent))
            .as("seed %d, percentile %s of %d", seed, percent, nanos.length)
            .isBetween(exact, exact + exact / 1000 + 1);
      }
    }
  }

  @Test
  void ratesAreOfTheTimesAlone() {
    Latencies latencies = Latencies.of(1_000_000, 3_000_000);
    assertThat(latencies.count()).isEqualTo(2);
    assertThat(latencies.perSecond()).isCloseTo(500, within(1e-9));
  }

  @Test
  void aPercentileThatWouldBeTheSlowestIsNotTold() {
    long[] nanos = new long[999];
    Arrays.fill(nanos, 7_000);
    Latencies almost = Latencies.of(nanos);
    assertThat(almost.nanos(Percentile.P99)).isPresent();
    assertThat(almost.nanos(Percentile.P999)).isEmpty();
    assertThat(Latencies.of(Arrays.copyOf(nanos, 99)).nanos(Percentile.P99)).isEmpty();
    assertThat(Latencies.of(7_000).nanos(Percentile.P50)).isPresent();
  }

  @Test
  void nothingMeasuredHasNothingToTell() {
    Latencies none = Latencies.of();
    assertThat(none.perSecond()).isZero();
    assertThat(none.nanos(Percentile.P50)).isEmpty();
    assertThat(none.maxNanos()).isZero();
  }

  @Test
  void aClockThatStoodStillCountsAsOneNanosecond() {
    assertThat(Latencies.of(0, 0).perSecond()).isEqualTo(1e9);
  }
}
