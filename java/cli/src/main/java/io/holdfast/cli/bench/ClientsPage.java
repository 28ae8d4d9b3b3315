package io.holdfast.cli.bench;

import io.holdfast.cli.plot.Plot;
import io.holdfast.cli.plot.PlotDrawer;
import io.holdfast.cli.report.Html;
import io.holdfast.gauge.ClientsReport;
import io.holdfast.gauge.ClientsRow;
import io.holdfast.gauge.Latencies;
import io.holdfast.gauge.Percentile;
import io.holdfast.gauge.Row;
import java.time.Instant;
import java.util.List;

/** What several clients measured as one page of HTML with a plot, which stands for itself. */
public final class ClientsPage {

  private final Html html = new Html("holdfast bench, several clients");
  private final ClientsReport report;

  private ClientsPage(ClientsReport report) {
    this.report = report;
  }

  /**
   * The page.
   *
   * @param version of Holdfast
   */
  public static String render(ClientsReport report, String version) {
    ClientsPage page = new ClientsPage(report);
    BenchWords.warnings(report).forEach(warning -> page.html.paragraph("open", warning));
    page.addHead(version);
    report.rows().forEach(page::add);
    page.addRatios();
    return page.html.toString();
  }

  private void addHead(String version) {
    html.open("table");
    BenchWords.head(report).forEach(field -> html.row(field.label(), field.words()));
    html.row("holdfast", version);
    html.row("started", Instant.ofEpochMilli(report.startedMillis()).toString());
    html.close("table");
  }

  private void add(ClientsRow row) {
    html.element("h2", row.kind().id());
    html.element("p", row.kind().words());
    row.voided().ifPresent(why -> html.paragraph("open", "void: " + why.reason()));
    row.alone().ifPresent(alone -> addTimes(row, alone));
  }

  private void addTimes(ClientsRow row, Row alone) {
    html.open("table");
    html.heads("client", "ops/s", "p50", "p99", "p99.9", "times", "calls of one");
    addFigures(BenchWords.alone(report), alone);
    for (int i = 0; i < row.clients().size(); i++) {
      addFigures(report.clients().get(i).name(), row.clients().get(i));
    }
    add(BenchWords.all(report), row.totalPerSecond(), row.merged(), "");
    html.close("table");
    html.element("p", "All together: " + BenchWords.scaled(report, row) + ".");
  }

  private void addFigures(String client, Row row) {
    row.latencies()
        .ifPresent(times -> add(client, times.perSecond(), times, row.model().toString()));
  }

  private void add(String client, double perSecond, Latencies times, String calls) {
    html.figures(
        client,
        BenchWords.perSecond(perSecond),
        BenchWords.percentile(times, Percentile.P50),
        BenchWords.percentile(times, Percentile.P99),
        BenchWords.percentile(times, Percentile.P999),
        Long.toString(times.count()),
        calls);
  }

  private void addRatios() {
    List<ClientsRow> shown = report.rows().stream().filter(row -> !row.isVoid()).toList();
    Plot plot =
        new Plot.Bars(
            "All clients beside the first one alone",
            "total / alone",
            shown.stream().map(row -> row.kind().id()).toList(),
            List.of(new Plot.Row("ops/s", shown.stream().map(ClientsRow::ratio).toList())));
    if (plot.isEmpty()) {
      html.figure(plot.title(), "There is nothing to draw.", "");
    } else {
      String explanation =
          "Operations in a second: %d is storage that scales fully, 1 is storage that does not."
              .formatted(report.clients().size());
      html.figure(plot.title(), explanation, PlotDrawer.svg(plot, "plot0"));
    }
  }
}
