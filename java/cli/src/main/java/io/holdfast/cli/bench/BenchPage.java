package io.holdfast.cli.bench;

import io.holdfast.cli.plot.Plot;
import io.holdfast.cli.plot.PlotDrawer;
import io.holdfast.cli.report.Html;
import io.holdfast.gauge.GaugeReport;
import io.holdfast.gauge.Latencies;
import io.holdfast.gauge.Percentile;
import io.holdfast.gauge.Row;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What was measured as one page of HTML with plots, which stands for itself. */
public final class BenchPage {

  private static final String TITLE = "holdfast bench";

  private final Html html = new Html(TITLE);
  private int plots;

  private BenchPage() {}

  /**
   * The page.
   *
   * @param version of Holdfast
   */
  public static String render(GaugeReport report, Optional<Comparison> comparison, String version) {
    BenchPage page = new BenchPage();
    BenchWords.warnings(report).forEach(warning -> page.html.paragraph("open", warning));
    comparison.ifPresent(compared -> page.html.paragraph("verdict", BenchWords.compared(compared)));
    page.addHead(report, version);
    page.addRows(report.rows());
    for (Plot plot : BenchPlots.times(report)) {
      page.add(plot, "The part of its operations, in percent, that did not take longer than that.");
    }
    comparison.ifPresent(page::addComparison);
    return page.html.toString();
  }

  private void addHead(GaugeReport report, String version) {
    html.open("table");
    BenchWords.head(report).forEach(field -> html.row(field.label(), field.words()));
    html.row("holdfast", version);
    html.row("started", Instant.ofEpochMilli(report.startedMillis()).toString());
    html.close("table");
  }

  private void addRows(List<Row> rows) {
    html.open("table");
    html.heads("operation", "ops/s", "p50", "p99", "p99.9", "times", "calls of one", "it is");
    for (Row row : rows) {
      if (row.latencies().isPresent()) {
        Latencies times = row.latencies().get();
        html.figures(
            row.kind().id(),
            BenchWords.perSecond(times),
            BenchWords.percentile(times, Percentile.P50),
            BenchWords.percentile(times, Percentile.P99),
            BenchWords.percentile(times, Percentile.P999),
            Long.toString(times.count()),
            row.model().toString(),
            row.kind().words());
      }
      row.voided().ifPresent(why -> html.row(row.kind().id(), "void: " + why.reason()));
    }
    html.close("table");
  }

  private void addComparison(Comparison comparison) {
    html.element("h2", "Beside the run of " + comparison.baseline().started());
    html.open("ul");
    comparison.differences().forEach(difference -> html.element("li", difference));
    html.close("ul");
    html.open("table");
    html.heads("operation", "p50", "p99", "");
    for (Comparison.Compared row : comparison.rows()) {
      html.figures(
          row.kind().id(),
          BenchWords.ratio(row.p50Ratio()),
          BenchWords.ratio(row.p99Ratio()),
          BenchWords.judgement(row.judgement()));
    }
    html.close("table");
    add(BenchPlots.ratios(comparison), "Above 1 it takes longer now.");
  }

  private void add(Plot plot, String explanation) {
    if (plot.isEmpty()) {
      html.figure(plot.title(), "There is nothing to draw.", "");
    } else {
      html.figure(plot.title(), explanation, PlotDrawer.svg(plot, "plot" + plots++));
    }
  }
}
