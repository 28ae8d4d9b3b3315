package io.holdfast.campaign.crew;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Who is which rank of an MPI job: the coordinators are the first ones, then come the workers of
 * the first coordinator, of the second, and so on.
 */
record MpiSeats(int coordinators, int workers) {

  /** How many ranks the job has. */
  int ranks() {
    return Math.addExact(coordinators, Math.multiplyExact(coordinators, workers));
  }

  /** The coordinators, in their order. */
  List<Integer> coordinatorRanks() {
    return IntStream.range(0, coordinators).boxed().toList();
  }

  /** The number of the coordinator that a rank is or works for. */
  int crew(int rank) {
    return isCoordinator(rank) ? rank : (rank - coordinators) / workers;
  }

  boolean isCoordinator(int rank) {
    return rank < coordinators;
  }

  /** The number of a worker within its crew, from 1. */
  int worker(int rank) {
    return (rank - coordinators) % workers + 1;
  }

  /** A coordinator and its workers: the place in the list is the number within the crew. */
  List<Integer> members(int crew) {
    List<Integer> members = new ArrayList<>();
    members.add(crew);
    int first = coordinators + crew * workers;
    IntStream.range(first, first + workers).forEach(members::add);
    return members;
  }
}
