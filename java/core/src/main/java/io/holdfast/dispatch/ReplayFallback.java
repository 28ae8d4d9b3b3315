package io.holdfast.dispatch;

import java.util.Iterator;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What is done when no other lane has a wish: jobs in the order of their keys, round and round. The
 * cursor stands at the job that was admitted last, and the next round begins behind it.
 */
public final class ReplayFallback extends CandidateLane<ReplayFallback.Replay> {

  private final NavigableMap<String, Replay> sorted = new TreeMap<>();
  private Optional<String> cursor = Optional.empty();

  /**
   * @param lane its name
   * @param capacity most jobs that it holds
   */
  public ReplayFallback(String lane, int capacity, Cooldown cooldown) {
    super(lane, capacity, cooldown);
  }

  /** A job that is sorted by its key. */
  static final class Replay extends Candidate {

    private Replay(Proposal proposal, long age) {
      super(proposal, age);
    }
  }

  /** Takes up a job. @return false when the key is known or the lane is full */
  public boolean add(String key, Job job) {
    return add(key, job, Replay::new).isPresent();
  }

  /** The key of the job that was admitted last; empty: none was. */
  public Optional<String> cursor() {
    return cursor;
  }

  /** When a job was admitted last, on the clock of the scheduler; empty: it was not. */
  public OptionalLong lastReplayNanos(String key) {
    return standing(key).map(Standing::lastScheduledNanos).orElse(OptionalLong.empty());
  }

  @Override
  void enqueue(Replay candidate) {
    sorted.put(candidate.key(), candidate);
  }

  @Override
  void dequeue(Replay candidate) {
    sorted.remove(candidate.key());
  }

  @Override
  void scheduled(Replay candidate) {
    cursor = Optional.of(candidate.key());
  }

  @Override
  public Round begin(int limit, long nowNanos) {
    return new Lap(nowNanos);
  }

  /** From behind the cursor to the end, and from the beginning to the cursor. */
  private final class Lap extends Picks {

    private final Iterator<Replay> rest =
        cursor
            .map(
                key ->
                    Stream.concat(
                        sorted.tailMap(key, false).values().stream(),
                        sorted.headMap(key, true).values().stream()))
            .orElse(sorted.values().stream())
            .iterator();

    Lap(long nowNanos) {
      super(nowNanos);
    }

    @Override
    Optional<Replay> pick() {
      return nextCool(rest);
    }
  }
}
