package io.holdfast.dispatch;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A lane of jobs that get in each other's way by conflict keys, such as a license or a family of
 * inputs: jobs whose key has the fewest others in work come first, and no key has more in work than
 * a bound. Of jobs of one key the one stands first that was scheduled by the oldest round, or by
 * none.
 */
public final class ConcurrencyLane extends CandidateLane<ConcurrencyLane.Keyed> {

  private final int boundPerKey;
  private final Map<String, Strand> strands = new HashMap<>();

  /**
   * @param lane its name
   * @param capacity most jobs that it holds
   * @param boundPerKey most jobs of one conflict key that are in work at a time
   */
  public ConcurrencyLane(String lane, int capacity, Cooldown cooldown, int boundPerKey) {
    super(lane, capacity, cooldown);
    if (boundPerKey < 1) {
      throw new IllegalArgumentException("a key has 1 job in work or more: " + boundPerKey);
    }
    this.boundPerKey = boundPerKey;
  }

  /** A job and its conflict key. */
  static final class Keyed extends Candidate {

    private final String conflictKey;

    private Keyed(Proposal proposal, long age, String conflictKey) {
      super(proposal, age);
      this.conflictKey = conflictKey;
    }
  }

  /** The jobs of one conflict key. */
  private static final class Strand {

    private final NavigableSet<Keyed> queue = new TreeSet<>(Candidate.BY_TURN);
    private int inWork;
    private long queueEpoch;
  }

  /**
   * Takes up a job.
   *
   * @return false when its key is known or the lane is full
   */
  public boolean add(String key, String conflictKey, Job job) {
    return add(key, job, (proposal, age) -> new Keyed(proposal, age, conflictKey)).isPresent();
  }

  /** How many jobs are in work, by conflict key; those without any are left out. */
  public SortedMap<String, Integer> inWork() {
    SortedMap<String, Integer> counts = new TreeMap<>();
    strands.forEach(
        (conflictKey, strand) -> {
          if (strand.inWork > 0) {
            counts.put(conflictKey, strand.inWork);
          }
        });
    return counts;
  }

  @Override
  void enqueue(Keyed candidate) {
    strands.computeIfAbsent(candidate.conflictKey, key -> new Strand()).queue.add(candidate);
  }

  @Override
  void dequeue(Keyed candidate) {
    strand(candidate).queue.remove(candidate);
  }

  @Override
  void scheduled(Keyed candidate) {
    Strand strand = strand(candidate);
    strand.inWork++;
    strand.queueEpoch = queueEpoch();
  }

  @Override
  void returned(Keyed candidate) {
    strand(candidate).inWork--;
  }

  @Override
  void finished(Keyed candidate) {
    Strand strand = strand(candidate);
    if (strand.inWork == 0 && strand.queue.isEmpty()) {
      strands.remove(candidate.conflictKey);
    }
  }

  private Strand strand(Keyed candidate) {
    return Objects.requireNonNull(strands.get(candidate.conflictKey));
  }

  @Override
  public Round begin(int limit, long nowNanos) {
    return new Spread(nowNanos);
  }

  /** A conflict key in a round, with what is in work once the round is over. */
  private static final class Load {

    private static final Comparator<Load> LIGHTEST_FIRST =
        Comparator.<Load>comparingInt(load -> load.inWork)
            .thenComparingLong(load -> load.queueEpoch)
            .thenComparing(load -> load.conflictKey);

    private final String conflictKey;
    private final Iterator<Keyed> rest;
    private final long queueEpoch;
    private int inWork;

    Load(String conflictKey, Strand strand) {
      this.conflictKey = conflictKey;
      this.rest = strand.queue.iterator();
      this.queueEpoch = strand.queueEpoch;
      this.inWork = strand.inWork;
    }
  }

  private final class Spread extends Picks {

    private final Queue<Load> loads = new PriorityQueue<>(Load.LIGHTEST_FIRST);
    private @Nullable Load asked;

    Spread(long nowNanos) {
      super(nowNanos);
      strands.forEach((conflictKey, strand) -> loads.add(new Load(conflictKey, strand)));
    }

    @Override
    Optional<Keyed> pick() {
      if (asked != null) {
        loads.add(asked);
        asked = null;
      }
      for (Load load = loads.poll(); load != null; load = loads.poll()) {
        Optional<Keyed> next = load.inWork < boundPerKey ? nextCool(load.rest) : Optional.empty();
        if (next.isPresent()) {
          asked = load;
          return next;
        }
      }
      return Optional.empty();
    }

    @Override
    void took(Keyed candidate) {
      Objects.requireNonNull(asked).inWork++;
    }
  }
}
