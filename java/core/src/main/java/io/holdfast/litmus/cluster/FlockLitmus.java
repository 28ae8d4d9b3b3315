package io.holdfast.litmus.cluster;

import io.holdfast.litmus.LockKind;
import io.holdfast.litmus.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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
public final class FlockLitmus {

  private final Part part;
  private final List<String> notes = new ArrayList<>();
  private Phase phase = Phase.of(Phase.Kind.MEMBERSHIP);
  private @Nullable Observation seen;
  private List<Member> members = List.of();
  private List<Integer> representatives = List.of();
  private Counts counts = Counts.NONE;
  private @Nullable ClusterResult result;

  /**
   * Who takes part, and in what.
   *
   * @param generation 0 for the first qualification, then one more each
   * @param kind whose word goes into counter-examples; what the hand locks with
   * @param rank this member's rank in the exchange
   * @param member this member
   * @param localFailure why this member's own storage, or its heartbeat before a renewal, is not
   *     sound; it fails the membership
   */
  public record Part(
      Epoch epoch,
      long generation,
      LockKind kind,
      int rank,
      Member member,
      Optional<String> localFailure) {

    /**
     * @throws IllegalArgumentException a negative generation or rank
     */
    public Part {
      if (generation < 0 || rank < 0) {
        throw new IllegalArgumentException("generation and rank are at least 0");
      }
    }
  }

  public FlockLitmus(Part part) {
    this.part = part;
  }

  /** Where this member is. */
  public Phase phase() {
    return phase;
  }

  /** What its hand has to do now; empty where this phase is for others, or only for talking. */
  public Optional<Act> act() {
    return switch (phase.kind()) {
      case MEMBERSHIP, TRANSCRIPT_COMMIT -> Optional.empty();
      case ROOT_ANCHOR_OPEN -> Optional.of(Act.OPEN_ROOT);
      case PREPARE -> part.rank() == 0 ? Optional.of(Act.PREPARE) : Optional.empty();
      case LOCK_ANCHOR_OPEN -> Optional.of(Act.OPEN_ANCHOR);
      case OPEN -> Optional.of(Act.OPEN);
      case HELD -> isHolder() ? Optional.of(Act.TAKE) : Optional.empty();
      case EXCLUDED -> isHolder() ? Optional.empty() : Optional.of(Act.TRY);
      case RELEASED -> Optional.of(Act.RELEASE);
      case REACQUIRED -> part.rank() == next() ? Optional.of(Act.REACQUIRE) : Optional.empty();
      case NAMESPACE_IDENTITY_CLOSED -> Optional.of(Act.CLOSE_ANCHORS);
    };
  }

  /** What the hand saw when it did {@link #act}. */
  public void observe(Observation observation) {
    if (act().isEmpty() || seen != null || result != null) {
      throw new IllegalStateException("nothing was to be done in phase " + phase);
    }
    seen = observation;
  }

  /** What this member says of the phase. */
  Payload says() {
    if (act().isPresent() && seen == null) {
      throw new IllegalStateException("the act of phase " + phase + " was not done");
    }
    long rank = part.member().rank();
    return switch (phase.kind()) {
      case MEMBERSHIP ->
          new Payload.Joining(part.member(), part.localFailure().map(Failure::inconclusive));
      case TRANSCRIPT_COMMIT ->
          new Payload.Commit(rank, Optional.empty(), part.generation(), transcript().digest());
      default -> new Payload.Done(rank, Optional.ofNullable(seen).flatMap(this::judge));
    };
  }

  /** What everybody said together; goes on to the next phase, or to the result. */
  void agree(PhaseResult all) {
    if (result != null) {
      throw new IllegalStateException("this litmus has its result");
    }
    Optional<Failure> failure = all.failure().or(() -> contradiction(all.payloads()));
    if (failure.isPresent()) {
      end(failure.get().verdict(), false);
      return;
    }
    if (phase.kind() == Phase.Kind.MEMBERSHIP) {
      seat(all.payloads());
      if (representatives.size() < 2) {
        end(Verdict.inconclusive("all members are on one host, which shows nothing of two"), true);
        return;
      }
    }
    count();
    seen = null;
    Optional<Phase> following = phase.next(representatives.size());
    if (following.isPresent()) {
      phase = following.get();
    } else {
      conclude();
    }
  }

  /** The carrier failed: nothing can be shown any more. */
  void abandon(String why) {
    if (result == null) {
      end(Verdict.inconclusive(why), false);
    }
  }

  /** What came out, once it has. */
  public Optional<ClusterResult> result() {
    return Optional.ofNullable(result);
  }

  // ---- roles

  private boolean isHolder() {
    return part.rank() == holder();
  }

  private int holder() {
    return representatives.get(phase.round());
  }

  private int next() {
    return representatives.get((phase.round() + 1) % representatives.size());
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
            + members.get(holder()).words()
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
            + members.get(holder()).words()
            + " had let it go"
            + where());
  }

  private String who() {
    return part.member().words();
  }

  private String where() {
    return ", generation " + part.generation() + ", phase " + phase;
  }

  // ---- what everybody said

  /** What the records say that the summary could not: a member that changed, another transcript. */
  private Optional<Failure> contradiction(List<Payload> payloads) {
    if (phase.kind() == Phase.Kind.MEMBERSHIP) {
      return Optional.empty();
    }
    for (int rank = 0; rank < payloads.size(); rank++) {
      Payload payload = payloads.get(rank);
      Member member = members.get(rank);
      if (payload.globalRank() != member.rank()) {
        return Optional.of(
            Failure.inconclusive(
                member.words() + " now says that it is member " + payload.globalRank() + where()));
      }
      if (payload instanceof Payload.Commit commit
          && !(commit.generation() == part.generation()
              && commit.transcript().equals(transcript().digest()))) {
        return Optional.of(
            Failure.inconclusive(member.words() + " has another transcript" + where()));
      }
    }
    return Optional.empty();
  }

  private void seat(List<Payload> payloads) {
    List<Member> seated = new ArrayList<>();
    for (Payload payload : payloads) {
      seated.add(((Payload.Joining) payload).member());
    }
    members = List.copyOf(seated);
    Map<String, Integer> byHost = new LinkedHashMap<>();
    Map<String, String> hostOfName = new TreeMap<>();
    for (int rank = 0; rank < members.size(); rank++) {
      Member member = members.get(rank);
      if (byHost.putIfAbsent(member.host(), rank) == null) {
        String other = hostOfName.putIfAbsent(member.hostName(), member.host());
        if (other != null) {
          notes.add("two hosts have the name " + member.hostName() + ": a cloned image?");
        }
      }
    }
    representatives = List.copyOf(byHost.values());
  }

  private void count() {
    counts =
        switch (phase.kind()) {
          case HELD -> counts.plusRound();
          case EXCLUDED -> counts.plusContention(members.size() - 1);
          case REACQUIRED -> counts.plusRelease();
          case NAMESPACE_IDENTITY_CLOSED -> counts.plusIdentity(members.size());
          default -> counts;
        };
  }

  private void conclude() {
    Optional<String> violation = counts.violation(members.size(), representatives.size());
    end(violation.map(Verdict::inconclusive).orElseGet(Verdict::qualified), violation.isEmpty());
  }

  private void end(Verdict verdict, boolean clean) {
    result =
        new ClusterResult(
            verdict,
            clean,
            part.generation(),
            phase,
            members,
            representativeRanks(),
            counts,
            verdict instanceof Verdict.Qualified ? transcript().digest() : "",
            notes);
  }

  private List<Long> representativeRanks() {
    return representatives.stream().map(rank -> members.get(rank).rank()).toList();
  }

  private Transcript transcript() {
    return new Transcript(part.epoch(), part.generation(), members, representativeRanks(), counts);
  }

  /** What it takes part in. */
  Part part() {
    return part;
  }
}
