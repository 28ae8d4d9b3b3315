package io.holdfast.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Several ways to do the same work, in alternating rounds: what the machine does meanwhile falls on
 * all of them. In every round each works once; every other round goes backwards, and every second
 * one begins one further.
 *
 * <p>The counts of every shot are checked before the next one; a contest with a wrong one has no
 * times at all.
 *
 * @param rounds as many are made, when the budget lasts, and never fewer than {@link #FEWEST}
 * @param budgetNanos after that no round begins that is not needed
 */
record Contest(List<Contestant> contestants, int rounds, long budgetNanos) {

  /** Fewest rounds that a median is taken of. */
  static final int FEWEST = 11;

  /**
   * Times by contestant, in the order of the list.
   *
   * @throws WrongCountsException at the first shot whose counts are wrong, warm-ups included
   */
  Map<String, Times> run() throws Exception {
    List<List<Long>> nanos = new ArrayList<>();
    for (Contestant contestant : contestants) {
      nanos.add(new ArrayList<>());
      for (int i = 0; i < contestant.warmUps(); i++) {
        contestant.nanosOfOne();
      }
    }
    long start = System.nanoTime();
    for (int round = 0; round < rounds && isDue(round, System.nanoTime() - start); round++) {
      for (int i = 0; i < contestants.size(); i++) {
        int next = next(round, i);
        nanos.get(next).add(contestants.get(next).nanosOfOne());
      }
    }
    Map<String, Times> times = new LinkedHashMap<>();
    for (int i = 0; i < contestants.size(); i++) {
      times.put(contestants.get(i).name(), new Times(nanos.get(i)));
    }
    return times;
  }

  private int next(int round, int i) {
    int size = contestants.size();
    return ((round % 2 == 0 ? i : size - 1 - i) + round / 2) % size;
  }

  private boolean isDue(int round, long spentNanos) {
    return round < FEWEST || spentNanos < budgetNanos;
  }
}
