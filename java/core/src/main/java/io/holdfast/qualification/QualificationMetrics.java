package io.holdfast.qualification;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counters of one member, as they were at one moment.
 *
 * @param generation the last that was completed, whatever came out
 * @param inFlight the generation that is under way; 0 when none is
 * @param attempts renewals that were begun here
 * @param refusedRequests requests that were not the one that was next
 * @param partialSends requests that did not reach every member's carrier
 * @param totalElapsedNanos of all renewals that were completed
 * @param lastElapsedNanos of the last one
 */
public record QualificationMetrics(
    long generation,
    long inFlight,
    long attempts,
    long successes,
    long failures,
    long refusedRequests,
    long partialSends,
    long totalElapsedNanos,
    long lastElapsedNanos) {

  /** Before the first renewal. */
  static final QualificationMetrics NONE = new QualificationMetrics(0, 0, 0, 0, 0, 0, 0, 0, 0);

  private static final double NANOS_PER_SECOND = 1e9;

  /** Names and values in the order in which they are printed; times in seconds. */
  public Map<String, Number> named() {
    Map<String, Number> named = new LinkedHashMap<>();
    named.put("generation", generation);
    named.put("in_flight_generation", inFlight);
    named.put("attempts", attempts);
    named.put("successes", successes);
    named.put("failures", failures);
    named.put("refused_requests", refusedRequests);
    named.put("partial_sends", partialSends);
    named.put("total_elapsed_seconds", totalElapsedNanos / NANOS_PER_SECOND);
    named.put("last_elapsed_seconds", lastElapsedNanos / NANOS_PER_SECOND);
    return named;
  }
}
