package io.holdfast.cli.leases;

import java.time.Instant;
import java.util.Locale;

/** Times of records for people. They were written by other clocks, and may be any number. */
public final class Ages {

  private static final double LAST_DATE_SECONDS = 253_402_300_799.0;

  private Ages() {}

  /** How long ago: {@code 12 s}, {@code 3.4 min}, {@code 5.0 h}, {@code 12 d}; in the future -. */
  public static String text(double seconds) {
    if (seconds < 0) {
      return "-" + text(-seconds);
    }
    if (seconds < 60) {
      return Math.round(seconds) + " s";
    }
    if (seconds < 3600) {
      return twoDigits(seconds / 60) + " min";
    }
    return seconds < 86_400 ? twoDigits(seconds / 3600) + " h" : twoDigits(seconds / 86_400) + " d";
  }

  private static String twoDigits(double value) {
    return value < 9.95
        ? String.format(Locale.ROOT, "%.1f", value)
        : String.format(Locale.ROOT, "%.0f", value);
  }

  /** A date in UTC, or the number where it is none. */
  public static String date(double unixSeconds) {
    return unixSeconds <= LAST_DATE_SECONDS
        ? Instant.ofEpochSecond((long) unixSeconds).toString()
        : Double.toString(unixSeconds);
  }
}
