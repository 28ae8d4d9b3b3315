package io.holdfast.litmus;

import io.holdfast.posix.RawPath;
import org.jspecify.annotations.Nullable;

/**
 * What {@link LocalQualifier} is asked to do.
 *
 * @param directory the path to qualify
 * @param also a second path to the same place, or null
 * @param publication the publication root, or null for a tree beside the state root
 * @param profile the questions that decide the verdict
 * @param probeTimeoutNanos how long a single question may take, see {@link #checkTimeout}
 * @param measureCosts whether the cost of barriers is measured (about two seconds)
 */
public record LocalRequest(
    RawPath directory,
    @Nullable RawPath also,
    @Nullable RawPath publication,
    Profile profile,
    long probeTimeoutNanos,
    boolean measureCosts) {

  public static final long DEFAULT_PROBE_TIMEOUT_NANOS = 5_000_000_000L;
  public static final long MIN_PROBE_TIMEOUT_NANOS = 1_000_000L;
  public static final long MAX_PROBE_TIMEOUT_NANOS = 60_000_000_000L;

  public LocalRequest {
    checkTimeout(probeTimeoutNanos);
  }

  /** 0.001 to 60 seconds. */
  public static void checkTimeout(long nanos) {
    if (nanos < MIN_PROBE_TIMEOUT_NANOS || nanos > MAX_PROBE_TIMEOUT_NANOS) {
      throw new IllegalArgumentException("the probe timeout is 0.001 to 60 seconds");
    }
  }
}
