package io.holdfast.cli.report;

import java.util.Locale;

/** Durations for people and for monitoring systems. */
public final class Units {

  private Units() {}

  /** Three digits and a unit: {@code 850 ns}, {@code 12.3 µs}, {@code 4.56 ms}, {@code 1.23 s}. */
  public static String duration(long nanos) {
    if (nanos < 1_000) {
      return nanos + " ns";
    }
    if (nanos < 999_500) {
      return threeDigits(nanos / 1e3) + " µs";
    }
    if (nanos < 999_500_000) {
      return threeDigits(nanos / 1e6) + " ms";
    }
    return threeDigits(nanos / 1e9) + " s";
  }

  /** Seconds with nine decimals, as performance data wants them. */
  static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%d.%09d", nanos / 1_000_000_000, nanos % 1_000_000_000);
  }

  private static String threeDigits(double value) {
    String format = value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f";
    return String.format(Locale.ROOT, format, value);
  }
}
