package io.holdfast.testkit.decorator;

import io.holdfast.posix.Errno;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Faults by seed: whether the n-th call of a kind fails, how, and when, depends on the seed, the
 * kind and n alone, so that a single-threaded run repeats exactly and threads disturb only the
 * numbering.
 *
 * @param oneIn on average one of so many calls fails
 * @param calls the kinds that may fail
 * @param errnos what they fail with
 * @param afterwards whether half of the failed calls are done before they are reported as failed
 */
public record RandomFaults(
    long seed, int oneIn, Set<PosixCall> calls, List<Errno> errnos, boolean afterwards) {

  public RandomFaults {
    calls = Set.copyOf(calls);
    errnos = List.copyOf(errnos);
    if (oneIn < 1 || errnos.isEmpty()) {
      throw new IllegalArgumentException("one in " + oneIn + " calls, errnos " + errnos);
    }
  }

  /** What befalls the n-th call of a kind; an empty list for nothing, else the one fault. */
  List<Fault> befalling(PosixCall which, long number) {
    if (!calls.contains(which)) {
      return List.of();
    }
    SplittableRandom random = new SplittableRandom(mix(which, number));
    if (random.nextInt(oneIn) != 0) {
      return List.of();
    }
    Fault fault = Fault.of(which, errnos.get(random.nextInt(errnos.size())));
    return List.of(afterwards && random.nextBoolean() ? fault.afterwards() : fault);
  }

  private long mix(PosixCall which, long number) {
    SplittableRandom kind = new SplittableRandom(seed ^ which.method().hashCode());
    return kind.nextLong() + 0x9E3779B97F4A7C15L * number;
  }
}
