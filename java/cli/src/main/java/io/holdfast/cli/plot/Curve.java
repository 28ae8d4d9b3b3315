package io.holdfast.cli.plot;

import java.util.List;

/** Points of one kind, with a name for the legend. */
public record Curve(String name, Style style, List<Point> points) {

  /** How points are drawn. */
  public enum Style {
    /** Joined by straight lines. */
    LINE,
    /** Each holds until the next one. */
    STEPS,
    /** Each holds until the next one, filled down to the axis; a later curve hides an earlier. */
    FILLED_STEPS,
    /** Single marks: something came to its end. */
    CROSSES,
    /** Single marks: something was halted. */
    SQUARES,
    /** Single marks: something goes on. */
    TRIANGLES;

    boolean isMarks() {
      return this == CROSSES || this == SQUARES || this == TRIANGLES;
    }
  }

  /** Where, in the units of the axes. */
  public record Point(double x, double y) {}

  public Curve {
    points = List.copyOf(points);
  }
}
