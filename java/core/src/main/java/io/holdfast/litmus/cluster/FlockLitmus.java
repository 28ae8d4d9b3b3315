package io.holdfast.litmus.cluster;

import io.holdfast.litmus.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One member's side of one generation's lock litmus. Pure: it knows no clock, no storage and no
 * carrier. What it is told are observations of its own hand and what all members said together;
 * what it tells is the next act, what to say, and at the end a result.
 *
 * <p>Between M members on H hosts: one after the other, the member with the lowest rank of each
 * host takes the lock, all M − 1 others have to be refused, it lets go, and the representative of
 * the next host has to get it. At the end everybody's name has to lead to the object that was
 * locked, and everybody has to have counted the same.
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
final class FlockLitmus implements MemberLitmus {

  private final Part part;
  private Phase phase = Phase.of(Phase.Kind.MEMBERSHIP);
  private @Nullable Observation seen;
  private Roster roster = Roster.EMPTY;
  private Counts counts = Counts.NONE;
  private @Nullable ClusterResult result;

  FlockLitmus(Part part) {
    this.part = part;
  }

  @Override
  public Phase phase() {
    return phase;
  }

  @Override
  public Optional<Act> act() {
    return switch (phase.kind()) {
      case ROOT_ANCHOR_OPEN -> Optional.of(Act.OPEN_ROOT);
      case PREPARE -> part.rank() == 0 ? Optional.of(Act.PREPARE) : Optional.empty();
      case LOCK_ANCHOR_OPEN -> Optional.of(Act.OPEN_ANCHOR);
      case OPEN -> Optional.of(Act.OPEN);
      case HELD -> isHolder() ? Optional.of(Act.TAKE) : Optional.empty();
      case EXCLUDED -> isHolder() ? Optional.empty() : Optional.of(Act.TRY);
      case RELEASED -> Optional.of(Act.RELEASE);
      case REACQUIRED -> part.rank() == next() ? Optional.of(Act.REACQUIRE) : Optional.empty();
      case NAMESPACE_IDENTITY_CLOSED -> Optional.of(Act.CLOSE_ANCHORS);
      default -> Optional.empty();
    };
  }

  @Override
  public void observe(Observation observation) {
    if (act().isEmpty() || seen != null || result != null) {
      throw new IllegalStateException("nothing was to be done in phase " + phase);
    }
    seen = observation;
  }

  @Override
  public Payload says() {
    if (act().isPresent() && seen == null) {
      throw new IllegalStateException("the act of phase " + phase + " was not done");
    }
    long rank = part.member().rank();
    return switch (phase.kind()) {
      case MEMBERSHIP -> part.joining();
      case TRANSCRIPT_COMMIT ->
          new Payload.Commit(rank, Optional.empty(), part.generation(), transcript().digest());
      default -> new Payload.Done(rank, Optional.ofNullable(seen).flatMap(this::judge));
    };
  }

  @Override
  public void agree(PhaseResult all) {
    if (result != null) {
      throw new IllegalStateException("this litmus has its result");
    }
    Optional<Failure> failure = all.failure().or(() -> contradiction(all.payloads()));
    if (failure.isPresent()) {
      end(failure.get().verdict(), false);
      return;
    }
    if (phase.kind() == Phase.Kind.MEMBERSHIP) {
      roster = Roster.of(all.payloads());
      if (roster.representatives().size() < 2) {
        end(Verdict.inconclusive("all members are on one host, which shows nothing of two"), true);
        return;
      }
    }
    count();
    seen = null;
    Optional<Phase> following = phase.next(roster.representatives().size());
    if (following.isPresent()) {
      phase = following.get();
    } else {
      conclude();
    }
  }

  @Override
  public void abandon(String why) {
    if (result == null) {
      end(Verdict.inconclusive(why), false);
    }
  }

  @Override
  public Optional<ClusterResult> result() {
    return Optional.ofNullable(result);
  }

  // ---- roles

  private boolean isHolder() {
    return part.rank() == holder();
  }

  private int holder() {
    return roster.representatives().get(phase.round());
  }

  private int next() {
    return roster.representatives().get((phase.round() + 1) % roster.representatives().size());
  }

  // ---- what an observation means

  private Optional<Failure> judge(Observation observation) {
    if (observation instanceof Observation.Blind blind) {
      return Optional.of(Failure.inconclusive(who() + " " + blind.why() + where()));
    }
    if (observation instanceof Observation.Differs differs) {
      return Optional.of(Failure.refuted(who() + ": " + differs.what() + where()));
    }
    if (observation instanceof Observation.Failed failed) {
      String text = failed.operation() + " answered " + failed.errno() + " to " + who() + where();
      boolean ofTheLock = failed.operation().equals(part.kind().call());
      return Optional.of(ofTheLock ? Failure.refuted(text) : Failure.inconclusive(text));
    }
    return switch (phase.kind()) {
      case HELD -> mustBe(observation, Observation.ACQUIRED, this::busyBeforeAnybody);
      case EXCLUDED -> mustBe(observation, Observation.BUSY, this::bothHold);
      case REACQUIRED -> mustBe(observation, Observation.ACQUIRED, this::notReleased);
      default -> mustBe(observation, Observation.DONE, () -> Failure.inconclusive("lost its way"));
    };
  }

  private static Optional<Failure> mustBe(
      Observation observation, Observation expected, Supplier<Failure> otherwise) {
    return observation.equals(expected) ? Optional.empty() : Optional.of(otherwise.get());
  }

  private Failure bothHold() {
    return Failure.refuted(
        who()
            + " acquired the "
            + part.kind().title()
            + " while "
            + roster.member(holder()).words()
            + " held it, generation "
            + part.generation()
            + ", phase "
            + Phase.Kind.HELD.word());
  }

  private Failure busyBeforeAnybody() {
    return Failure.inconclusive(
        who() + " was refused the " + part.kind().title() + " that no member had" + where());
  }

  private Failure notReleased() {
    return Failure.refuted(
        who()
            + " was refused the "
            + part.kind().title()
            + " until the deadline after "
            + roster.member(holder()).words()
            + " had let it go"
            + where());
  }

  private String who() {
    return part.member().words();
  }

  private String where() {
    return part.where(phase);
  }

  // ---- what everybody said

  /** What the records say that the summary could not: a member that changed, another transcript. */
  private Optional<Failure> contradiction(List<Payload> payloads) {
    if (phase.kind() == Phase.Kind.MEMBERSHIP) {
      return Optional.empty();
    }
    Optional<Failure> other = roster.contradiction(payloads, where());
    if (other.isPresent()) {
      return other;
    }
    for (int rank = 0; rank < payloads.size(); rank++) {
      if (payloads.get(rank) instanceof Payload.Commit commit
          && !(commit.generation() == part.generation()
              && commit.transcript().equals(transcript().digest()))) {
        return Optional.of(
            Failure.inconclusive(
                roster.member(rank).words() + " has another transcript" + where()));
      }
    }
    return Optional.empty();
  }

  private void count() {
    counts =
        switch (phase.kind()) {
          case HELD -> counts.plusRound();
          case EXCLUDED -> counts.plusContention(roster.members().size() - 1);
          case REACQUIRED -> counts.plusRelease();
          case NAMESPACE_IDENTITY_CLOSED -> counts.plusIdentity(roster.members().size());
          default -> counts;
        };
  }

  private void conclude() {
    Optional<String> violation =
        counts.violation(roster.members().size(), roster.representatives().size());
    end(violation.map(Verdict::inconclusive).orElseGet(Verdict::qualified), violation.isEmpty());
  }

  private void end(Verdict verdict, boolean clean) {
    result =
        new ClusterResult(
            Exclusion.FLOCK,
            verdict,
            clean,
            part.generation(),
            phase,
            roster.members(),
            roster.representativeRanks(),
            counts,
            verdict instanceof Verdict.Qualified ? transcript().digest() : "",
            roster.notes());
  }

  private Transcript transcript() {
    return new Transcript(
        part.epoch(), part.generation(), roster.members(), roster.representativeRanks(), counts);
  }
}
