package io.holdfast.testkit.sim;

import io.holdfast.posix.RawPath;
import io.holdfast.testkit.FakeHostIdentity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Everything that a crash at one moment may leave: the durable part of a disk and every un-synced
 * change on top of it. Immutable, and cheap: it shares all data with the disk it was taken from.
 */
public final class CrashPoint {

  private final FrozenDisk frozen;
  private final NameLoss loss;

  private CrashPoint(FrozenDisk frozen, NameLoss loss) {
    this.frozen = frozen;
    this.loss = loss;
  }

  static CrashPoint of(Volume volume, FakeHostIdentity host) {
    return new CrashPoint(FrozenDisk.freeze(volume, host), NameLoss.DEPENDENT);
  }

  /** The same moment, with other beliefs about which changes of names survive together. */
  public CrashPoint under(NameLoss changed) {
    return new CrashPoint(frozen, changed);
  }

  /** One outcome. */
  public SimDisk crash(CrashPolicy policy) {
    return state(policy).disk();
  }

  /** One outcome and how it came about. */
  public CrashState state(CrashPolicy policy) {
    Choices choices = new Choices(policy);
    SimDisk disk = frozen.thaw(keptNames(choices), choices);
    return new CrashState(disk, choices.made());
  }

  /**
   * How many outcomes there are.
   *
   * @return the number, or limit + 1 when there are more than that
   */
  public long count(long limit) {
    Odometer odometer = new Odometer();
    long sum = 0;
    do {
      sum += Math.min(frozen.countOutcomes(keptNames(new Choices(odometer))), limit + 1);
    } while (sum <= limit && odometer.next());
    return Math.min(sum, limit + 1);
  }

  /**
   * Outcomes: every one, each once, if there are at most {@code limit}; else none kept, all kept,
   * and seeded ones up to {@code limit} in all. Each is made when the stream asks for it.
   */
  public Stream<CrashState> states(int limit, long seed) {
    if (count(limit) <= limit) {
      return everyState();
    }
    Stream<CrashState> ends = Stream.of(CrashPolicy.none(), CrashPolicy.all()).map(this::state);
    LongStream seeds = new SplittableRandom(seed).longs(Math.max(0, limit - 2));
    return Stream.concat(ends, seeds.mapToObj(s -> state(CrashPolicy.seeded(s)))).limit(limit);
  }

  private Stream<CrashState> everyState() {
    Odometer odometer = new Odometer();
    return Stream.iterate(true, more -> more, more -> odometer.next()).map(more -> state(odometer));
  }

  /** What the touched directories hold once the policy has decided about every change. */
  private Map<FrozenDisk.Directory, Map<RawPath, FrozenDisk.Inode>> keptNames(Choices choices) {
    Map<FrozenDisk.Directory, Map<RawPath, FrozenDisk.Inode>> names = new HashMap<>();
    Set<Integer> lost = new HashSet<>();
    List<FrozenDisk.Change> changes = frozen.changes();
    for (int i = 0; i < changes.size(); i++) {
      FrozenDisk.Change change = changes.get(i);
      boolean possible =
          loss != NameLoss.DEPENDENT || change.needs().stream().noneMatch(lost::contains);
      List<FrozenDisk.Half> kept = possible ? keptHalves(change, choices) : List.of();
      if (kept.isEmpty()) {
        lost.add(i);
      }
      kept.forEach(half -> apply(half, names));
    }
    return names;
  }

  private List<FrozenDisk.Half> keptHalves(FrozenDisk.Change change, Choices choices) {
    if (loss != NameLoss.TORN) {
      return choices.choose(change::description, 2, 1) == 1 ? change.halves() : List.of();
    }
    return IntStream.range(0, change.halves().size())
        .filter(i -> choices.choose(() -> change.description() + " half " + i, 2, 1) == 1)
        .mapToObj(change.halves()::get)
        .toList();
  }

  private static void apply(
      FrozenDisk.Half half, Map<FrozenDisk.Directory, Map<RawPath, FrozenDisk.Inode>> names) {
    Map<RawPath, FrozenDisk.Inode> inDirectory =
        names.computeIfAbsent(
            half.directory(), directory -> new LinkedHashMap<>(directory.durableNames()));
    if (half.after() == null) {
      inDirectory.remove(half.name());
    } else {
      inDirectory.put(half.name(), half.after());
    }
  }

  /** Goes through every sequence of choices, each once, in order. */
  private static final class Odometer implements CrashPolicy {

    private final List<Integer> digits = new ArrayList<>();
    private final List<Integer> bases = new ArrayList<>();
    private int at;

    @Override
    public int choose(int options, int newest) {
      if (at == digits.size()) {
        digits.add(0);
        bases.add(options);
      }
      return digits.get(at++);
    }

    /** Turns to the next sequence; false after the last. */
    boolean next() {
      at = 0;
      while (!digits.isEmpty()) {
        int last = digits.size() - 1;
        if (digits.get(last) + 1 < bases.get(last)) {
          digits.set(last, digits.get(last) + 1);
          return true;
        }
        digits.remove(last);
        bases.remove(last);
      }
      return false;
    }
  }
}
