package io.holdfast.cli.lab;

import io.holdfast.cli.report.Page;
import io.holdfast.cli.report.Paint;
import io.holdfast.cli.report.Printable;
import io.holdfast.cli.report.Units;
import io.holdfast.lab.crash.EioRequest;
import io.holdfast.lab.crash.EioResult;
import io.holdfast.lab.crash.EioResult.Falsehood;
import java.util.Locale;

/** What became of acknowledgements when disks failed, for people. */
public final class EioText {

  private static final int TYPE_WIDTH = 8;
  private static final int INDENT = 2;
  private static final String ROW = "%6s%8s%14s%9s%9s%7s%10s";

  private final int columns;
  private final Paint paint;

  public EioText(int columns, Paint paint) {
    this.columns = columns;
    this.paint = paint;
  }

  /** What is about to be done, and the head of the table. */
  public String head(EioRequest request) {
    Page page = new Page(columns, paint);
    BreakingText.addSetting(page, request.seed(), request.mutant());
    page.raw("");
    page.raw(
        paint.bold(
            Page.padded("fs", TYPE_WIDTH)
                + String.format(
                    Locale.ROOT,
                    ROW,
                    "trials",
                    "struck",
                    "acknowledged",
                    "refused",
                    "unknown",
                    "false",
                    "s/trial")));
    return page.toString();
  }

  /** The row of a file system, or why there is none. */
  public String row(EioReport.End end) {
    Page page = new Page(columns, paint);
    if (end instanceof EioReport.Finished finished) {
      addResult(page, finished.result());
    } else if (end instanceof EioReport.Broken broken) {
      String type = Page.padded(broken.fileSystem().id(), TYPE_WIDTH);
      page.hanging(type, TYPE_WIDTH, "could not be run: " + broken.why());
    } else if (end instanceof EioReport.Skipped skipped) {
      String type = Page.padded(skipped.fileSystem().id(), TYPE_WIDTH);
      page.hanging(type, TYPE_WIDTH, "skipped: " + skipped.reason());
    }
    return page.toString();
  }

  private void addResult(Page page, EioResult result) {
    double seconds = result.nanos() / 1e9 / Math.max(1, result.trials());
    String row =
        Page.padded(result.fileSystem().id(), TYPE_WIDTH)
            + String.format(
                Locale.ROOT,
                ROW,
                result.trials(),
                result.struck(),
                result.acknowledged(),
                result.refused(),
                result.unknown(),
                result.falseTrials(),
                String.format(Locale.ROOT, "%.2f", seconds));
    page.raw(result.falseTrials() == 0 ? row : paint.bad(row));
  }

  /** Each false acknowledgement in words, and what it all comes to. */
  public String closing(EioReport report) {
    Page page = new Page(columns, paint);
    report.results().stream()
        .filter(result -> result.falseTrials() > 0)
        .forEach(result -> addFalsehoods(page, result));
    page.raw("");
    page.paragraph(0, sum(report));
    return page.toString();
  }

  private static void addFalsehoods(Page page, EioResult result) {
    page.heading(
        result.fileSystem().id()
            + ": "
            + BreakingText.counted(result.falseTrials(), "trial")
            + " with a false acknowledgement");
    for (Falsehood falsehood : result.falsehoods()) {
      page.paragraph(INDENT, "trial " + falsehood.trial() + ": " + falsehood.what());
      page.raw(" ".repeat(2 * INDENT) + Printable.line(result.again(falsehood)));
    }
    int untold = result.falseTrials() - result.falsehoods().size();
    if (untold > 0) {
      page.paragraph(INDENT, "and " + untold + " more");
    }
    page.paragraph(
        INDENT,
        "Such a command makes the same trial, but which write fails is a matter of time as well;"
            + " it may take more than one try.");
  }

  private static String sum(EioReport report) {
    StringBuilder words = new StringBuilder();
    String trials = BreakingText.counted(report.trials(), "trial");
    if (report.falseTrials() > 0) {
      words.append(report.falseTrials()).append(" of ").append(trials);
      words.append(report.falseTrials() == 1 ? " has" : " have");
      words.append(" a false acknowledgement");
    } else if (report.results().stream().noneMatch(result -> result.struck() > 0)) {
      words.append("nothing was shown: no disk failed");
    } else {
      words.append("no acknowledgement of ").append(trials).append(" was false");
    }
    words.append(" (").append(Units.duration(report.nanos())).append(", seed ");
    words.append(report.request().seed()).append(')');
    BreakingText.add(words, report.skipped().size(), "file system", "skipped");
    BreakingText.add(words, report.broken().size(), "file system", "could not be run");
    return words.toString();
  }
}
