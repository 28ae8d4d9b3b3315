package io.holdfast.lab.crash;

import io.holdfast.lab.crash.CrashLog.Kind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;

/**
 * Which crashes of a record are looked at: the same for the same record, seed and number.
 *
 * <p>Every record from the first mark to the last is a crash point. At each the crash leaves
 * nothing of what no barrier covered, everything, all but one item, one item alone, or subsets of
 * any density. States that cannot differ are looked at once. Where there is room for all crash
 * points, none is left out.
 */
final class CrashStates {

  /** At each crash point, of each kind of choice that is not always the same; more on demand. */
  private static final int FEWEST_TRIES = 2;

  private static final int MOST_TRIES = 1000;

  /** Most tries give a state that was there before. */
  private static final int TRIES_PER_STATE = 4;

  /** What a crash leaves of the items that no barrier covered. */
  enum Choice {
    NOTHING,
    EVERYTHING,
    ALL_BUT_ONE,
    ONE_ALONE,
    SUBSET;

    private boolean isAlwaysTheSame() {
      return this == NOTHING || this == EVERYTHING;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /**
   * One crash.
   *
   * @param records how many records came before it
   * @param items how many items no barrier covered
   * @param kept which of them are left
   */
  record State(int records, Choice choice, int items, BitSet kept) {}

  private record Sameness(Object outcome, int marks) {}

  private CrashStates() {}

  /**
   * At most {@code number} states of a record, in its order, chosen by the seed.
   *
   * @param from the first crash point: as many records have come before
   * @param to the last crash point
   */
  static List<State> choose(
      CrashLog log, CrashItems items, int from, int to, long seed, int number) {
    Random random = new Random(seed);
    Set<Sameness> seen = new HashSet<>();
    List<State> states = new ArrayList<>();
    int points = to - from + 1;
    int tries = Math.min(MOST_TRIES, TRIES_PER_STATE * number / points);
    tries = Math.max(FEWEST_TRIES, tries);
    int marks = 0;
    for (int records = from; records <= to; records++) {
      int count = items.advanceTo(records);
      marks += log.entry(records - 1).kind() == Kind.MARK ? 1 : 0;
      for (Choice choice : Choice.values()) {
        for (int i = 0; i < (choice.isAlwaysTheSame() ? 1 : tries); i++) {
          BitSet kept = kept(choice, count, random);
          if (seen.add(new Sameness(items.outcome(kept), marks))) {
            states.add(new State(records, choice, count, kept));
          }
        }
      }
    }
    Collections.shuffle(states, random);
    if (number >= points) {
      states = onePerPointFirst(states);
    }
    return states.stream().limit(number).sorted(Comparator.comparingInt(State::records)).toList();
  }

  private static List<State> onePerPointFirst(List<State> states) {
    Set<Integer> points = new HashSet<>();
    List<State> ordered = new ArrayList<>();
    List<State> others = new ArrayList<>();
    for (State state : states) {
      (points.add(state.records()) ? ordered : others).add(state);
    }
    ordered.addAll(others);
    return ordered;
  }

  private static BitSet kept(Choice choice, int items, Random random) {
    BitSet kept = new BitSet(items);
    if (items == 0) {
      return kept;
    }
    int one = random.nextInt(items);
    int percent = 1 + random.nextInt(99);
    switch (choice) {
      case NOTHING -> {}
      case EVERYTHING -> kept.set(0, items);
      case ALL_BUT_ONE -> {
        kept.set(0, items);
        kept.clear(one);
      }
      case ONE_ALONE -> kept.set(one);
      case SUBSET -> {
        for (int item = 0; item < items; item++) {
          kept.set(item, random.nextInt(100) < percent);
        }
      }
    }
    return kept;
  }
}
