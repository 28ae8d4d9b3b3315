package io.holdfast.cli.report;

import io.holdfast.litmus.Answer;
import io.holdfast.litmus.LocalReport;
import io.holdfast.litmus.Profile;
import io.holdfast.litmus.Scope;
import io.holdfast.litmus.Verdict;
import java.util.List;

/**
 * The report as TAP version 14. A required question passes when its answer is qualified; a question
 * that is not required and not qualified is skipped, with its verdict as the reason; the last point
 * is the verdict itself.
 */
public final class QualifyTap {

  private QualifyTap() {}

  public static String render(LocalReport report) {
    return render(
        report.answers(), report.profile(), report.scope(), report.verdict(), Summary.of(report));
  }

  /** Answers of any report. */
  static String render(
      List<Answer> answers, Profile profile, Scope scope, Verdict verdict, String summary) {
    StringBuilder tap = new StringBuilder("TAP version 14\n");
    tap.append("1..").append(answers.size() + 1).append('\n');
    int number = 0;
    for (Answer answer : answers) {
      number++;
      point(tap, number, profile, answer);
    }
    verdict(tap, number + 1, profile, scope, verdict);
    entry(tap, "summary", summary);
    tap.append("  ...\n");
    return tap.toString();
  }

  /** What is said where no verdict came about. */
  public static String renderFailure(String message) {
    return "TAP version 14\nBail out! " + description(message) + "\n";
  }

  private static void point(StringBuilder tap, int number, Profile profile, Answer answer) {
    boolean required = profile.required().contains(answer.question());
    boolean qualified = answer.verdict() instanceof Verdict.Qualified;
    tap.append(qualified || !required ? "ok " : "not ok ")
        .append(number)
        .append(" - ")
        .append(answer.question().id());
    if (!qualified && !required) {
      tap.append(" # SKIP not required, ").append(answer.verdict().word());
    }
    tap.append("\n  ---\n");
    entry(tap, "asserts", answer.question().title());
    tap.append("  required: ").append(required).append('\n');
    entry(tap, "verdict", answer.verdict().word());
    if (!answer.verdict().explanation().isEmpty()) {
      entry(tap, "explanation", answer.verdict().explanation());
    }
    if (answer.errno() != null) {
      entry(tap, "errno", answer.errno().number());
      entry(tap, "errno_symbol", answer.errno().symbol());
    }
    entry(tap, "evidence", answer.evidence());
    entry(tap, "elapsed_nanos", answer.nanos());
    tap.append("  ...\n");
  }

  private static void verdict(
      StringBuilder tap, int number, Profile profile, Scope scope, Verdict verdict) {
    tap.append(verdict instanceof Verdict.Qualified ? "ok " : "not ok ")
        .append(number)
        .append(" - verdict\n  ---\n");
    entry(tap, "profile", profile.id());
    entry(tap, "scope", scope.id());
    entry(tap, "verdict", verdict.word());
  }

  private static void entry(StringBuilder tap, String key, String value) {
    tap.append("  ").append(key).append(": ").append(quoted(value)).append('\n');
  }

  private static void entry(StringBuilder tap, String key, long plain) {
    tap.append("  ").append(key).append(": ").append(plain).append('\n');
  }

  /** A double-quoted YAML scalar. */
  private static String quoted(String value) {
    return '"' + Printable.line(value).replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static String description(String text) {
    return Printable.line(text).replace("#", "\\#");
  }
}
