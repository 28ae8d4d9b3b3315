package io.holdfast.cli.report;

import io.holdfast.litmus.LocalReport;
import io.holdfast.litmus.Verdict;

/** A report's verdict in one sentence. */
final class Summary {

  private Summary() {}

  /** The counter-example or the reason; for a qualified directory what it was asked. */
  static String of(LocalReport report) {
    if (!(report.verdict() instanceof Verdict.Qualified)) {
      return report.verdict().explanation();
    }
    long refuted =
        report.answers().stream().filter(a -> a.verdict() instanceof Verdict.Refuted).count();
    return "all "
        + report.profile().required().size()
        + " required answers are qualified"
        + (refuted == 0 ? "" : ", " + refuted + " further refuted")
        + " ("
        + Units.duration(report.elapsedNanos())
        + ")";
  }
}
