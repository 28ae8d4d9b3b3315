package io.holdfast.dispatch;

import java.util.Comparator;
import java.util.Iterator;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;

/**
 * A lane of jobs that name targets, the most promising first: by score, divided by one more than
 * the attempts so far. So whatever the scores are, each job has its turn.
 */
public final class TargetRanking extends CandidateLane<TargetRanking.Ranked> {

  private static final Comparator<Ranked> BEST_FIRST =
      Comparator.comparingDouble(Ranked::rank).reversed().thenComparing(Candidate.BY_TURN);

  private final NavigableSet<Ranked> ranking = new TreeSet<>(BEST_FIRST);

  /**
   * @param lane its name
   * @param capacity most jobs that it holds
   */
  public TargetRanking(String lane, int capacity, Cooldown cooldown) {
    super(lane, capacity, cooldown);
  }

  /** A job and its score. */
  static final class Ranked extends Candidate {

    private double score;

    private Ranked(Proposal proposal, long age, double score) {
      super(proposal, age);
      this.score = score;
    }

    private double rank() {
      return score / (1.0 + standing().attempts());
    }
  }

  /**
   * Takes up a job.
   *
   * @param score greater than 0 and finite
   * @param job names a target
   * @return false when the key is known or the lane is full
   */
  public boolean add(String key, double score, Job job) {
    requireScore(score);
    if (!job.contract().isTargeted()) {
      throw new IllegalArgumentException(key + " names no target");
    }
    return add(key, job, (proposal, age) -> new Ranked(proposal, age, score)).isPresent();
  }

  /** Changes the score of a job. @return false when there is none of this key */
  public boolean rescore(String key, double score) {
    requireScore(score);
    Ranked candidate = candidate(key);
    if (candidate == null) {
      return false;
    }
    boolean queued = ranking.remove(candidate);
    candidate.score = score;
    if (queued) {
      ranking.add(candidate);
    }
    return true;
  }

  private static void requireScore(double score) {
    if (!(score > 0 && score < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("a score is greater than 0 and finite: " + score);
    }
  }

  /** What a job is ranked by; empty when there is none of this key. */
  public OptionalDouble rank(String key) {
    Ranked candidate = candidate(key);
    return candidate == null ? OptionalDouble.empty() : OptionalDouble.of(candidate.rank());
  }

  @Override
  void enqueue(Ranked candidate) {
    ranking.add(candidate);
  }

  @Override
  void dequeue(Ranked candidate) {
    ranking.remove(candidate);
  }

  @Override
  public Round begin(int limit, long nowNanos) {
    return new InOrder(nowNanos);
  }

  private final class InOrder extends Picks {

    private final Iterator<Ranked> rest = ranking.iterator();

    InOrder(long nowNanos) {
      super(nowNanos);
    }

    @Override
    Optional<Ranked> pick() {
      return nextCool(rest);
    }
  }
}
