package io.holdfast.cli.watch;

import io.holdfast.cli.report.Paint;
import io.holdfast.cli.report.Printable;
import io.holdfast.cli.report.Units;
import io.holdfast.qualification.RenewalConfiguration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** One line for each generation, for people and for logs. */
public final class WatchText {

  private final Paint paint;

  public WatchText(Paint paint) {
    this.paint = paint;
  }

  /** Before anything is asked. */
  public String head(Watched.Group group, RenewalConfiguration configuration) {
    String renewal =
        configuration.renews()
            ? "renewed every "
                + seconds(configuration.intervalSeconds())
                + " (jitter "
                + configuration.jitter()
                + ")"
            : "not renewed";
    return "member "
        + group.rank()
        + " of "
        + group.members()
        + ", carrier "
        + group.transport()
        + ", "
        + renewal
        + ", timeout "
        + seconds(configuration.timeoutSeconds())
        + "\n";
  }

  /** A generation, or the end; with the counters where a renewal failed. */
  public String line(Watched watched) {
    StringBuilder line = new StringBuilder();
    line.append(Instant.ofEpochMilli(watched.atMillis()).truncatedTo(ChronoUnit.SECONDS));
    if (watched.outcome() == Watched.Outcome.FAILED && watched.group().members() > 1) {
      line.append("  member ").append(watched.group().rank());
    }
    line.append("  generation ")
        .append(watched.generation())
        .append("  ")
        .append(word(watched))
        .append("  ")
        .append(Printable.line(watched.reason()));
    if (watched.elapsedNanos() > 0) {
      line.append(" (").append(Units.duration(watched.elapsedNanos())).append(")");
    }
    line.append("\n");
    if (watched.outcome() == Watched.Outcome.FAILED && watched.metrics().attempts() > 0) {
      line.append("member ").append(watched.group().rank()).append(": ");
      line.append(counters(watched.metrics().named())).append("\n");
    }
    return line.toString();
  }

  private String word(Watched watched) {
    String word = watched.outcome().word();
    return switch (watched.outcome()) {
      case QUALIFIED, ONE_HOST -> paint.good(word);
      case FAILED -> paint.bad(word.toUpperCase(Locale.ROOT));
      case ENDED -> word;
    };
  }

  private static String counters(Map<String, Number> named) {
    return named.entrySet().stream()
        .map(counter -> counter.getKey() + "=" + counter.getValue())
        .collect(Collectors.joining(" "));
  }

  private static String seconds(double seconds) {
    return Units.duration(Math.round(seconds * 1e9));
  }
}
