package io.holdfast.bench;

import java.util.Arrays;
import java.util.Locale;

/**
 * The median of the ratios of many rounds, and how far it could lie elsewhere by chance.
 *
 * @param low with {@code high} the bounds between which the true median lies in 95 of 100 runs
 */
record Ratio(double median, double low, double high) {

  /** Half the width of that interval, in ranks, is this times the root of the number of rounds. */
  private static final double RANKS = 0.98;

  static Ratio of(double[] ratios) {
    double[] sorted = ratios.clone();
    Arrays.sort(sorted);
    int last = sorted.length - 1;
    int rank =
        (int) Math.max(0, Math.floor(sorted.length / 2.0 - RANKS * Math.sqrt(sorted.length)));
    double median = (sorted[last / 2] + sorted[(last + 1) / 2]) / 2;
    return new Ratio(median, sorted[rank], sorted[last - rank]);
  }

  /** With a target from above and what became of it, for people. */
  String atMost(double target) {
    return told("at most", target, median <= target, low > target);
  }

  /** With a target from below and what became of it, for people. */
  String atLeast(double target) {
    return told("at least", target, median >= target, high < target);
  }

  private String told(String how, double target, boolean met, boolean missed) {
    String became = met ? "met" : missed ? "missed" : "missed, within the noise";
    return String.format(Locale.ROOT, "%s; target %s %.2f: %s", this, how, target, became);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", median, low, high);
  }
}
