package io.holdfast.cli.lab;

import io.holdfast.cli.report.Page;
import io.holdfast.cli.report.Paint;
import io.holdfast.cli.report.Printable;
import io.holdfast.lab.CaseDescription;
import io.holdfast.lab.CaseResult;
import io.holdfast.lab.LabEvent;
import java.util.List;
import java.util.Locale;

/** Cases and how they ended, for people. */
public final class LabText {

  private static final int MARK_WIDTH = 9;
  private static final int FIELD_WIDTH = 10;

  private final int columns;
  private final Paint paint;

  public LabText(int columns, Paint paint) {
    this.columns = columns;
    this.paint = paint;
  }

  /** Expected beside observed, why there is nothing to observe, or what happens meanwhile. */
  public String of(LabEvent event) {
    Page page = new Page(columns, paint);
    if (event instanceof LabEvent.Progress progress) {
      String words = progress.caseId() + ": " + progress.words();
      page.hanging(" ".repeat(MARK_WIDTH), MARK_WIDTH, words);
    } else if (event instanceof LabEvent.Finished finished) {
      addResult(page, finished.result());
    } else if (event instanceof LabEvent.Broken broken) {
      addHead(page, paint.bad(padded("broken")), broken.caseId());
      addField(page, "why", broken.why());
    } else if (event instanceof LabEvent.Skipped skipped) {
      addHead(page, paint.doubtful(padded("skipped")), skipped.caseId());
      addField(page, "why", skipped.reason());
    }
    return page.toString();
  }

  /** One line: whether a case can be run here, and why not. */
  public String listed(CaseDescription labCase, String unavailabilityReason) {
    Page page = new Page(columns, paint);
    boolean runs = unavailabilityReason.isEmpty();
    String mark = padded(runs ? "runs" : "cannot");
    String words = labCase.id() + ": " + labCase.title();
    page.hanging(
        runs ? paint.good(mark) : paint.doubtful(mark),
        MARK_WIDTH,
        runs ? words : words + ": " + unavailabilityReason);
    return page.toString();
  }

  private void addResult(Page page, CaseResult result) {
    String mark = padded(result.agrees() ? "agrees" : "DIFFERS");
    addHead(page, result.agrees() ? paint.good(mark) : paint.bad(mark), result.caseId());
    addField(page, "expected", result.expected());
    addField(page, "observed", observed(result));
    if (!result.observed().explanation().isEmpty()) {
      addField(page, "", result.observed().explanation());
    }
    for (String disagreement : result.disagreements()) {
      addField(page, "differs", disagreement);
    }
  }

  private static String observed(CaseResult result) {
    return String.format(
        Locale.ROOT,
        "%s in %.1f s%s",
        result.observed().outcome().word(),
        result.observed().nanos() / 1e9,
        locks(result));
  }

  private static String locks(CaseResult result) {
    StringBuilder words = new StringBuilder();
    for (String kind : List.of("flock", "ofd", "posix")) {
      String behaviour = result.observed().locks().get(kind);
      if (behaviour != null) {
        words.append(", ").append(kind).append(' ').append(behaviour);
      }
    }
    return words.toString();
  }

  private void addHead(Page page, String mark, String caseId) {
    page.raw(mark + paint.bold(caseId) + "  " + Printable.line(KnownCases.named(caseId).title()));
  }

  private static void addField(Page page, String label, String value) {
    int width = MARK_WIDTH + FIELD_WIDTH;
    page.hanging(" ".repeat(MARK_WIDTH) + Page.padded(label, FIELD_WIDTH), width, value);
  }

  private static String padded(String mark) {
    return Page.padded(mark, MARK_WIDTH);
  }
}
