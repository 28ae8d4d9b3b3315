package io.holdfast.lab.lease;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a run came to. Immutable.
 *
 * @param done ids that are done in the end
 * @param figures how often what happened; what did not is 0
 * @param latencies how long answers took, pauses of frozen coordinators included
 * @param violationCount broken promises
 * @param violations the first of them, in words
 * @param nanos how long all of it took
 */
public record LeaseRunResult(
    LeaseRunRequest request,
    int done,
    Map<LeaseFigure, Long> figures,
    Map<LeaseOperation, Latency> latencies,
    int violationCount,
    List<String> violations,
    long nanos) {

  /** Most violations that are told in words. */
  public static final int TOLD_LIMIT = 20;

  /**
   * How long one kind of operation took.
   *
   * @param count how often it was answered
   * @param p50Nanos half of them took at most this long
   * @param p99Nanos 99 of 100 took at most this long
   */
  public record Latency(long count, long p50Nanos, long p99Nanos) {}

  public LeaseRunResult {
    Map<LeaseFigure, Long> all = new EnumMap<>(LeaseFigure.class);
    for (LeaseFigure figure : LeaseFigure.values()) {
      all.put(figure, figures.getOrDefault(figure, 0L));
    }
    figures = Map.copyOf(all);
    latencies = Map.copyOf(latencies);
    violations = List.copyOf(violations);
  }

  public long figure(LeaseFigure figure) {
    return figures.getOrDefault(figure, 0L);
  }
}
