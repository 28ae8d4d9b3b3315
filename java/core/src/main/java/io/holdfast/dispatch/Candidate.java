package io.holdfast.dispatch;

import java.util.Comparator;

/** A job in a lane. Its standing changes only while it is in no queue that is sorted by it. */
class Candidate {

  /** Who waits longest stands first: by the round that had it last, then by age. */
  static final Comparator<Candidate> BY_TURN =
      Comparator.<Candidate>comparingLong(candidate -> candidate.standing.queueEpoch())
          .thenComparingLong(candidate -> candidate.age);

  private final Proposal proposal;
  private final long age;
  private Standing standing = Standing.FRESH;

  /**
   * @param age which one of its lane it is, counted from the first
   */
  Candidate(Proposal proposal, long age) {
    this.proposal = proposal;
    this.age = age;
  }

  final Proposal proposal() {
    return proposal;
  }

  final String key() {
    return proposal.key();
  }

  final Standing standing() {
    return standing;
  }

  final void stand(Standing standing) {
    this.standing = standing;
  }
}
