package io.holdfast.cli.lab;

import io.holdfast.cli.report.Page;
import io.holdfast.cli.report.Paint;
import io.holdfast.cli.report.Printable;
import io.holdfast.cli.report.Units;
import io.holdfast.lab.lease.LeaseFigure;
import io.holdfast.lab.lease.LeaseOperation;
import io.holdfast.lab.lease.LeaseRunRequest;
import io.holdfast.lab.lease.LeaseRunResult;
import io.holdfast.lab.lease.LeaseRunResult.Latency;
import io.holdfast.lab.lease.Mounts;
import java.util.Locale;

/** What became of the ids of one table, for people. */
public final class LeaseRunText {

  private static final int INDENT = 2;
  private static final int OPERATION_WIDTH = 12;
  private static final String ROW = "%10s%11s%8s";

  private final int columns;
  private final Paint paint;

  public LeaseRunText(int columns, Paint paint) {
    this.columns = columns;
    this.paint = paint;
  }

  /** What is about to be done. */
  public String head(LeaseRunRequest request) {
    Page page = new Page(columns, paint);
    page.field("seed", Long.toString(request.seed()));
    if (request.mutant() != null) {
      page.field("mistake", request.mutant().id() + ": " + request.mutant().says());
    }
    String protocol = request.protocol().name().toLowerCase(Locale.ROOT);
    page.field(
        "table",
        BreakingText.counted(request.ids(), "id")
            + ", protocol "
            + protocol
            + ", "
            + (request.directory() == null ? "in memory" : "in " + request.directory())
            + (request.mounts() == Mounts.ONE ? "" : ", by two mounts of " + request.mounts().id())
            + ", leases of "
            + request.ttlMillis() / 1_000
            + " s");
    page.field(
        "chaos",
        request.chaosWords()
            + " of "
            + BreakingText.counted(request.processes(), "coordinator")
            + " for "
            + request.seconds()
            + " s");
    return page.toString();
  }

  /** What it came to. */
  public String result(LeaseRunResult result) {
    Page page = new Page(columns, paint);
    addFigures(page, result);
    addLatencies(page, result);
    if (result.violationCount() > 0) {
      page.heading(BreakingText.counted(result.violationCount(), "broken promise"));
      result.violations().forEach(violation -> page.paragraph(INDENT, violation));
      int untold = result.violationCount() - result.violations().size();
      if (untold > 0) {
        page.paragraph(INDENT, "and " + untold + " more");
      }
    }
    page.raw("");
    page.paragraph(0, sum(result));
    page.raw(Printable.line("again: " + result.request().again()));
    return page.toString();
  }

  private static void addFigures(Page page, LeaseRunResult result) {
    page.field(
        "ids",
        words(
            result,
            result.done() + " done; %d claims, %d of them stolen, %d conflicts; %d released",
            LeaseFigure.CLAIMS,
            LeaseFigure.STEALS,
            LeaseFigure.CONFLICTS,
            LeaseFigure.RELEASES));
    page.field(
        "commits",
        words(
            result,
            "%d begun, %d replayed for others; %d beats",
            LeaseFigure.COMMITS,
            LeaseFigure.REPLAYS,
            LeaseFigure.BEATS));
    page.field(
        "happened",
        words(
            result,
            "%d kills; %d stops, %d of them longer than the ttl; %d stops of mounts; %d sessions"
                + " lost; %d locks broken by hand; %d names swept",
            LeaseFigure.KILLS,
            LeaseFigure.STOPS,
            LeaseFigure.LONG_STOPS,
            LeaseFigure.MOUNT_STOPS,
            LeaseFigure.LOST_SESSIONS,
            LeaseFigure.BROKEN_LOCKS,
            LeaseFigure.SWEPT));
    page.field(
        "answers",
        words(
            result,
            "%d stale, %d unknown, %d unavailable, %d failed; %d late writes refused outside",
            LeaseFigure.STALE,
            LeaseFigure.UNKNOWN,
            LeaseFigure.UNAVAILABLE,
            LeaseFigure.FAILURES,
            LeaseFigure.LATE_WRITES));
  }

  private static String words(LeaseRunResult result, String format, LeaseFigure... figures) {
    Object[] counts = new Object[figures.length];
    for (int i = 0; i < figures.length; i++) {
      counts[i] = result.figure(figures[i]);
    }
    return String.format(Locale.ROOT, format, counts);
  }

  private void addLatencies(Page page, LeaseRunResult result) {
    page.raw("");
    page.raw(
        paint.bold(
            " ".repeat(OPERATION_WIDTH) + String.format(Locale.ROOT, ROW, "p50", "p99", "times")));
    for (LeaseOperation operation : LeaseOperation.values()) {
      Latency latency = result.latencies().get(operation);
      if (latency != null) {
        page.raw(
            Page.padded(operation.id(), OPERATION_WIDTH)
                + String.format(
                    Locale.ROOT,
                    ROW,
                    Units.duration(latency.p50Nanos()),
                    Units.duration(latency.p99Nanos()),
                    latency.count()));
      }
    }
  }

  private static String sum(LeaseRunResult result) {
    String promises =
        result.violationCount() == 0
            ? "no promise was broken: each of "
                + BreakingText.counted(result.request().ids(), "id")
                + " was done once"
            : BreakingText.counted(result.violationCount(), "promise")
                + (result.violationCount() == 1 ? " was" : " were")
                + " broken";
    return promises
        + " ("
        + Units.duration(result.nanos())
        + ", seed "
        + result.request().seed()
        + ")";
  }
}
