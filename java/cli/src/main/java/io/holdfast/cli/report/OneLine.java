package io.holdfast.cli.report;

import io.holdfast.litmus.BarrierCost;
import io.holdfast.litmus.LocalReport;
import io.holdfast.litmus.Verdict;
import java.util.stream.Collectors;

/**
 * The report as one line in the form of monitoring plugins: {@code HOLDFAST STATE - text|data}.
 *
 * <p>Performance data: p50 of each barrier in seconds, where it was measured.
 */
public final class OneLine {

  private OneLine() {}

  public static String render(LocalReport report) {
    return "HOLDFAST "
        + state(report.verdict())
        + " - "
        + text(
            report.directory()
                + " "
                + report.verdict().word()
                + " for "
                + report.profile().id()
                + " ("
                + report.scope().id()
                + "): "
                + Summary.of(report))
        + performanceData(report)
        + "\n";
  }

  /** What is said where no verdict came about. */
  public static String renderFailure(String message) {
    return "HOLDFAST UNKNOWN - " + text(message) + "\n";
  }

  private static String state(Verdict verdict) {
    if (verdict instanceof Verdict.Qualified) {
      return "OK";
    }
    return verdict instanceof Verdict.Refuted ? "CRITICAL" : "UNKNOWN";
  }

  /** A bar would begin the performance data. */
  private static String text(String text) {
    return Printable.line(text).replace('|', '/');
  }

  private static String performanceData(LocalReport report) {
    String data =
        report.costs().stream()
            .filter(cost -> cost.errno() == null)
            .map(OneLine::datum)
            .collect(Collectors.joining(" "));
    return data.isEmpty() ? "" : "|" + data;
  }

  private static String datum(BarrierCost cost) {
    return cost.operation() + "_p50=" + Units.seconds(cost.p50Nanos()) + "s;;;0";
  }
}
