package io.holdfast.cli.bench;

import io.holdfast.cli.report.Page;
import io.holdfast.cli.report.Paint;
import io.holdfast.gauge.GaugeReport;
import io.holdfast.gauge.Latencies;
import io.holdfast.gauge.Percentile;
import io.holdfast.gauge.Row;
import io.holdfast.gauge.RowKind;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What was measured, for people: one screen. */
public final class BenchText {

  private static final int ID_WIDTH =
      2 + Arrays.stream(RowKind.values()).mapToInt(kind -> kind.id().length()).max().orElse(0);

  private static final int FIGURE_WIDTH = 9;
  private static final int COUNT_WIDTH = 9;
  private static final int GAP = 2;

  /** On narrower terminals the calls are left out where they are those of the model. */
  private static final int COLUMNS_FOR_CALLS = 96;

  private final int columns;
  private final Paint paint;
  private final Page page;

  private BenchText(int columns, Paint paint) {
    this.columns = columns;
    this.paint = paint;
    this.page = new Page(columns, paint);
  }

  /** The table, what must be known with it, and the comparison where there is one. */
  public static String render(
      GaugeReport report, Optional<Comparison> comparison, int columns, Paint paint) {
    BenchText text = new BenchText(columns, paint);
    BenchWords.head(report).forEach(field -> text.page.field(field.label(), field.words()));
    text.addTable(report.rows());
    text.addWarnings(BenchWords.warnings(report));
    comparison.ifPresent(text::addComparison);
    return text.page.toString();
  }

  private void addTable(List<Row> rows) {
    page.raw("");
    String calls = showsCalls() ? " ".repeat(GAP) + "calls of one operation" : "";
    page.raw(paint.bold(" ".repeat(ID_WIDTH) + heads() + calls));
    rows.forEach(this::addRow);
  }

  private boolean showsCalls() {
    return columns >= COLUMNS_FOR_CALLS;
  }

  /** What stands above {@link #figures(double, Latencies)}. */
  static String heads() {
    return figures("ops/s", "p50", "p99", "p99.9") + Page.rightAligned("times", COUNT_WIDTH);
  }

  static String figures(double perSecond, Latencies times) {
    return figures(
            BenchWords.perSecond(perSecond),
            BenchWords.percentile(times, Percentile.P50),
            BenchWords.percentile(times, Percentile.P99),
            BenchWords.percentile(times, Percentile.P999))
        + Page.rightAligned(Long.toString(times.count()), COUNT_WIDTH);
  }

  private static String figures(String... figures) {
    StringBuilder text = new StringBuilder();
    for (String figure : figures) {
      text.append(Page.rightAligned(figure, FIGURE_WIDTH));
    }
    return text.toString();
  }

  private void addRow(Row row) {
    String id = Page.padded(row.kind().id(), ID_WIDTH);
    if (row.voided().isPresent()) {
      page.hanging(
          id + paint.bad("void") + ": ", ID_WIDTH + "void: ".length(), row.voided().get().reason());
      return;
    }
    row.latencies().ifPresent(times -> addTimes(id, times, row));
  }

  private void addTimes(String id, Latencies times, Row row) {
    String first = id + figures(times.perSecond(), times);
    if (showsCalls()) {
      int width = Page.length(first) + GAP;
      page.hanging(first + " ".repeat(GAP), width, row.model().toString());
    } else {
      page.raw(first);
    }
  }

  private void addWarnings(List<String> warnings) {
    if (!warnings.isEmpty()) {
      page.raw("");
      warnings.forEach(warning -> page.paragraph(0, warning));
    }
  }

  private void addComparison(Comparison comparison) {
    page.heading("Beside the run of " + comparison.baseline().started());
    comparison.differences().forEach(line -> page.paragraph(0, line));
    page.raw(" ".repeat(ID_WIDTH) + figures("p50", "p99") + "  times as long as then");
    for (Comparison.Compared row : comparison.rows()) {
      page.raw(
          Page.padded(row.kind().id(), ID_WIDTH)
              + figures(BenchWords.ratio(row.p50Ratio()), BenchWords.ratio(row.p99Ratio()))
              + " ".repeat(GAP)
              + painted(row.judgement()));
    }
    page.raw("");
    page.paragraph(0, BenchWords.compared(comparison));
  }

  private String painted(Comparison.Judgement judgement) {
    String words = BenchWords.judgement(judgement);
    return switch (judgement) {
      case FINE -> words;
      case SLOWER, NOT_COMPARED -> paint.doubtful(words);
      case TOO_SLOW -> paint.bad(words);
    };
  }
}
