package io.holdfast.cli.report;

import io.holdfast.litmus.Answer;
import io.holdfast.litmus.Finding;
import io.holdfast.litmus.LockSummary;
import io.holdfast.litmus.Profile;
import io.holdfast.litmus.Question;
import io.holdfast.litmus.Verdict;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/** The answers of a report, the required ones first, then findings and verdict, for a person. */
final class AnswerList {

  private static final Set<Question> EXCLUSIVE_NAMES =
      EnumSet.range(Question.EXCLUSIVE_LINK, Question.EXCLUSIVE_MKDIR);

  private static final int VERDICT_WIDTH = 14;
  private static final int ID_WIDTH = 25;
  private static final int TIME_WIDTH = 7;
  private static final int MIN_EVIDENCE_WIDTH = 30;
  private static final int LONG_EVIDENCE = 40;

  private final List<Answer> all;
  private final Page page;
  private final Paint paint;

  private AnswerList(List<Answer> all, Page page) {
    this.all = all;
    this.page = page;
    this.paint = page.paint();
  }

  /** Every answer, in groups, locks as a table. */
  static void render(List<Answer> answers, Profile profile, List<LockSummary> locks, Page page) {
    Set<Question> required = profile.required();
    AnswerList list = new AnswerList(answers, page);
    list.group("Required by " + profile.id(), a -> required.contains(a.question()));
    list.group(
        "Exclusive names",
        a -> !required.contains(a.question()) && EXCLUSIVE_NAMES.contains(a.question()));
    LockTable.of(answers, locks).render(page);
    list.group("Locks, where the answer is not qualified", a -> isLockToExplain(a, required));
    list.group(
        "Further",
        a ->
            !required.contains(a.question())
                && !EXCLUSIVE_NAMES.contains(a.question())
                && !LockTable.QUESTIONS.contains(a.question()));
  }

  /** What an administrator should know. */
  static void findings(List<Finding> findings, Page page) {
    if (findings.isEmpty()) {
      return;
    }
    page.heading("Findings");
    for (Finding finding : findings) {
      page.raw("  " + page.paint().doubtful(Printable.line(finding.id())));
      page.paragraph(4, finding.text());
    }
  }

  /** The verdict's word in capitals, and what belongs behind it. */
  static void verdict(Verdict verdict, String rest, Page page) {
    String word = verdict.word().toUpperCase(Locale.ROOT);
    List<String> lines = Page.wrapped(word + Printable.line(rest), page.columns());
    page.raw(page.paint().by(verdict, word) + lines.get(0).substring(word.length()));
    lines.subList(1, lines.size()).forEach(page::raw);
  }

  private static boolean isLockToExplain(Answer answer, Set<Question> required) {
    return LockTable.QUESTIONS.contains(answer.question())
        && !required.contains(answer.question())
        && !(answer.verdict() instanceof Verdict.Qualified);
  }

  private void group(String heading, Predicate<Answer> members) {
    List<Answer> answers = all.stream().filter(members).toList();
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
}
