package io.holdfast.litmus.cluster;

import io.holdfast.litmus.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The lock litmus. Between M members on H hosts: one after the other, the member with the lowest
 * rank of each host takes the lock, all M − 1 others have to be refused, it lets go, and the
 * representative of the next host has to get it. At the end everybody's name has to lead to the
 * object that was locked, and everybody has to have counted the same.
 */
final class FlockLitmus extends MemberLitmus {

  private Counts counts = Counts.NONE;

  FlockLitmus(Part part) {
    super(Exclusion.FLOCK, part);
  }

  @Override
  Optional<Act> act() {
    return switch (phase().kind()) {
      case ROOT_ANCHOR_OPEN -> Optional.of(Act.OPEN_ROOT);
      case PREPARE -> isMaker() ? Optional.of(Act.PREPARE) : Optional.empty();
      case LOCK_ANCHOR_OPEN -> Optional.of(Act.OPEN_ANCHOR);
      case OPEN -> Optional.of(Act.OPEN);
      case HELD -> isHolder() ? Optional.of(Act.TAKE) : Optional.empty();
      case EXCLUDED -> isHolder() ? Optional.empty() : Optional.of(Act.TRY);
      case RELEASED -> Optional.of(Act.RELEASE);
      case REACQUIRED -> part().rank() == heir() ? Optional.of(Act.REACQUIRE) : Optional.empty();
      case NAMESPACE_IDENTITY_CLOSED -> Optional.of(Act.CLOSE_ANCHORS);
      default -> Optional.empty();
    };
  }

  @Override
  Payload says(@Nullable Observation seen) {
    long rank = part().member().rank();
    return phase().kind() == Phase.Kind.TRANSCRIPT_COMMIT
        ? new Payload.Commit(rank, Optional.empty(), part().generation(), agreedTranscript())
        : new Payload.Done(rank, failure(seen));
  }

  @Override
  Optional<Phase> next() {
    return phase().next(roster().representatives().size());
  }

  // ---- roles

  /** The lock object is made at the start only: one that is gone later was taken away. */
  private boolean isMaker() {
    return part().rank() == 0 && part().generation() == 0;
  }

  private boolean isHolder() {
    return part().rank() == holder();
  }

  private int holder() {
    return roster().representatives().get(phase().round());
  }

  /** Who has to get the lock after the holder. */
  private int heir() {
    int hosts = roster().representatives().size();
    return roster().representatives().get((phase().round() + 1) % hosts);
  }

  // ---- what an observation means

  @Override
  boolean isAnswer(Observation.Failed failed) {
    return failed.operation().equals(part().kind().call());
  }

  @Override
  Optional<Failure> judge(Observation observation) {
    if (observation instanceof Observation.Differs differs) {
      return Optional.of(Failure.refuted(who() + ": " + differs.what() + where()));
    }
    return switch (phase().kind()) {
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
            + part().kind().title()
            + " while "
            + roster().member(holder()).words()
            + " held it, generation "
            + part().generation()
            + ", phase "
            + Phase.Kind.HELD.word());
  }

  private Failure busyBeforeAnybody() {
    return Failure.inconclusive(
        who() + " was refused the " + part().kind().title() + " that no member had" + where());
  }

  private Failure notReleased() {
    return Failure.refuted(
        who()
            + " was refused the "
            + part().kind().title()
            + " until the deadline after "
            + roster().member(holder()).words()
            + " had let it go"
            + where());
  }

  // ---- what everybody said

  @Override
  Optional<Failure> follow(List<Payload> payloads) {
    count();
    if (phase().kind() != Phase.Kind.TRANSCRIPT_COMMIT) {
      return Optional.empty();
    }
    String own = agreedTranscript();
    for (int rank = 0; rank < payloads.size(); rank++) {
      Payload.Commit commit = (Payload.Commit) payloads.get(rank);
      if (commit.generation() != part().generation() || !commit.transcript().equals(own)) {
        return Optional.of(
            Failure.inconclusive(
                roster().member(rank).words() + " has another transcript" + where()));
      }
    }
    return Optional.empty();
  }

  private void count() {
    int members = roster().members().size();
    counts =
        switch (phase().kind()) {
          case HELD -> counts.plusRound();
          case EXCLUDED -> counts.plusContention(members - 1);
          case REACQUIRED -> counts.plusRelease();
          case NAMESPACE_IDENTITY_CLOSED -> counts.plusIdentity(members);
          default -> counts;
        };
  }

  @Override
  Verdict conclude() {
    return counts
        .violation(roster().members().size(), roster().representatives().size())
        .map(Verdict::inconclusive)
        .orElseGet(Verdict::qualified);
  }

  @Override
  Counts counts() {
    return counts;
  }

  @Override
  String agreedTranscript() {
    return new Transcript(
            part().epoch(),
            part().generation(),
            roster().members(),
            roster().representativeRanks(),
            counts)
        .digest();
  }
}
