package io.holdfast.cli.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlotDrawerTest {

  private static String line(String style, int x1, int y1, int x2, int y2) {
    return "<line style=\"%s\" x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>"
        .formatted(style, x1, x2, y1, y2);
  }

  @Test
  void joinsLinesThatGoOnInOneStyle() {
    String lone = line("a", 9, 9, 8, 8);
    String other = line("b", 3, 4, 7, 8);
    List<String> svg =
        List.of(
            "<g>",
            line("a", 0, 0, 1, 2),
            line("a", 1, 2, 3, 4),
            other,
            "</g>",
            lone,
            line("a", 7, 7, 6, 6));
    assertThat(Segments.joined(String.join("\n", svg)).lines())
        .containsExactly(
            "<g>",
            "<polyline style=\"a\" points=\"0,0 1,2 3,4\"/>",
            other,
            "</g>",
            lone,
            line("a", 7, 7, 6, 6));
  }

  /** A page with three of them is sent by mail. */
  @Test
  void aPlotOfManyPointsIsSmall() {
    assumeThat(PlotDrawer.obstacle()).as("this Java cannot draw").isEmpty();
    List<Curve> curves =
        IntStream.range(0, 4)
            .mapToObj(number -> new Curve("curve " + number, Curve.Style.LINE, points(number)))
            .toList();
    String svg = PlotDrawer.svg(new Plot.Curves("four", "percent", "ms", true, curves), "plot");
    assertThat(svg).contains("<polyline ").hasSizeLessThan(128 * 1024);
  }

  private static List<Curve.Point> points(int number) {
    return IntStream.rangeClosed(0, 100)
        .mapToObj(percent -> new Curve.Point(percent, Math.pow(10, number) + percent))
        .toList();
  }
}
