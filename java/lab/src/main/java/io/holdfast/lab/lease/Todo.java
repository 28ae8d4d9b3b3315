package io.holdfast.lab.lease;

import java.util.BitSet;
import java.util.HashSet;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;

/**
 * The ids that one coordinator does not know to be done. All coordinators go through them in the
 * same order, so that they meet. Any thread may use it.
 */
final class Todo {

  private final int window;
  private final BitSet open = new BitSet();
  private final Set<Integer> underWay = new HashSet<>();

  /**
   * @param window from how many of the first one is chosen
   */
  Todo(int ids, int window) {
    this.window = window;
    open.set(0, ids);
  }

  /** Takes one of the first that are open and not under way here; empty when there is none. */
  synchronized OptionalInt take(Random random) {
    int skipped = random.nextInt(window);
    int found = -1;
    for (int number = open.nextSetBit(0); number >= 0; number = open.nextSetBit(number + 1)) {
      if (!underWay.contains(number)) {
        found = number;
        if (skipped-- == 0) {
          break;
        }
      }
    }
    if (found < 0) {
      return OptionalInt.empty();
    }
    underWay.add(found);
    return OptionalInt.of(found);
  }

  /** Lets others of this coordinator try it. */
  synchronized void putBack(int number) {
    underWay.remove(number);
  }

  synchronized void done(int number) {
    open.clear(number);
  }

  synchronized boolean isEmpty() {
    return open.isEmpty();
  }
}
