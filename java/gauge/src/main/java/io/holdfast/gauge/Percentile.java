package io.holdfast.gauge;

/** The percentiles that are told, each where enough operations stand behind it. */
public enum Percentile {
  P50("p50", 50, 1),
  P99("p99", 99, 100),
  P999("p99.9", 99.9, 1_000);

  private final String words;
  private final double percent;
  private final int leastCount;

  Percentile(String words, double percent, int leastCount) {
    this.words = words;
    this.percent = percent;
    this.leastCount = leastCount;
  }

  /** For people. */
  public String words() {
    return words;
  }

  public double percent() {
    return percent;
  }

  /** With fewer operations it would be the slowest of them. */
  public int leastCount() {
    return leastCount;
  }
}
