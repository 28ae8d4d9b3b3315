package io.holdfast.testkit.sim;

import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Decides what survives a crash. It is asked once for each un-synced change of names that may
 * survive, and then, for each file that can still be reached, for its attributes, its size and each
 * of its un-synced sectors.
 *
 * <p>A policy may carry state and serves one crash.
 */
@FunctionalInterface
public interface CrashPolicy {

  /**
   * Chooses a version.
   *
   * @param options how many versions there are, at least 2; version 0 is the durable one (of a
   *     change of names: lost)
   * @param newest the version that could be seen last (of a change of names: kept)
   * @return 0 … options − 1
   */
  int choose(int options, int newest);

  /** Nothing that was not durable survives. */
  static CrashPolicy none() {
    return (options, newest) -> 0;
  }

  /** Everything that could be seen survives. */
  static CrashPolicy all() {
    return (options, newest) -> newest;
  }

  /**
   * By seed. How much survives on the whole is drawn first, so that seeds give outcomes close to
   * none, close to all, and between.
   */
  static CrashPolicy seeded(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double kept = random.nextInt(1, 10) / 10.0;
    return (options, newest) -> random.nextDouble() < kept ? newest : random.nextInt(options);
  }

  /** The choices of an earlier {@link CrashState}, once more. */
  static CrashPolicy replay(List<Integer> choices) {
    Iterator<Integer> next = List.copyOf(choices).iterator();
    return (options, newest) -> next.next();
  }
}
