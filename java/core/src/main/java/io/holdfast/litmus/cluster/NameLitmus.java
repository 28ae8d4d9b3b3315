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
 * The litmus of names: all members move the same sources, each to a target of its own, and link
 * files of their own to the same names. Each has to be won once, and everybody has to see who won.
 */
final class NameLitmus extends MemberLitmus {

  private static final Set<Errno> NOT_OFFERED =
      Set.of(Errno.EPERM, Errno.EOPNOTSUPP, Errno.ENOSYS, Errno.EINVAL);

  private List<Set<Integer>> moved = List.of();
  private List<Set<Integer>> linked = List.of();

  NameLitmus(Part part) {
    super(Exclusion.NAMES, part);
  }

  @Override
  Optional<Act> act() {
    boolean first = part().rank() == 0;
    return switch (phase().kind()) {
      case NAMES_MADE -> first ? Optional.of(Act.MAKE_NAMES) : Optional.empty();
      case NAMES_OPEN -> Optional.of(Act.OPEN_NAMES);
      case NAMES_REACHED -> Optional.of(Act.REACH);
      case NAMES_SEEN -> Optional.of(Act.LOOK);
      case NAMES_REMOVED -> first ? Optional.of(Act.REMOVE_NAMES) : Optional.empty();
      default -> Optional.empty();
    };
  }

  @Override
  Payload says(@Nullable Observation seen) {
    long rank = part().member().rank();
    if (phase().kind() != Phase.Kind.NAMES_REACHED) {
      return new Payload.Done(rank, failure(seen));
    }
    String none = "0".repeat(NameField.ROUNDS);
    return seen instanceof Observation.Won won
        ? new Payload.Reached(rank, Optional.empty(), won.moves(), won.links())
        : new Payload.Reached(rank, failure(seen), none, none);
  }

  @Override
  Optional<Phase> next() {
    return phase().kind() == Phase.Kind.MEMBERSHIP
        ? Optional.of(Phase.of(Phase.Kind.NAMES_MADE))
        : phase().next(0);
  }

  // ---- what an observation means

  @Override
  boolean isAnswer(Observation.Failed failed) {
    return phase().kind() == Phase.Kind.NAMES_REACHED && NOT_OFFERED.contains(failed.errno());
  }

  @Override
  Optional<Failure> judge(Observation observation) {
    return observation instanceof Observation.Standing standing
        ? compare("move", moved, standing.moves())
            .or(() -> compare("link", linked, standing.links()))
        : Optional.empty();
  }

  /** Whether what stands there is what was said to be won. */
  private Optional<Failure> compare(
      String what, List<Set<Integer>> won, List<Set<Integer>> stands) {
    for (int round = 0; round < stands.size(); round++) {
      Set<Integer> there = stands.get(round);
      if (there.size() > 1) {
        return Optional.of(Failure.refuted(both(what, round, there) + where()));
      }
      boolean replyLost = won.get(round).isEmpty() && there.size() == 1;
      if (!replyLost && !there.equals(won.get(round))) {
        String text =
            who() + " sees " + words(there) + " as winner of " + what + " " + round + ", which ";
        return Optional.of(
            Failure.inconclusive(text + words(won.get(round)) + " said to have won" + where()));
      }
    }
    return Optional.empty();
  }

  // ---- what everybody said

  @Override
  Optional<Failure> follow(List<Payload> payloads) {
    if (phase().kind() != Phase.Kind.NAMES_REACHED) {
      return Optional.empty();
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
        return Optional.of(Failure.refuted(both(what, round, winners.get(round)) + where()));
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
        : String.join(" and ", ranks.stream().map(rank -> roster().member(rank).words()).toList());
  }

  // ---- the end

  @Override
  Verdict conclude() {
    return Verdict.qualified();
  }

  @Override
  Counts counts() {
    return Counts.NONE;
  }

  @Override
  String agreedTranscript() {
    return "";
  }
}
