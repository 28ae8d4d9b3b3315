package io.holdfast.lease;

/**
 * How a reader judges a lease that its holder renews by writing a stamp into its record, as in
 * tables with update locks. Leases of sessions are always judged by observation.
 */
public enum StampExpiry {

  /**
   * By comparing the stamp with the reader's wall clock. The clocks of all coordinators must agree
   * as well as their leases are to be trusted.
   */
  WALL_CLOCK,

  /**
   * By watching: a lease has expired when its token and stamp did not change for its ttl of the
   * reader's own CLOCK_BOOTTIME. No two clocks are compared. The first look at a lease only begins
   * to watch it, so that taking one over needs a second look a ttl later.
   */
  OBSERVED
}
