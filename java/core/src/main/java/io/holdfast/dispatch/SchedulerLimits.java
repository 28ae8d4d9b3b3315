package io.holdfast.dispatch;

/**
 * What bounds a scheduler.
 *
 * @param proposals how many proposals are looked at in one call at most. Fewer than there are can
 *     leave workers idle: as nothing of a refused proposal is touched, the next call begins with
 *     the same ones
 * @param reservationNanos how long a job is reserved in this process unless that is extended; no
 *     shorter than the ttl of target leases
 */
public record SchedulerLimits(int proposals, long reservationNanos) {

  /** Longest reservation: one day. */
  public static final long LONGEST_RESERVATION_NANOS = 86_400_000_000_000L;

  public SchedulerLimits {
    if (proposals < 1) {
      throw new IllegalArgumentException("a scheduler looks at 1 proposal or more: " + proposals);
    }
    if (reservationNanos < 1 || reservationNanos > LONGEST_RESERVATION_NANOS) {
      throw new IllegalArgumentException(
          "a reservation takes 1 to " + LONGEST_RESERVATION_NANOS + " ns: " + reservationNanos);
    }
  }

  /** Every proposal is looked at until all workers are filled. */
  public static SchedulerLimits ofReservation(long nanos) {
    return new SchedulerLimits(Integer.MAX_VALUE, nanos);
  }
}
