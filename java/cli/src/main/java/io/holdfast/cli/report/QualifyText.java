package io.holdfast.cli.report;

import io.holdfast.litmus.BarrierCost;
import io.holdfast.litmus.LocalReport;
import io.holdfast.litmus.Scope;
import io.holdfast.mount.MountFacts;

/** The report of {@code holdfast qualify} for a person. */
public final class QualifyText {

  private static final int ID_WIDTH = 25;

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
    AnswerList.render(report.answers(), report.profile(), report.locks(), text.page);
    text.costs();
    AnswerList.findings(report.findings(), text.page);
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
    page.field("mount", inWords(mount));
  }

  /** What is mounted where, with all options. */
  public static String inWords(MountFacts mount) {
    return mount.type()
        + " from "
        + mount.source()
        + " on "
        + mount.mountPoint()
        + " ("
        + String.join(", ", mount.options())
        + ")";
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

  // ---- the verdict

  private void verdict() {
    String rest = " for " + report.profile().id() + ": " + Summary.of(report);
    AnswerList.verdict(report.verdict(), rest, page);
    page.paragraph(0, "Scope " + report.scope().id() + ": " + inWords(report.scope()) + ".");
  }
}
