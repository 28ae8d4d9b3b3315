package io.holdfast.testkit.dispatch;

import io.holdfast.dispatch.Admission;
import io.holdfast.dispatch.Job;
import io.holdfast.dispatch.Proposal;
import io.holdfast.dispatch.Selector;
import io.holdfast.lease.LeaseToken;
import io.holdfast.target.TargetGroup;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Mistakes in how work is chosen, each of which a {@link SelectionRun} must notice. They stand in
 * front of a scheduler's lanes and admission, so that the code under test is the product's own.
 */
enum SelectionMutant {
  /** Statistics move when a job is proposed, whatever becomes of it. */
  COMMITS_WHAT_IS_PROPOSED,
  /** What was admitted is not taken over by its lane. */
  COMMITS_NOTHING,
  /** A lane proposes as many jobs as there are workers, and no more. */
  CUTS_PROPOSALS,
  /** A lane shares out another number of workers than there are. */
  SHARES_BY_ANOTHER_NUMBER,
  /** A conflict counts as a grant. */
  IGNORES_CONFLICTS,
  /** What was claimed is told as a conflict. */
  LEAKS_CLAIMS,
  /** A failure of the storage counts as a grant. */
  IGNORES_FAILURES;

  private static final LeaseToken MADE_UP = new LeaseToken("made-up");

  Selector applyTo(Selector lane) {
    return switch (this) {
      case COMMITS_WHAT_IS_PROPOSED, COMMITS_NOTHING, CUTS_PROPOSALS, SHARES_BY_ANOTHER_NUMBER ->
          new Flawed(lane);
      default -> lane;
    };
  }

  Admission applyTo(Admission admission) {
    return switch (this) {
      case IGNORES_CONFLICTS, LEAKS_CLAIMS, IGNORES_FAILURES ->
          new ForwardingAdmission(admission) {
            @Override
            public Answer admit(TargetGroup group, Job job) throws Exception {
              return flawed(super::admit, group, job);
            }
          };
      default -> admission;
    };
  }

  private interface Claim {
    Admission.Answer of(TargetGroup group, Job job) throws Exception;
  }

  private Admission.Answer flawed(Claim claim, TargetGroup group, Job job) throws Exception {
    try {
      Admission.Answer answer = claim.of(group, job);
      if (this == IGNORES_CONFLICTS && answer instanceof Admission.Answer.Conflict) {
        return new Admission.Answer.Granted(MADE_UP);
      }
      if (this == LEAKS_CLAIMS && answer instanceof Admission.Answer.Granted) {
        return new Admission.Answer.Conflict(Set.copyOf(group.targets()), Map.of());
      }
      return answer;
    } catch (Exception e) {
      if (this == IGNORES_FAILURES) {
        return new Admission.Answer.Granted(MADE_UP);
      }
      throw e;
    }
  }

  /** A lane with a mistake. */
  private final class Flawed implements Selector {

    private final Selector lane;

    Flawed(Selector lane) {
      this.lane = lane;
    }

    @Override
    public String lane() {
      return lane.lane();
    }

    @Override
    public int waiting() {
      return lane.waiting();
    }

    @Override
    public void ended(Proposal proposal, Ending ending) {
      lane.ended(proposal, ending);
    }

    @Override
    public Round begin(int limit, long nowNanos) {
      int shared = SelectionMutant.this == SHARES_BY_ANOTHER_NUMBER ? 10 * limit : limit;
      return new FlawedRound(lane.begin(shared, nowNanos), limit);
    }
  }

  private final class FlawedRound implements Selector.Round {

    private final Selector.Round round;
    private int left;

    FlawedRound(Selector.Round round, int limit) {
      this.round = round;
      this.left = limit;
    }

    @Override
    public Optional<Proposal> next() {
      if (SelectionMutant.this == CUTS_PROPOSALS && left-- == 0) {
        return Optional.empty();
      }
      Optional<Proposal> proposal = round.next();
      if (SelectionMutant.this == COMMITS_WHAT_IS_PROPOSED && proposal.isPresent()) {
        round.admitted();
      }
      return proposal;
    }

    @Override
    public void admitted() {
      if (SelectionMutant.this != COMMITS_WHAT_IS_PROPOSED) {
        round.admitted();
      }
    }

    @Override
    public void commit() {
      if (SelectionMutant.this != COMMITS_NOTHING) {
        round.commit();
      }
    }
  }
}
