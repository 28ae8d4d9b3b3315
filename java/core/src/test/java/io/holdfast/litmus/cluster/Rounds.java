package io.holdfast.litmus.cluster;

import io.holdfast.litmus.LockKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All members of a litmus in one thread, phase by phase, with hands that say what a test makes them
 * say.
 */
final class Rounds {

  static final Epoch EPOCH = new Epoch("11".repeat(Epoch.BYTES));

  private final List<FlockLitmus> members = new ArrayList<>();
  private final Said said;

  /** What a member's hand sees. */
  interface Said {
    Observation of(int rank, Phase phase, Act act);
  }

  Rounds(long generation, Said said, String... hosts) {
    this.said = said;
    for (int rank = 0; rank < hosts.length; rank++) {
      members.add(
          new FlockLitmus(
              new Part(
                  EPOCH,
                  generation,
                  LockKind.FLOCK,
                  rank,
                  new Member(rank, hosts[rank]),
                  Optional.empty())));
    }
  }

  /** What storage that keeps its word says. */
  static Observation sound(Act act) {
    return switch (act) {
      case TAKE, REACQUIRE -> Observation.ACQUIRED;
      case TRY -> Observation.BUSY;
      default -> Observation.DONE;
    };
  }

  /** Runs to the end. All have to come to the same. */
  ClusterResult run() {
    while (members.get(0).result().isEmpty()) {
      PhaseResult all = PhaseResult.of(speak());
      members.forEach(member -> member.agree(all));
    }
    ClusterResult first = members.get(0).result().orElseThrow();
    for (FlockLitmus member : members) {
      if (!member.result().orElseThrow().equals(first)) {
        throw new AssertionError(member.result() + " is not " + first);
      }
    }
    return first;
  }

  /** Takes every member through the acts up to this phase. */
  List<FlockLitmus> until(Phase.Kind kind) {
    while (members.get(0).phase().kind() != kind) {
      PhaseResult all = PhaseResult.of(speak());
      members.forEach(member -> member.agree(all));
    }
    return members;
  }

  List<Payload> speak() {
    List<Payload> payloads = new ArrayList<>();
    for (int rank = 0; rank < members.size(); rank++) {
      FlockLitmus member = members.get(rank);
      int speaker = rank;
      member.act().ifPresent(act -> member.observe(said.of(speaker, member.phase(), act)));
      payloads.add(member.says());
    }
    return payloads;
  }
}
