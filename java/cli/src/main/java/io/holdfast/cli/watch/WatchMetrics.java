package io.holdfast.cli.watch;

import io.holdfast.qualification.QualificationMetrics;
import java.util.Locale;
import java.util.Map;

/** The counters in the text format that Prometheus reads, version 0.0.4. */
public final class WatchMetrics {

  private static final String PREFIX = "holdfast_qualification_";
  private static final double MILLIS_PER_SECOND = 1e3;

  private WatchMetrics() {}

  /** How Prometheus is told of one counter of {@link QualificationMetrics#named}. */
  private record Series(String name, String type, String help) {}

  private static final Map<String, Series> SERIES =
      Map.of(
          "generation",
          new Series("generation", "gauge", "Last generation completed, whatever came out."),
          "in_flight_generation",
          new Series("in_flight_generation", "gauge", "Generation under way, 0 for none."),
          "attempts",
          new Series("attempts_total", "counter", "Renewals begun."),
          "successes",
          new Series("successes_total", "counter", "Renewals that qualified the root again."),
          "failures",
          new Series("failures_total", "counter", "Renewals that failed; there is one at most."),
          "refused_requests",
          new Series("refused_requests_total", "counter", "Requests that were not the next one."),
          "partial_sends",
          new Series("partial_sends_total", "counter", "Requests that did not reach every member."),
          "total_elapsed_seconds",
          new Series("elapsed_seconds_total", "counter", "Time that all renewals took."),
          "last_elapsed_seconds",
          new Series("last_elapsed_seconds", "gauge", "Time that the last renewal took."));

  /** All series, each with its help and type. */
  public static String render(Watched watched) {
    StringBuilder text = new StringBuilder();
    String labels = "{rank=\"" + watched.group().rank() + "\"}";
    add(
        text,
        new Series("qualified", "gauge", "1 while tables may rely on the root, else 0."),
        labels,
        watched.isTrusted() ? 1 : 0);
    add(
        text,
        new Series("told_timestamp_seconds", "gauge", "When this was written."),
        labels,
        watched.atMillis() / MILLIS_PER_SECOND);
    for (Map.Entry<String, Number> counter : watched.metrics().named().entrySet()) {
      Series series = SERIES.get(counter.getKey());
      if (series == null) {
        throw new IllegalStateException("no series for " + counter.getKey());
      }
      add(text, series, labels, counter.getValue());
    }
    return text.toString();
  }

  private static void add(StringBuilder text, Series series, String labels, Number value) {
    String name = PREFIX + series.name();
    text.append("# HELP ").append(name).append(' ').append(series.help()).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(series.type()).append('\n');
    text.append(name).append(labels).append(' ').append(spelled(value)).append('\n');
  }

  private static String spelled(Number value) {
    return value instanceof Double seconds
        ? String.format(Locale.ROOT, "%.6f", seconds)
        : value.toString();
  }
}
