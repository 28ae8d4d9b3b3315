package io.holdfast.gauge;

import java.util.List;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/**
 * How long operations took. A percentile is the time that so many of a hundred did not take longer
 * than: never less than the exact one by rank, and at most one thousandth more. Immutable.
 */
public final class Latencies {

  /** Significant decimal digits that are kept of a time: an error of 1/1000 at most. */
  private static final int DIGITS = 3;

  private static final double ALL = 100;
  private static final double SECOND_NANOS = 1e9;

  private final Histogram histogram;
  private final long sumNanos;

  private Latencies(Histogram histogram, long sumNanos) {
    this.histogram = histogram;
    this.sumNanos = sumNanos;
  }

  /** Takes times as they come; one thread. */
  static final class Recorder {

    private final Histogram histogram = new Histogram(DIGITS);
    private long sumNanos;

    /** A time below 1 ns counts as one. */
    void add(long nanos) {
      long counted = Math.max(1, nanos);
      histogram.recordValue(counted);
      sumNanos += counted;
    }

    /**
     * So many times, none of them longer, as they come in buckets: a percentile is above the exact
     * one by as much as these are wide, and a thousandth. Their sum is added by itself.
     */
    void addAll(long nanos, long count) {
      histogram.recordValueWithCount(Math.max(1, nanos), count);
    }

    void addSum(long nanos) {
      sumNanos += nanos;
    }

    Latencies latencies() {
      return new Latencies(histogram.copy(), sumNanos);
    }
  }

  /** The times of some operations. */
  public static Latencies of(long... nanos) {
    Recorder recorder = new Recorder();
    for (long time : nanos) {
      recorder.add(time);
    }
    return recorder.latencies();
  }

  /** The times of all of these together. */
  public static Latencies merged(List<Latencies> parts) {
    Recorder recorder = new Recorder();
    for (Latencies part : parts) {
      recorder.histogram.add(part.histogram);
      recorder.addSum(part.sumNanos);
    }
    return recorder.latencies();
  }

  /** How many operations there were. */
  public long count() {
    return histogram.getTotalCount();
  }

  /** Operations in a second, one after the other; what was done between them takes no part. */
  public double perSecond() {
    return sumNanos == 0 ? 0 : count() * SECOND_NANOS / sumNanos;
  }

  /**
   * A percentile, whatever the number of operations; 0 where there was none.
   *
   * @param percent above 0, at most 100
   */
  public long percentileNanos(double percent) {
    return count() == 0 ? 0 : histogram.getValueAtPercentile(percent);
  }

  /** The same, or nothing where too few operations stand behind it to be more than the slowest. */
  public OptionalLong nanos(Percentile percentile) {
    return count() >= percentile.leastCount()
        ? OptionalLong.of(percentileNanos(percentile.percent()))
        : OptionalLong.empty();
  }

  public long maxNanos() {
    return percentileNanos(ALL);
  }
}
