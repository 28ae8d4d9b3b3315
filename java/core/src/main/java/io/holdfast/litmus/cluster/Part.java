package io.holdfast.litmus.cluster;

import io.holdfast.litmus.LockKind;
import java.util.Optional;

/**
 * Who takes part, and in what.
 *
 * @param generation 0 for the first qualification, then one more each
 * @param kind what the hand locks with, and whose word goes into counter-examples
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

  /** What the member says of itself first. */
  Payload joining() {
    return new Payload.Joining(
        member, localFailure.map(why -> Failure.inconclusive(member.words() + ": " + why)));
  }
}
