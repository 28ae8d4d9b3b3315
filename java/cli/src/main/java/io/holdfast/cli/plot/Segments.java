package io.holdfast.cli.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lines of one style of which each begins where the one before it ends are one polyline. */
final class Segments {

  private static final Pattern LINE =
      Pattern.compile(
          " *<line style=\"([^\"]*)\" x1=\"([^\"]*)\" x2=\"([^\"]*)\" y1=\"([^\"]*)\""
              + " y2=\"([^\"]*)\"/>");

  private final List<String> rows = new ArrayList<>();
  private final List<String> points = new ArrayList<>();
  private String style = "";
  private String alone = "";

  private Segments() {}

  /**
   * The same drawing in fewer words.
   *
   * @param svg an element on each line
   */
  static String joined(String svg) {
    Segments segments = new Segments();
    svg.lines().forEach(segments::take);
    segments.end();
    return String.join("\n", segments.rows);
  }

  private void take(String row) {
    Matcher line = LINE.matcher(row);
    if (!line.matches()) {
      end();
      rows.add(row);
      return;
    }
    String from = line.group(2) + "," + line.group(4);
    boolean goesOn =
        !points.isEmpty()
            && style.equals(line.group(1))
            && points.get(points.size() - 1).equals(from);
    if (!goesOn) {
      end();
      style = line.group(1);
      alone = row;
      points.add(from);
    }
    points.add(line.group(3) + "," + line.group(5));
  }

  private void end() {
    if (points.size() > 2) {
      String all = String.join(" ", points);
      rows.add("<polyline style=\"%s\" points=\"%s\"/>".formatted(style, all));
    } else if (!points.isEmpty()) {
      rows.add(alone);
    }
    points.clear();
  }
}
