package io.holdfast.cli.plot;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.awt.AWTError;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Draws plots without a screen, black on white. Letters become outlines: whoever looks at it needs
 * no font. Whoever draws does, if only to measure them.
 */
public final class PlotDrawer {

  private static final int WIDTH = 880;
  private static final int HEIGHT = 340;
  private static final int LETTERS = 12;
  private static final int MARK = 9;
  private static final float THICKNESS = 1.6f;

  /** XChart's own dashes would become an outline for each dash. */
  private static final BasicStroke GRID = new BasicStroke(0.5f);

  private static final double HEADROOM = 1.1;

  /** Beyond hundredths of a pixel nobody sees anything. */
  private static final Pattern BEYOND_HUNDREDTHS = Pattern.compile("(\\.\\d\\d)\\d+");

  private static final Color FAINT = new Color(0xdd, 0xdd, 0xdd);
  private static final Color[] COLOURS = {
    new Color(0x33, 0x77, 0xbb),
    new Color(0xee, 0x99, 0x22),
    new Color(0x22, 0x99, 0x77),
    new Color(0xaa, 0x55, 0xaa),
    new Color(0x88, 0x88, 0x33),
    new Color(0x66, 0xbb, 0xdd),
    new Color(0xdd, 0x77, 0x88),
    new Color(0x77, 0x77, 0x77),
  };

  private PlotDrawer() {}

  /** Why nothing can be drawn here, in one line; empty when it can. Found out by drawing. */
  public static Optional<String> obstacle() {
    try {
      svg(new Plot.Bars("try", "try", List.of("a"), List.of(new Plot.Row("b", List.of(1.0)))), "");
      return Optional.empty();
    } catch (RuntimeException | LinkageError | InternalError | AWTError e) {
      return Optional.of(String.valueOf(e).lines().findFirst().orElse("no reason"));
    }
  }

  /**
   * A plot as one SVG element, which has its title as a child and needs nothing outside of it.
   *
   * @param id of letters and digits, another one for each plot of a page: what the names in the
   *     element begin with
   */
  public static String svg(Plot plot, String id) {
    System.setProperty("java.awt.headless", "true");
    Chart<?, ?> chart =
        plot instanceof Plot.Curves curves ? chart(curves) : chart((Plot.Bars) plot);
    VectorGraphics2D graphics = new VectorGraphics2D();
    chart.paint(graphics, WIDTH, HEIGHT);
    ByteArrayOutputStream document = new ByteArrayOutputStream();
    try {
      new SVGProcessor()
          .getDocument(graphics.getCommands(), new PageSize(0, 0, WIDTH, HEIGHT))
          .writeTo(document);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return element(document.toString(StandardCharsets.UTF_8), plot.title(), id);
  }

  /** Without what only a document of its own has. */
  private static String element(String document, String title, String id) {
    int end = document.indexOf('>', document.indexOf("<svg")) + 1;
    String head =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\">"
            .formatted(WIDTH, HEIGHT);
    String rest = document.substring(end).strip().replaceAll("\\bclip(-?\\d+)\\b", id + "clip$1");
    rest = Segments.joined(BEYOND_HUNDREDTHS.matcher(rest).replaceAll("$1"));
    return head + "\n  <title>" + title + "</title>" + "\n  " + rest + "\n";
  }

  // ---- curves

  private static XYChart chart(Plot.Curves plot) {
    XYChart chart = new XYChart(WIDTH, HEIGHT);
    chart.setXAxisTitle(plot.across());
    chart.setYAxisTitle(plot.up());
    style(chart.getStyler());
    chart.getStyler().setXAxisMin(0.0);
    double most = 0;
    double least = Double.MAX_VALUE;
    int colour = 0;
    for (Curve curve : plot.curves()) {
      for (Curve.Point point : curve.points()) {
        most = Math.max(most, point.y());
        least = Math.min(least, point.y());
      }
      XYSeries series =
          chart.addSeries(
              curve.name(),
              curve.points().stream().mapToDouble(Curve.Point::x).toArray(),
              curve.points().stream().mapToDouble(Curve.Point::y).toArray());
      style(series, curve.style(), COLOURS[colour % COLOURS.length]);
      colour += curve.style().isMarks() ? 0 : 1;
    }
    if (plot.logarithmic()) {
      double bottom = Math.floor(Math.log10(least));
      chart.getStyler().setYAxisLogarithmic(true);
      chart.getStyler().setYAxisMin(Math.pow(10, bottom));
      double top = Math.max(bottom + 1, Math.ceil(Math.log10(most)));
      chart.getStyler().setYAxisMax(Math.pow(10, top));
    } else {
      chart.getStyler().setYAxisMin(0.0);
      chart.getStyler().setYAxisMax(Math.max(1, most * HEADROOM));
    }
    return chart;
  }

  private static void style(XYSeries series, Curve.Style style, Color colour) {
    series.setXYSeriesRenderStyle(
        switch (style) {
          case LINE -> XYSeriesRenderStyle.Line;
          case STEPS -> XYSeriesRenderStyle.Step;
          case FILLED_STEPS -> XYSeriesRenderStyle.StepArea;
          case CROSSES, SQUARES, TRIANGLES -> XYSeriesRenderStyle.Scatter;
        });
    series.setMarker(marker(style));
    series.setMarkerColor(
        switch (style) {
          case CROSSES -> new Color(0xcc, 0x11, 0x22);
          case SQUARES -> new Color(0x44, 0x44, 0x44);
          default -> new Color(0x11, 0x88, 0x22);
        });
    series.setLineColor(colour);
    series.setFillColor(colour);
    series.setLineStyle(new BasicStroke(THICKNESS));
  }

  private static Marker marker(Curve.Style style) {
    return switch (style) {
      case LINE, STEPS, FILLED_STEPS -> SeriesMarkers.NONE;
      case CROSSES -> SeriesMarkers.CROSS;
      case SQUARES -> SeriesMarkers.SQUARE;
      case TRIANGLES -> SeriesMarkers.TRIANGLE_UP;
    };
  }

  // ---- bars

  private static CategoryChart chart(Plot.Bars plot) {
    CategoryChart chart = new CategoryChart(WIDTH, HEIGHT);
    chart.setYAxisTitle(plot.up());
    style(chart.getStyler());
    chart.getStyler().setLabelsVisible(true);
    chart.getStyler().setLegendVisible(plot.rows().size() > 1);
    chart.getStyler().setAvailableSpaceFill(0.6);
    double most = 0;
    for (Plot.Row row : plot.rows()) {
      chart.addSeries(row.name(), plot.groups(), row.values());
      most = row.values().stream().reduce(most, Math::max);
    }
    chart.getStyler().setYAxisMin(0.0);
    chart.getStyler().setYAxisMax(most == 0 ? 1 : most * HEADROOM);
    return chart;
  }

  private static void style(AxesChartStyler styler) {
    styler.setBaseFont(new Font(Font.SANS_SERIF, Font.PLAIN, LETTERS));
    styler.setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, LETTERS));
    styler.setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, LETTERS));
    styler.setLegendFont(new Font(Font.SANS_SERIF, Font.PLAIN, LETTERS));
    styler.setChartTitleVisible(false);
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotBackgroundColor(Color.WHITE);
    styler.setPlotBorderVisible(false);
    styler.setPlotGridLinesColor(FAINT);
    styler.setPlotGridLinesStroke(GRID);
    styler.setLegendPosition(LegendPosition.OutsideE);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setSeriesColors(COLOURS);
    styler.setMarkerSize(MARK);
    styler.setLocale(Locale.ROOT);
  }
}
