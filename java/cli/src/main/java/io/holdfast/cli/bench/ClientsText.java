package io.holdfast.cli.bench;

import io.holdfast.cli.report.Page;
import io.holdfast.cli.report.Paint;
import io.holdfast.cli.report.Printable;
import io.holdfast.gauge.ClientsReport;
import io.holdfast.gauge.ClientsRow;
import io.holdfast.gauge.Row;
import java.util.List;
import java.util.stream.Stream;

/** What several clients measured, for people. */
public final class ClientsText {

  private static final int INDENT = 2;
  private static final int GAP = 2;

  private final ClientsReport report;
  private final Paint paint;
  private final Page page;
  private final int nameWidth;

  private ClientsText(ClientsReport report, int columns, Paint paint) {
    this.report = report;
    this.paint = paint;
    this.page = new Page(columns, paint);
    this.nameWidth =
        GAP
            + Stream.concat(names().stream(), Stream.of(BenchWords.alone(report)))
                .mapToInt(String::length)
                .max()
                .orElse(0);
  }

  /** A table for each row, and what must be known with them. */
  public static String render(ClientsReport report, int columns, Paint paint) {
    ClientsText text = new ClientsText(report, columns, paint);
    BenchWords.head(report)
        .forEach(field -> text.page.field(Printable.line(field.label()), field.words()));
    text.page.raw("");
    text.page.raw(paint.bold(" ".repeat(INDENT + text.nameWidth) + BenchText.heads()));
    report.rows().forEach(text::add);
    text.page.raw("");
    BenchWords.warnings(report).forEach(warning -> text.page.paragraph(0, warning));
    return text.page.toString();
  }

  private List<String> names() {
    return report.clients().stream().map(client -> Printable.line(client.name())).toList();
  }

  private void add(ClientsRow row) {
    if (row.voided().isPresent()) {
      String id = row.kind().id() + "  ";
      page.hanging(
          id + paint.bad("void") + ": ", (id + "void: ").length(), row.voided().get().reason());
      return;
    }
    row.alone().ifPresent(alone -> addTimes(row, alone));
  }

  private void addTimes(ClientsRow row, Row alone) {
    page.raw(paint.bold(row.kind().id()) + "  " + alone.model());
    addFigures(BenchWords.alone(report), alone);
    for (int i = 0; i < row.clients().size(); i++) {
      addFigures(names().get(i), row.clients().get(i));
    }
    page.raw(
        label(BenchWords.all(report))
            + BenchText.figures(row.totalPerSecond(), row.merged())
            + " ".repeat(GAP)
            + paint.bold(BenchWords.scaled(report, row)));
  }

  private void addFigures(String name, Row row) {
    row.latencies()
        .ifPresent(times -> page.raw(label(name) + BenchText.figures(times.perSecond(), times)));
  }

  private String label(String name) {
    return " ".repeat(INDENT) + Page.padded(name, nameWidth);
  }
}
