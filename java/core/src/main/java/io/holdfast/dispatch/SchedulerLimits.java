package io.holdfast.dispatch;

/**
 * What bounds a scheduler. Immutable.
 *
 * @param proposals how many proposals are looked at in one call at most. Fewer than there are can
 *     leave workers idle: as nothing of a refused proposal is touched, the next call begins with
 *     the same ones
 * @param undecided after how many claims that came to no answer a call ends: each of them takes the
 *     patience of its table, in which the caller renews nothing
 * @param restNanos how long a job whose claim came to no answer, or failed, is not claimed again,
 *     so that the next call comes to those behind it
 * @param reservationNanos how long a job is reserved in this process unless that is extended; no
 *     shorter than the ttl of target leases
 */
public record SchedulerLimits(int proposals, int undecided, long restNanos, long reservationNanos) {

  /** Longest reservation and longest rest: one day. */
  public static final long LONGEST_NANOS = 86_400_000_000_000L;

  private static final int DEFAULT_UNDECIDED = 2;
  private static final long LONGEST_DEFAULT_REST_NANOS = 60_000_000_000L;

  public SchedulerLimits {
    if (proposals < 1 || undecided < 1) {
      throw new IllegalArgumentException(
          "a scheduler looks at 1 proposal or more: " + proposals + ", " + undecided);
    }
    if (restNanos < 0 || restNanos > LONGEST_NANOS) {
      throw new IllegalArgumentException(
          "a rest takes 0 to " + LONGEST_NANOS + " ns: " + restNanos);
    }
    if (reservationNanos < 1 || reservationNanos > LONGEST_NANOS) {
      throw new IllegalArgumentException(
          "a reservation takes 1 to " + LONGEST_NANOS + " ns: " + reservationNanos);
    }
  }

  /**
   * Every proposal is looked at, two claims may come to no answer, and their jobs rest as long as a
   * reservation takes, but no longer than a minute.
   */
  public static SchedulerLimits ofReservation(long nanos) {
    long restNanos = Math.min(nanos, LONGEST_DEFAULT_REST_NANOS);
    return new SchedulerLimits(Integer.MAX_VALUE, DEFAULT_UNDECIDED, restNanos, nanos);
  }

  /** With another number of proposals. */
  public SchedulerLimits withProposals(int most) {
    return new SchedulerLimits(most, undecided, restNanos, reservationNanos);
  }
}
