package io.holdfast.bench;

import java.util.List;

/**
 * The times of one contestant over the rounds.
 *
 * @param lowNanos a tenth of the rounds was quicker
 * @param highNanos a tenth of the rounds was slower
 */
record Times(int rounds, double medianNanos, double lowNanos, double highNanos) {

  static Times of(List<Long> nanos) {
    if (nanos.isEmpty()) {
      throw new IllegalArgumentException("times are of one round at least");
    }
    List<Long> sorted = nanos.stream().sorted().toList();
    int last = sorted.size() - 1;
    double median = (sorted.get(last / 2) + sorted.get((last + 1) / 2)) / 2.0;
    int tenth = sorted.size() / 10;
    return new Times(sorted.size(), median, sorted.get(tenth), sorted.get(last - tenth));
  }
}
