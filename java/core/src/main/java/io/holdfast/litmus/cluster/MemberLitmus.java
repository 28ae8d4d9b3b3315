package io.holdfast.litmus.cluster;

import io.holdfast.litmus.Verdict;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One member's side of one litmus of one generation. Pure: it knows no clock, no storage and no
 * carrier. What it is told are observations of its own hand and what all members said together;
 * what it tells is the next act, what to say, and at the end a result.
 *
 * <p>Used by one thread, once:
 *
 * <pre>{@code
 * while (litmus.result().isEmpty()) {
 *   litmus.act().ifPresent(act -> litmus.observe(hand.perform(act, deadline)));
 *   litmus.agree(gather(litmus.phase(), litmus.says()));
 * }
 * }</pre>
 */
abstract sealed class MemberLitmus permits FlockLitmus, NameLitmus {

  private final Exclusion asked;
  private final Part part;
  private Phase phase = Phase.of(Phase.Kind.MEMBERSHIP);
  private @Nullable Observation seen;
  private Roster roster = Roster.EMPTY;
  private @Nullable ClusterResult result;

  MemberLitmus(Exclusion asked, Part part) {
    this.asked = asked;
    this.part = part;
  }

  // ---- what a litmus is about

  /** What the hand has to do now; empty where this phase is for others, or only for talking. */
  abstract Optional<Act> act();

  /** What this member says of any phase but the membership. */
  abstract Payload says(@Nullable Observation seen);

  /**
   * What an observation of this litmus' own means; no failure of a call, which is judged before.
   */
  abstract Optional<Failure> judge(Observation observation);

  /** Whether an error of a call is the storage's answer to the question. */
  abstract boolean isAnswer(Observation.Failed failed);

  /** What everybody's words of a phase mean, when nobody failed and all are who they were. */
  abstract Optional<Failure> follow(List<Payload> payloads);

  /** What comes after the present phase; empty after the last. */
  abstract Optional<Phase> next();

  /** The verdict when every phase was gone through. */
  abstract Verdict conclude();

  /** What was counted so far. */
  abstract Counts counts();

  /** The digest that all have agreed upon; empty where there is none. */
  abstract String agreedTranscript();

  // ---- how every litmus goes

  /** Where this member is. */
  final Phase phase() {
    return phase;
  }

  /** What the hand saw when it did {@link #act}. */
  final void observe(Observation observation) {
    if (act().isEmpty() || seen != null || result != null) {
      throw new IllegalStateException("nothing was to be done in phase " + phase);
    }
    seen = observation;
  }

  /** What this member says of the phase. */
  final Payload says() {
    if (act().isPresent() && seen == null) {
      throw new IllegalStateException("the act of phase " + phase + " was not done");
    }
    return phase.kind() == Phase.Kind.MEMBERSHIP ? part.joining() : says(seen);
  }

  /** What everybody said together; goes on to the next phase, or to the result. */
  final void agree(PhaseResult all) {
    if (result != null) {
      throw new IllegalStateException("this litmus has its result");
    }
    boolean joining = phase.kind() == Phase.Kind.MEMBERSHIP;
    Optional<Failure> failure = all.failure();
    if (failure.isEmpty() && !joining) {
      failure = roster.contradiction(all.payloads(), where()).or(() -> follow(all.payloads()));
    }
    if (failure.isPresent()) {
      end(failure.get().verdict(), false);
      return;
    }
    if (joining) {
      roster = Roster.of(all.payloads());
      if (roster.representatives().size() < 2) {
        end(Verdict.inconclusive("all members are on one host, which shows nothing of two"), true);
        return;
      }
    }
    seen = null;
    Optional<Phase> following = next();
    if (following.isPresent()) {
      phase = following.get();
    } else {
      Verdict verdict = conclude();
      end(verdict, verdict instanceof Verdict.Qualified);
    }
  }

  /** The carrier failed: nothing can be shown any more. */
  final void abandon(String why) {
    if (result == null) {
      end(Verdict.inconclusive(why), false);
    }
  }

  /** What came out, once it has. */
  final Optional<ClusterResult> result() {
    return Optional.ofNullable(result);
  }

  // ---- what both kinds need

  final Part part() {
    return part;
  }

  final Roster roster() {
    return roster;
  }

  /** This member, as counter-examples name it. */
  final String who() {
    return part.member().words();
  }

  /** Behind a counter-example. */
  final String where() {
    return ", generation " + part.generation() + ", phase " + phase;
  }

  /** What was wrong with what the hand saw; empty where nothing was. */
  final Optional<Failure> failure(@Nullable Observation observation) {
    if (observation == null) {
      return Optional.empty();
    }
    if (observation instanceof Observation.Blind blind) {
      return Optional.of(Failure.inconclusive(who() + " " + blind.why() + where()));
    }
    if (observation instanceof Observation.Failed failed) {
      String text = failed.operation() + " answered " + failed.errno() + " to " + who() + where();
      return Optional.of(isAnswer(failed) ? Failure.refuted(text) : Failure.inconclusive(text));
    }
    return judge(observation);
  }

  private void end(Verdict verdict, boolean clean) {
    result =
        new ClusterResult(
            asked,
            verdict,
            clean,
            part.generation(),
            phase,
            roster.members(),
            roster.representativeRanks(),
            counts(),
            verdict instanceof Verdict.Qualified ? agreedTranscript() : "",
            roster.notes());
  }
}
