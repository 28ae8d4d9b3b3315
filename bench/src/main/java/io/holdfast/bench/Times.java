package io.holdfast.bench;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The times of one contestant, round by round.
 *
 * @param nanos of each round
 */
record Times(List<Long> nanos) {

  Times {
    if (nanos.isEmpty()) {
      throw new IllegalArgumentException("times are of one round at least");
    }
    nanos = List.copyOf(nanos);
  }

  int rounds() {
    return nanos.size();
  }

  double median() {
    double[] sorted = sorted();
    int last = sorted.length - 1;
    return (sorted[last / 2] + sorted[(last + 1) / 2]) / 2;
  }

  /** A tenth of the rounds was quicker. */
  double low() {
    return sorted()[rounds() / 10];
  }

  /** A tenth of the rounds was slower. */
  double high() {
    return sorted()[rounds() - 1 - rounds() / 10];
  }

  /**
   * The ratios of this one's times to the other's in the same round, so that a machine that is busy
   * in some rounds is so for both.
   */
  Ratio ratioTo(Times other) {
    return Ratio.of(
        IntStream.range(0, rounds())
            .mapToDouble(round -> (double) nanos.get(round) / other.nanos.get(round))
            .toArray());
  }

  private double[] values() {
    return nanos.stream().mapToDouble(Long::doubleValue).toArray();
  }

  private double[] sorted() {
    double[] sorted = values();
    Arrays.sort(sorted);
    return sorted;
  }
}
