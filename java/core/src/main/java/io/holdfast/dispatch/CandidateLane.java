package io.holdfast.dispatch;

import io.holdfast.lease.WorkLeaseTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the lanes of this package have in common: jobs by key, what is remembered of each, and when
 * that changes. In what order they are proposed is each lane's own.
 *
 * <p>Called by one thread at a time; nothing is added while a round is under way.
 */
abstract class CandidateLane<C extends Candidate> implements Selector {

  private final String lane;
  private final int capacity;
  private final Cooldown cooldown;
  private final Map<String, C> candidates = new HashMap<>();
  private long added;
  private long queueEpoch;

  CandidateLane(String lane, int capacity, Cooldown cooldown) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a lane holds 1 job or more: " + capacity);
    }
    this.lane = lane;
    this.capacity = capacity;
    this.cooldown = cooldown;
  }

  /** Makes a candidate of a proposal of a certain age. */
  interface Maker<C> {
    C make(Proposal proposal, long age);
  }

  /**
   * Takes up a job.
   *
   * @return empty when its key is known or the lane is full
   * @throws IllegalArgumentException no record could keep it: each of its claims would fail
   */
  final Optional<C> add(String key, Job job, Maker<C> maker) {
    WorkLeaseTable.requirePayload(job.payload());
    if (candidates.size() >= capacity || candidates.containsKey(key)) {
      return Optional.empty();
    }
    C candidate = maker.make(new Proposal(lane, key, job), added++);
    candidates.put(key, candidate);
    enqueue(candidate);
    return Optional.of(candidate);
  }

  final @Nullable C candidate(String key) {
    return candidates.get(key);
  }

  /** Lets it be proposed. */
  abstract void enqueue(C candidate);

  /** Lets it not be proposed. */
  abstract void dequeue(C candidate);

  /** It was admitted, in the order of admissions; its standing says so already. */
  void scheduled(C candidate) {}

  /** It has ended, and is in no queue. */
  void returned(C candidate) {}

  /** It is never proposed again. */
  void finished(C candidate) {}

  @Override
  public final String lane() {
    return lane;
  }

  @Override
  public final int waiting() {
    return candidates.size();
  }

  /** What is remembered of a job; empty when the lane has none of this key, or not any more. */
  public final Optional<Standing> standing(String key) {
    return Optional.ofNullable(candidates.get(key)).map(Candidate::standing);
  }

  /** How many rounds had a job admitted so far. */
  public final long queueEpoch() {
    return queueEpoch;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException it is not in work
   */
  @Override
  public final void ended(Proposal proposal, Ending ending) {
    C candidate = candidates.get(proposal.key());
    if (candidate == null || !candidate.standing().inWork()) {
      throw new IllegalArgumentException(proposal.key() + " of " + lane + " is not in work");
    }
    candidate.stand(candidate.standing().ended());
    returned(candidate);
    switch (ending) {
      case COMMITTED, DONE_ELSEWHERE, BROKEN -> {
        candidates.remove(proposal.key());
        finished(candidate);
      }
      case HELD_ELSEWHERE, GIVEN_UP -> enqueue(candidate);
    }
  }

  /** A round that knows what was admitted, whatever the order in which it proposes. */
  abstract class Picks implements Round {

    private final long nowNanos;
    private final List<C> taken = new ArrayList<>();
    private @Nullable C last;

    Picks(long nowNanos) {
      this.nowNanos = nowNanos;
    }

    /** The next candidate that is cool, each at most once. */
    abstract Optional<C> pick();

    /** The candidate that was picked last was admitted. */
    void took(C candidate) {}

    final Optional<C> nextCool(Iterator<C> candidates) {
      while (candidates.hasNext()) {
        C candidate = candidates.next();
        if (candidate.standing().isCool(nowNanos)) {
          return Optional.of(candidate);
        }
      }
      return Optional.empty();
    }

    @Override
    public final Optional<Proposal> next() {
      Optional<C> picked = pick();
      last = picked.orElse(null);
      return picked.map(Candidate::proposal);
    }

    @Override
    public final void admitted() {
      if (last == null) {
        throw new IllegalStateException("nothing was proposed that could have been admitted");
      }
      taken.add(last);
      took(last);
      last = null;
    }

    @Override
    public final void commit() {
      if (taken.isEmpty()) {
        return;
      }
      queueEpoch++;
      for (C candidate : taken) {
        dequeue(candidate);
        candidate.stand(candidate.standing().admitted(nowNanos, queueEpoch, cooldown));
        scheduled(candidate);
      }
      taken.clear();
    }
  }
}
