package io.holdfast.cli.report;

import io.holdfast.litmus.Answer;
import io.holdfast.litmus.BarrierCost;
import io.holdfast.litmus.Finding;
import io.holdfast.litmus.LocalReport;
import io.holdfast.litmus.MountFacts;
import io.holdfast.litmus.Question;
import io.holdfast.litmus.Scope;
import io.holdfast.litmus.Verdict;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/** The report of {@code holdfast qualify} for a person. */
public final class QualifyText {

  private static final Set<Question> EXCLUSIVE_NAMES =
      EnumSet.range(Question.EXCLUSIVE_LINK, Question.EXCLUSIVE_MKDIR);

  private static final int VERDICT_WIDTH = 14;
  private static final int ID_WIDTH = 25;
  private static final int TIME_WIDTH = 7;
  private static final int MIN_EVIDENCE_WIDTH = 30;
  private static final int LONG_EVIDENCE = 40;

  private final LocalReport report;
  private final Page page;
  private final Paint paint;

  private QualifyText(LocalReport report, int columns, Paint paint) {
    this.report = report;
    this.page = new Page(columns, paint);
    this.paint = paint;
  }

  /** The whole report. */
  public static String render(LocalReport report, int columns, Paint paint) {
    QualifyText text = new QualifyText(report, columns, paint);
    text.header();
    text.answers();
    text.costs();
    text.findings();
    text.page.raw("");
    text.verdict();
    return text.page.toString();
  }

  /** The verdict and its scope alone. */
  public static String renderVerdict(LocalReport report, int columns, Paint paint) {
    QualifyText text = new QualifyText(report, columns, paint);
    text.verdict();
    return text.page.toString();
  }

  /** What a scope covers and what it does not, in plain words. */
  static String inWords(Scope scope) {
    return switch (scope) {
      case SAME_CLIENT -> "on this host, through this mount; other clients were not tested";
      case SAME_HOST_TWO_MOUNTS ->
          "on this host, through these two paths; other hosts were not tested";
      case CROSS_HOST -> "between hosts";
    };
  }

  private void header() {
    page.field("directory", report.directory().toString());
    mount(report.mount());
    if (report.also() != null) {
      page.field("also", report.also().toString());
    }
    if (report.alsoMount() != null) {
      mount(report.alsoMount());
    }
    if (report.publication() != null) {
      page.field("publication", report.publication().toString());
    }
    if (report.publicationMount() != null) {
      mount(report.publicationMount());
    }
    page.field(
        "host", report.host() + ", Linux " + report.kernel() + ", binding " + report.binding());
    page.field("profile", report.profile().id() + ", scope " + report.scope().id());
  }

  private void mount(MountFacts mount) {
    page.field(
        "mount",
        mount.type()
            + " from "
            + mount.source()
            + " on "
            + mount.mountPoint()
            + " ("
            + String.join(", ", mount.options())
            + ")");
  }

  // ---- answers

  private void answers() {
    Set<Question> required = report.profile().required();
    group("Required by " + report.profile().id(), a -> required.contains(a.question()));
    group(
        "Exclusive names",
        a -> !required.contains(a.question()) && EXCLUSIVE_NAMES.contains(a.question()));
    LockTable.of(report).render(page);
    group("Locks, where the answer is not qualified", a -> isLockToExplain(a, required));
    group(
        "Further",
        a ->
            !required.contains(a.question())
                && !EXCLUSIVE_NAMES.contains(a.question())
                && !LockTable.QUESTIONS.contains(a.question()));
  }

  private static boolean isLockToExplain(Answer answer, Set<Question> required) {
    return LockTable.QUESTIONS.contains(answer.question())
        && !required.contains(answer.question())
        && !(answer.verdict() instanceof Verdict.Qualified);
  }

  private void group(String heading, Predicate<Answer> members) {
    List<Answer> answers = report.answers().stream().filter(members).toList();
    if (!answers.isEmpty()) {
      page.heading(heading);
      String before = "";
      for (Answer answer : answers) {
        String evidence = Evidence.of(answer);
        boolean isLongAndTheSame = evidence.equals(before) && evidence.length() > LONG_EVIDENCE;
        answer(answer, isLongAndTheSame ? "as above" : evidence);
        before = evidence;
      }
    }
  }

  private void answer(Answer answer, String evidence) {
    String first =
        "  "
            + paint.by(answer.verdict(), Page.padded(shown(answer.verdict()), VERDICT_WIDTH))
            + Page.padded(answer.question().id(), ID_WIDTH)
            + Page.rightAligned(Units.duration(answer.nanos()), TIME_WIDTH);
    int width = 2 + VERDICT_WIDTH + ID_WIDTH + TIME_WIDTH + 2;
    if (evidence.isEmpty()) {
      page.raw(first);
    } else if (page.columns() - width >= MIN_EVIDENCE_WIDTH) {
      page.hanging(first + "  ", width, evidence);
    } else {
      page.raw(first);
      page.paragraph(4, evidence);
    }
  }

  static String shown(Verdict verdict) {
    return verdict instanceof Verdict.Refuted ? "REFUTED" : verdict.word();
  }

  // ---- costs and findings

  private void costs() {
    if (report.costs().isEmpty()) {
      return;
    }
    page.heading("What a barrier costs here");
    page.raw("  " + costRow("", "p50", "p99", "times"));
    report.costs().forEach(this::cost);
  }

  private void cost(BarrierCost cost) {
    String operation = Printable.line(cost.operation());
    if (cost.errno() != null) {
      page.raw("  " + Page.padded(operation, ID_WIDTH) + paint.bad("failed: " + cost.errno()));
      return;
    }
    page.raw(
        "  "
            + costRow(
                operation,
                Units.duration(cost.p50Nanos()),
                Units.duration(cost.p99Nanos()),
                Long.toString(cost.count())));
    if (cost.implausiblyFast()) {
      page.raw("    " + paint.doubtful("implausibly fast: no device that flushes answers so soon"));
    }
  }

  private static String costRow(String operation, String p50, String p99, String count) {
    return Page.padded(operation, ID_WIDTH)
        + Page.rightAligned(p50, 8)
        + Page.rightAligned(p99, 10)
        + Page.rightAligned(count, 8);
  }

  private void findings() {
    if (report.findings().isEmpty()) {
      return;
    }
    page.heading("Findings");
    for (Finding finding : report.findings()) {
      page.raw("  " + paint.doubtful(Printable.line(finding.id())));
      page.paragraph(4, finding.text());
    }
  }

  // ---- the verdict

  private void verdict() {
    Verdict verdict = report.verdict();
    String word = verdict.word().toUpperCase(Locale.ROOT);
    String rest = " for " + report.profile().id() + ": " + Summary.of(report);
    List<String> lines = Page.wrapped(word + Printable.line(rest), page.columns());
    page.raw(paint.by(verdict, word) + lines.get(0).substring(word.length()));
    lines.subList(1, lines.size()).forEach(page::raw);
    page.paragraph(0, "Scope " + report.scope().id() + ": " + inWords(report.scope()) + ".");
  }
}
