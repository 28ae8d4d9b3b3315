package io.holdfast.gauge;

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
