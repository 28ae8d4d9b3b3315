package io.holdfast.litmus.cluster;

import io.holdfast.litmus.Verdict;
import io.holdfast.posix.Errno;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One member's side of one generation's litmus of names: all members move the same sources, each to
 * a target of its own, and link files of their own to the same names. Each has to be won once, and
 * everybody has to see who won. Pure, used by one thread, once; see {@link FlockLitmus}.
 */
final class NameLitmus implements MemberLitmus {

  private static final Set<Errno> NOT_OFFERED =
      Set.of(Errno.EPERM, Errno.EOPNOTSUPP, Errno.ENOSYS, Errno.EINVAL);

  private final Part part;
  private Phase phase = Phase.of(Phase.Kind.MEMBERSHIP);
  private @Nullable Observation seen;
  private Roster roster = Roster.EMPTY;
  private List<Set<Integer>> moved = List.of();
  private List<Set<Integer>> linked = List.of();
  private @Nullable ClusterResult result;

  NameLitmus(Part part) {
    this.part = part;
  }

  @Override
  public Phase phase() {
    return phase;
  }

  @Override
  public Optional<Act> act() {
    boolean first = part.rank() == 0;
    return switch (phase.kind()) {
      case NAMES_MADE -> first ? Optional.of(Act.MAKE_NAMES) : Optional.empty();
      case NAMES_OPEN -> Optional.of(Act.OPEN_NAMES);
      case NAMES_REACHED -> Optional.of(Act.REACH);
      case NAMES_SEEN -> Optional.of(Act.LOOK);
      case NAMES_REMOVED -> first ? Optional.of(Act.REMOVE_NAMES) : Optional.empty();
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
    if (phase.kind() == Phase.Kind.MEMBERSHIP) {
      return part.joining();
    }
    Optional<Failure> failure = Optional.ofNullable(seen).flatMap(this::judge);
    long rank = part.member().rank();
    if (phase.kind() != Phase.Kind.NAMES_REACHED) {
      return new Payload.Done(rank, failure);
    }
    String none = "0".repeat(NameField.ROUNDS);
    return seen instanceof Observation.Won won
        ? new Payload.Reached(rank, failure, won.moves(), won.links())
        : new Payload.Reached(rank, failure, none, none);
  }

  @Override
  public void agree(PhaseResult all) {
    if (result != null) {
      throw new IllegalStateException("this litmus has its result");
    }
    Optional<Failure> failure = all.failure().or(() -> follow(all.payloads()));
    if (failure.isPresent()) {
      end(failure.get().verdict(), false);
      return;
    }
    if (roster.representatives().size() < 2) {
      end(Verdict.inconclusive("all members are on one host, which shows nothing of two"), true);
      return;
    }
    seen = null;
    if (phase.kind() == Phase.Kind.NAMES_REMOVED) {
      end(Verdict.qualified(), true);
      return;
    }
    phase =
        phase.kind() == Phase.Kind.MEMBERSHIP
            ? Phase.of(Phase.Kind.NAMES_MADE)
            : phase.next(0).orElseThrow();
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

  // ---- what an observation means

  private Optional<Failure> judge(Observation observation) {
    if (observation instanceof Observation.Blind blind) {
      return Optional.of(Failure.inconclusive(who() + " " + blind.why() + part.where(phase)));
    }
    if (observation instanceof Observation.Failed failed) {
      String text =
          failed.operation() + " answered " + failed.errno() + " to " + who() + part.where(phase);
      boolean notOffered =
          phase.kind() == Phase.Kind.NAMES_REACHED && NOT_OFFERED.contains(failed.errno());
      return Optional.of(notOffered ? Failure.refuted(text) : Failure.inconclusive(text));
    }
    if (observation instanceof Observation.Standing standing) {
      return compare("move", moved, standing.moves())
          .or(() -> compare("link", linked, standing.links()));
    }
    return Optional.empty();
  }

  /** Whether what stands there is what was said to be won. */
  private Optional<Failure> compare(
      String what, List<Set<Integer>> won, List<Set<Integer>> stands) {
    for (int round = 0; round < stands.size(); round++) {
      Set<Integer> there = stands.get(round);
      if (there.size() > 1) {
        return Optional.of(Failure.refuted(both(what, round, there) + part.where(phase)));
      }
      boolean replyLost = won.get(round).isEmpty() && there.size() == 1;
      if (!replyLost && !there.equals(won.get(round))) {
        String text =
            who() + " sees " + words(there) + " as winner of " + what + " " + round + ", which ";
        return Optional.of(
            Failure.inconclusive(
                text + words(won.get(round)) + " said to have won" + part.where(phase)));
      }
    }
    return Optional.empty();
  }

  // ---- what everybody said

  private Optional<Failure> follow(List<Payload> payloads) {
    if (phase.kind() == Phase.Kind.MEMBERSHIP) {
      roster = Roster.of(payloads);
      return Optional.empty();
    }
    Optional<Failure> other = roster.contradiction(payloads, part.where(phase));
    if (other.isPresent() || phase.kind() != Phase.Kind.NAMES_REACHED) {
      return other;
    }
    moved = winners(payloads, true);
    linked = winners(payloads, false);
    return twice("move", moved).or(() -> twice("link", linked));
  }

  private static List<Set<Integer>> winners(List<Payload> payloads, boolean moves) {
    List<Set<Integer>> winners = new ArrayList<>();
    for (int round = 0; round < NameField.ROUNDS; round++) {
      Set<Integer> won = new TreeSet<>();
      for (int rank = 0; rank < payloads.size(); rank++) {
        Payload.Reached reached = (Payload.Reached) payloads.get(rank);
        String rounds = moves ? reached.moved() : reached.linked();
        if (rounds.charAt(round) == '1') {
          won.add(rank);
        }
      }
      winners.add(won);
    }
    return winners;
  }

  private Optional<Failure> twice(String what, List<Set<Integer>> winners) {
    for (int round = 0; round < winners.size(); round++) {
      if (winners.get(round).size() > 1) {
        return Optional.of(
            Failure.refuted(both(what, round, winners.get(round)) + part.where(phase)));
      }
    }
    return Optional.empty();
  }

  private String both(String what, int round, Set<Integer> winners) {
    return words(winners) + " all won " + what + " " + round;
  }

  private String words(Set<Integer> ranks) {
    return ranks.isEmpty()
        ? "nobody"
        : String.join(" and ", ranks.stream().map(rank -> roster.member(rank).words()).toList());
  }

  private String who() {
    return part.member().words();
  }

  private void end(Verdict verdict, boolean clean) {
    result =
        new ClusterResult(
            Exclusion.NAMES,
            verdict,
            clean,
            part.generation(),
            phase,
            roster.members(),
            roster.representativeRanks(),
            Counts.NONE,
            "",
            roster.notes());
  }
}
