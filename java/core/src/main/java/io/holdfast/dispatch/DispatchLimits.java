package io.holdfast.dispatch;

import io.holdfast.lease.LeaseKeeper;

/**
 * Times and counts of a dispatcher.
 *
 * @param prefetch how many jobs are kept pending beside those for idle workers
 * @param carried most jobs that are kept pending; what is beyond is dropped, its targets given up
 * @param targetTtlNanos that of target leases
 * @param targetBeatNanos time between two beats for them
 * @param stopNanos how long workers have to report after they were told to stop
 * @param recoveryNanos time between two looks for what dead coordinators have left
 * @param retryNanos time until idle workers are tried to be filled again where nothing was found,
 *     and until a commit that did not come off is tried again
 * @param failures how many steps of one kind in a row may fail before dispatching ends
 */
public record DispatchLimits(
    int prefetch,
    int carried,
    long targetTtlNanos,
    long targetBeatNanos,
    long stopNanos,
    long recoveryNanos,
    long retryNanos,
    int failures) {

  /** Most jobs that may be carried. */
  public static final int CARRIED_LIMIT = 65_536;

  /** Longest of these times: one day. */
  public static final long LONGEST_NANOS = 86_400_000_000_000L;

  private static final int USUAL_CARRIED = 1024;
  private static final long USUAL_STOP_NANOS = 10_000_000_000L;
  private static final long USUAL_RETRY_NANOS = 100_000_000L;
  private static final int USUAL_FAILURES = 16;

  public DispatchLimits {
    require("carried", carried, 1, CARRIED_LIMIT);
    require("prefetch", prefetch, 0, carried);
    require("targetTtlNanos", targetTtlNanos, 2, LONGEST_NANOS);
    require("targetBeatNanos", targetBeatNanos, 1, targetTtlNanos - 1);
    require("stopNanos", stopNanos, 0, LONGEST_NANOS);
    require("recoveryNanos", recoveryNanos, 1, LONGEST_NANOS);
    require("retryNanos", retryNanos, 1, LONGEST_NANOS);
    require("failures", failures, 1, Integer.MAX_VALUE);
  }

  /** No prefetch, 1,024 carried jobs, ten seconds to stop, for leases of one ttl. */
  public static DispatchLimits ofTtl(long ttlNanos) {
    long beatNanos = LeaseKeeper.intervalNanos(ttlNanos);
    return new DispatchLimits(
        0,
        USUAL_CARRIED,
        ttlNanos,
        beatNanos,
        USUAL_STOP_NANOS,
        ttlNanos,
        USUAL_RETRY_NANOS,
        USUAL_FAILURES);
  }

  public DispatchLimits withPrefetch(int jobs) {
    return new DispatchLimits(
        jobs,
        carried,
        targetTtlNanos,
        targetBeatNanos,
        stopNanos,
        recoveryNanos,
        retryNanos,
        failures);
  }

  public DispatchLimits withCarried(int jobs) {
    return new DispatchLimits(
        Math.min(prefetch, jobs),
        jobs,
        targetTtlNanos,
        targetBeatNanos,
        stopNanos,
        recoveryNanos,
        retryNanos,
        failures);
  }

  public DispatchLimits withStopNanos(long nanos) {
    return new DispatchLimits(
        prefetch,
        carried,
        targetTtlNanos,
        targetBeatNanos,
        nanos,
        recoveryNanos,
        retryNanos,
        failures);
  }

  private static void require(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is " + value + ", which is not from " + least + " to " + most);
    }
  }
}
