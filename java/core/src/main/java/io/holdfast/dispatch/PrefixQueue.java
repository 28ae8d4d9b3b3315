package io.holdfast.dispatch;

import java.util.HashSet;
import java.util.Iterator;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A lane of jobs that build on one another: each begins with the prefix of a path, and prefixes
 * extend others, in a graph without circles.
 *
 * <p>Jobs of which no shorter prefix is still to be done are in the high queue: their results tell
 * most. The others are in the low queue until then, and may be done all the same when there are
 * workers for them. Of the workers to fill, a share is the high queue's, and the rest the low
 * queue's; what one of them cannot fill goes to the other. Shares are by what was admitted, from
 * call to call: with one worker at a time, and three quarters for the high queue, each fourth job
 * is a low one.
 *
 * <p>Within a queue the job stands first that was scheduled by the oldest round, or by none.
 */
public final class PrefixQueue extends CandidateLane<PrefixQueue.Node> {

  private static final int PERCENT = 100;

  private final int highPercent;
  private final NavigableSet<Node> high = new TreeSet<>(Candidate.BY_TURN);
  private final NavigableSet<Node> low = new TreeSet<>(Candidate.BY_TURN);
  private long admittedHigh;
  private long admittedLow;

  /**
   * @param lane its name
   * @param capacity most jobs that it holds
   * @param highPercent share of the high queue, 0 to 100
   */
  public PrefixQueue(String lane, int capacity, Cooldown cooldown, int highPercent) {
    super(lane, capacity, cooldown);
    if (highPercent < 0 || highPercent > PERCENT) {
      throw new IllegalArgumentException("a share is 0 to 100 percent: " + highPercent);
    }
    this.highPercent = highPercent;
  }

  /** A prefix, what it still waits for, and what waits for it. */
  static final class Node extends Candidate {

    private final Set<Node> unfinishedParents = new HashSet<>();
    private final Set<Node> children = new HashSet<>();

    private Node(Proposal proposal, long age) {
      super(proposal, age);
    }

    private boolean isHigh() {
      return unfinishedParents.isEmpty();
    }
  }

  /**
   * What stands where.
   *
   * @param high jobs in the high queue
   * @param low jobs in the low queue
   * @param admittedHigh jobs that were admitted out of the high queue
   * @param admittedLow jobs that were admitted out of the low queue
   */
  public record Queues(int high, int low, long admittedHigh, long admittedLow) {}

  /**
   * Takes up a job.
   *
   * @param prefix its key
   * @param parents the prefixes that it extends; those that the lane does not hold are taken for
   *     done
   * @return false when the prefix is known or the lane is full
   */
  public boolean add(String prefix, Set<String> parents, Job job) {
    return add(prefix, job, (proposal, age) -> node(proposal, age, parents)).isPresent();
  }

  private Node node(Proposal proposal, long age, Set<String> parents) {
    Node node = new Node(proposal, age);
    for (String prefix : parents) {
      Node parent = candidate(prefix);
      if (parent != null) {
        node.unfinishedParents.add(parent);
        parent.children.add(node);
      }
    }
    return node;
  }

  public Queues queues() {
    return new Queues(high.size(), low.size(), admittedHigh, admittedLow);
  }

  @Override
  void enqueue(Node node) {
    (node.isHigh() ? high : low).add(node);
  }

  @Override
  void dequeue(Node node) {
    (node.isHigh() ? high : low).remove(node);
  }

  @Override
  void scheduled(Node node) {
    if (node.isHigh()) {
      admittedHigh++;
    } else {
      admittedLow++;
    }
  }

  @Override
  void finished(Node node) {
    node.unfinishedParents.forEach(parent -> parent.children.remove(node));
    for (Node child : node.children) {
      boolean queued = low.remove(child);
      child.unfinishedParents.remove(node);
      if (queued) {
        enqueue(child);
      }
    }
  }

  /** How many of the next jobs are the high queue's, when so many were admitted before. */
  private int highQuota(int limit) {
    long before = admittedHigh + admittedLow;
    return (int) (highShare(before + limit) - highShare(before));
  }

  private long highShare(long jobs) {
    return (jobs * highPercent + PERCENT - 1) / PERCENT;
  }

  @Override
  public Round begin(int limit, long nowNanos) {
    return new Shares(highQuota(limit), nowNanos);
  }

  /** First the high queue's share, then low jobs, then what is left of the high ones. */
  private final class Shares extends Picks {

    private final Iterator<Node> highOnes = high.iterator();
    private final Iterator<Node> lowOnes = low.iterator();
    private int highQuota;

    Shares(int highQuota, long nowNanos) {
      super(nowNanos);
      this.highQuota = highQuota;
    }

    @Override
    Optional<Node> pick() {
      Optional<Node> node = highQuota > 0 ? nextCool(highOnes) : Optional.empty();
      return node.or(() -> nextCool(lowOnes)).or(() -> nextCool(highOnes));
    }

    @Override
    void took(Node node) {
      if (node.isHigh()) {
        highQuota--;
      }
    }
  }
}
