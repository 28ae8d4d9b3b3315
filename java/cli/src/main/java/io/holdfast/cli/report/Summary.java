package io.holdfast.cli.report;

import io.holdfast.litmus.Answer;
import io.holdfast.litmus.LitmusReport;
import io.holdfast.litmus.LocalReport;
import io.holdfast.litmus.Profile;
import io.holdfast.litmus.Verdict;
import java.util.List;

/** A report's verdict in one sentence. */
final class Summary {

  private Summary() {}

  /** The counter-example or the reason; for a qualified directory what it was asked. */
  static String of(LocalReport report) {
    return of(report.verdict(), report.profile(), report.answers(), report.elapsedNanos());
  }

  static String of(LitmusReport report) {
    return of(report.verdict(), report.profile(), report.answers(), report.elapsedNanos());
  }

  private static String of(
      Verdict verdict, Profile profile, List<Answer> answers, long elapsedNanos) {
    if (!(verdict instanceof Verdict.Qualified)) {
      return verdict.explanation();
    }
    long refuted = answers.stream().filter(a -> a.verdict() instanceof Verdict.Refuted).count();
    return "all "
        + profile.required().size()
        + " required answers are qualified"
        + (refuted == 0 ? "" : ", " + refuted + " further refuted")
        + " ("
        + Units.duration(elapsedNanos)
        + ")";
  }
}
