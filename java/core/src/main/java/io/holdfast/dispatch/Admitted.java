package io.holdfast.dispatch;

import io.holdfast.dispatch.LocalReservations.Reservation;
import io.holdfast.lease.LeaseToken;
import java.util.Optional;

/**
 * A proposal that may be worked on: its targets and the job itself are reserved in this process,
 * and its targets, where it has any, are leased from all coordinators. Pending: nothing is sent.
 *
 * <p>Made by {@link Scheduler#fill} alone. Whoever has it must see to it that the lease is renewed,
 * and that both are given up at the end.
 */
public final class Admitted {

  private final Proposal proposal;
  private final Reservation reservation;
  private final Optional<LeaseToken> targetToken;
  private final long sinceNanos;

  Admitted(
      Proposal proposal,
      Reservation reservation,
      Optional<LeaseToken> targetToken,
      long sinceNanos) {
    this.proposal = proposal;
    this.reservation = reservation;
    this.targetToken = targetToken;
    this.sinceNanos = sinceNanos;
  }

  /** What was wished. */
  public Proposal proposal() {
    return proposal;
  }

  public Job job() {
    return proposal.job();
  }

  /** What this process keeps for it. */
  public Reservation reservation() {
    return reservation;
  }

  /** The proof for its targets; empty exactly when the job names none. */
  public Optional<LeaseToken> targetToken() {
    return targetToken;
  }

  /** No later than when its claim began: its lease is trusted from then on, for its ttl. */
  public long sinceNanos() {
    return sinceNanos;
  }

  @Override
  public String toString() {
    return proposal.lane() + " " + proposal.key();
  }
}
