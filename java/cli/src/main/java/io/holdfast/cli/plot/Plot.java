package io.holdfast.cli.plot;

import java.util.List;

/** What is to be drawn. Names and titles are ours: no text of anybody else is drawn. */
public sealed interface Plot {

  String title();

  /** Whether there is nothing that could be seen. */
  boolean isEmpty();

  /**
   * Curves over two axes.
   *
   * @param logarithmic whether the upright axis is; all its values are above 0 then
   */
  record Curves(String title, String across, String up, boolean logarithmic, List<Curve> curves)
      implements Plot {

    public Curves {
      curves = curves.stream().filter(curve -> !curve.points().isEmpty()).toList();
    }

    @Override
    public boolean isEmpty() {
      return curves.isEmpty();
    }
  }

  /**
   * Bars side by side.
   *
   * @param groups what stands across
   */
  record Bars(String title, String up, List<String> groups, List<Row> rows) implements Plot {

    public Bars {
      groups = List.copyOf(groups);
      rows = List.copyOf(rows);
    }

    @Override
    public boolean isEmpty() {
      return rows.stream().flatMap(row -> row.values().stream()).allMatch(value -> value == 0);
    }
  }

  /** Bars of one kind: one value, 0 or more, for each group. */
  record Row(String name, List<Double> values) {

    public Row {
      values = List.copyOf(values);
    }
  }
}
