package io.holdfast.bench;

import java.util.Locale;
import java.util.Map;

/** The times of one contest for people, and the ratio that the contest is about. */
final class Table {

  private static final double MICRO = 1e3;
  private static final double MILLI = 1e6;
  private static final double SECOND = 1e9;

  private final StringBuilder text = new StringBuilder();
  private final Map<String, Times> times;
  private final int operations;

  /**
   * @param operations of one shot; times are told for one
   */
  Table(String title, Map<String, Times> times, int operations) {
    this.times = times;
    this.operations = operations;
    int rounds = times.values().iterator().next().rounds();
    line("%s; %d rounds", title, rounds);
  }

  /** The contestants' rows; the last column is the ratio of the first one's times to theirs. */
  Table rows(String columnOfRatio) {
    line("  %-30s %12s %12s %12s  %s", "", "median", "10 %", "90 %", columnOfRatio);
    Times first = times.values().iterator().next();
    times.forEach(
        (name, of) ->
            line(
                "  %-30s %12s %12s %12s  %.2f",
                name,
                duration(of.median()),
                duration(of.low()),
                duration(of.high()),
                first.ratioTo(of).median()));
    return this;
  }

  /** A sentence below the rows. */
  Table line(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
    return this;
  }

  /** A sentence on whether one contestant's median is short enough. */
  Table target(String name, double targetMillis) {
    double millis = median(name) / MILLI;
    String became = millis <= targetMillis ? "met" : "missed";
    return line("  %.2f ms; target at most %.1f ms: %s", millis, targetMillis, became);
  }

  /** Another contest's text behind this one's. */
  Table append(Table other) {
    text.append('\n').append(other.text);
    return this;
  }

  /** Nanoseconds of one operation. */
  double median(String name) {
    return of(name).median() / operations;
  }

  /** See {@link Times#ratioTo}. */
  Ratio ratio(String name, String other) {
    return of(name).ratioTo(of(other));
  }

  /** Microseconds of one operation, round by round. */
  Ratio micros(String name) {
    double[] micros =
        of(name).nanos().stream().mapToDouble(nanos -> nanos / MICRO / operations).toArray();
    return Ratio.of(micros);
  }

  /** Operations of a second, round by round. */
  Ratio perSecond(String name) {
    double[] rates =
        of(name).nanos().stream().mapToDouble(nanos -> operations * SECOND / nanos).toArray();
    return Ratio.of(rates);
  }

  private Times of(String name) {
    Times found = times.get(name);
    if (found == null) {
      throw new IllegalArgumentException("nobody here is called " + name);
    }
    return found;
  }

  private String duration(double nanos) {
    double one = nanos / operations;
    return one < MILLI
        ? String.format(Locale.ROOT, "%.1f µs", one / MICRO)
        : String.format(Locale.ROOT, "%.2f ms", one / MILLI);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
