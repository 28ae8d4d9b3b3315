package io.holdfast.bench;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How much a run of the lease benchmarks does.
 *
 * @param rounds of each contest, when its share of time lasts
 * @param seconds after which a contest begins no further round that is not needed
 * @param records of the largest table
 * @param claims of one shot where no disk is waited for
 */
record Effort(int rounds, int seconds, int records, int claims) {

  /** Each question within a minute. */
  static Effort quick() {
    return new Effort(Contest.FEWEST, 10, 100_000, 1_600);
  }

  static Effort full(int rounds) {
    return new Effort(rounds, 40, 1_000_000, 3_200);
  }

  Effort withRecords(int count) {
    return new Effort(rounds, seconds, count, claims);
  }

  Contest contest(List<Contestant> contestants) {
    return new Contest(contestants, rounds, TimeUnit.SECONDS.toNanos(seconds));
  }
}
