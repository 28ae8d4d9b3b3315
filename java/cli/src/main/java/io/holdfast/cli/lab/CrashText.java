package io.holdfast.cli.lab;

import io.holdfast.cli.report.Page;
import io.holdfast.cli.report.Paint;
import io.holdfast.cli.report.Printable;
import io.holdfast.cli.report.Units;
import io.holdfast.lab.crash.CrashEvent;
import io.holdfast.lab.crash.CrashRequest;
import io.holdfast.lab.crash.CrashResult;
import io.holdfast.lab.crash.CrashResult.Violation;
import java.util.Locale;
import java.util.Objects;

/** What crashes left, for people: a table that grows run by run, and each violation in words. */
public final class CrashText {

  private static final int TYPE_WIDTH = 8;
  private static final int WORKLOAD_WIDTH = 11;
  private static final int STATE_WIDTH = 14;

  private final int columns;
  private final Paint paint;

  public CrashText(int columns, Paint paint) {
    this.columns = columns;
    this.paint = paint;
  }

  /** What is about to be done, and the head of the table. */
  public String head(CrashRequest request) {
    Page page = new Page(columns, paint);
    BreakingText.addSetting(page, request.seed(), request.mutant());
    if (request.replayed() != null) {
      page.field("record", request.replayed().toString());
    }
    page.raw("");
    page.raw(
        paint.bold(
            line("fs", "workload", "unit", "records", "states", "violating", "unmountable")
                + "  states/s"));
    return page.toString();
  }

  /** The row of a run that is over, or why there is none; empty while it is under way. */
  public String row(CrashEvent event) {
    Page page = new Page(columns, paint);
    if (event instanceof CrashEvent.Finished finished) {
      addResult(page, finished.result());
    } else if (event instanceof CrashEvent.Broken broken) {
      String run = named(broken.fileSystem().id(), broken.workload().id());
      page.hanging(run, TYPE_WIDTH + WORKLOAD_WIDTH, "could not be run: " + broken.why());
    } else if (event instanceof CrashEvent.Skipped skipped) {
      String type = Page.padded(skipped.fileSystem().id(), TYPE_WIDTH);
      page.hanging(type, TYPE_WIDTH, "skipped: " + skipped.reason());
    }
    return page.toString();
  }

  private void addResult(Page page, CrashResult result) {
    String row =
        line(
            result.fileSystem().id(),
            result.workload().id(),
            result.unit() == 0 ? "-" : Integer.toString(result.unit()),
            Integer.toString(result.records()),
            Integer.toString(result.states()),
            Integer.toString(result.violating()),
            Integer.toString(result.unmountable()));
    String rate = String.format(Locale.ROOT, "%10.0f", result.statesPerSecond());
    page.raw(result.violating() == 0 ? row + rate : paint.bad(row + rate));
  }

  private static String line(
      String type,
      String workload,
      String unit,
      String records,
      String states,
      String violating,
      String unmountable) {
    return named(type, workload)
        + String.format(
            Locale.ROOT, "%4s%9s%8s%11s%13s", unit, records, states, violating, unmountable);
  }

  private static String named(String type, String workload) {
    return Page.padded(type, TYPE_WIDTH) + Page.padded(workload, WORKLOAD_WIDTH);
  }

  /** Each violation in words, and what it all comes to. */
  public String closing(CrashReport report) {
    Page page = new Page(columns, paint);
    report.results().stream()
        .filter(result -> result.violating() > 0)
        .forEach(result -> addViolations(page, result));
    addNotes(page, report);
    page.raw("");
    page.paragraph(0, sum(report));
    return page.toString();
  }

  private static void addViolations(Page page, CrashResult result) {
    String unit = result.unit() == 0 ? "" : ", unit " + result.unit();
    page.heading(
        result.fileSystem().id()
            + " "
            + result.workload().id()
            + unit
            + ": "
            + BreakingText.counted(result.violating(), "state")
            + (result.violating() == 1 ? " violates" : " violate"));
    for (Violation violation : result.violations()) {
      String state = Page.padded("  state " + violation.state(), STATE_WIDTH);
      String indent = " ".repeat(STATE_WIDTH);
      page.hanging(state, STATE_WIDTH, violation.what());
      page.hanging(
          indent,
          STATE_WIDTH,
          "power cut after "
              + violation.records()
              + " records; left of what no barrier covered: "
              + violation.left());
      page.raw(indent + Printable.line(result.again(violation)));
    }
    int untold = result.violating() - result.violations().size();
    if (untold > 0) {
      page.paragraph(2, "and " + untold + " more");
    }
  }

  private static void addNotes(Page page, CrashReport report) {
    boolean unkept =
        report.results().stream()
            .filter(result -> result.violating() > 0)
            .map(CrashResult::log)
            .anyMatch(Objects::isNull);
    if (unkept) {
      page.raw("");
      page.paragraph(
          0,
          "These commands make a record anew, and threads make no two alike; with --keep DIR the"
              + " record stays, and the command looks at the same state again.");
    }
    if (report.unmountable() > 0) {
      page.raw("");
      page.paragraph(
          0,
          "Unmountable: the file system takes for granted that more than a unit is written whole,"
              + " and did not come up; that breaks no promise of a verb.");
    }
  }

  private String sum(CrashReport report) {
    StringBuilder words = new StringBuilder();
    if (report.states() == 0) {
      words.append("nothing was looked at");
    } else if (report.violating() == 0) {
      words.append("none of ").append(BreakingText.counted(report.states(), "state"));
      words.append(" violates a promise");
    } else {
      words
          .append(report.violating())
          .append(" of ")
          .append(BreakingText.counted(report.states(), "state"));
      words.append(report.violating() == 1 ? " violates" : " violate").append(" a promise");
    }
    words.append(" (").append(Units.duration(report.nanos())).append(", seed ");
    words.append(report.request().seed()).append(')');
    BreakingText.add(words, report.skipped().size(), "file system", "skipped");
    BreakingText.add(words, report.broken().size(), "run", "could not be made");
    if (report.failure() != null) {
      words.append("; the lab ended before it was through");
    }
    return words.toString();
  }
}
