package io.holdfast.testkit.dispatch;

import io.holdfast.dispatch.Job;
import io.holdfast.dispatch.Proposal;
import io.holdfast.dispatch.Selector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A lane that proposes what a test offers, in the order of offering, until it has ended. */
final class WishList implements Selector {

  static final String LANE = "wishes";

  private final Map<String, Job> open = new LinkedHashMap<>();
  private final List<String> admitted = new ArrayList<>();
  private final Map<String, Ending> endings = new LinkedHashMap<>();

  void offer(String key, Job job) {
    open.put(key, job);
  }

  /** How each job that has ended did so the last time. */
  Map<String, Ending> endings() {
    return endings;
  }

  @Override
  public String lane() {
    return LANE;
  }

  @Override
  public int waiting() {
    return open.size();
  }

  @Override
  public Round begin(int limit, long nowNanos) {
    List<String> keys = new ArrayList<>(open.keySet());
    keys.removeAll(admitted);
    return new Round() {
      private final List<String> taken = new ArrayList<>();
      private int next;

      @Override
      public Optional<Proposal> next() {
        if (next == keys.size()) {
          return Optional.empty();
        }
        String key = keys.get(next++);
        Job job = open.get(key);
        return job == null ? next() : Optional.of(new Proposal(LANE, key, job));
      }

      @Override
      public void admitted() {
        taken.add(keys.get(next - 1));
      }

      @Override
      public void commit() {
        admitted.addAll(taken);
      }
    };
  }

  @Override
  public void ended(Proposal proposal, Ending ending) {
    endings.put(proposal.key(), ending);
    admitted.remove(proposal.key());
    if (ending == Ending.COMMITTED || ending == Ending.DONE_ELSEWHERE || ending == Ending.BROKEN) {
      open.remove(proposal.key());
    } else {
      Job job = open.remove(proposal.key());
      if (job != null) {
        open.put(proposal.key(), job);
      }
    }
  }
}
