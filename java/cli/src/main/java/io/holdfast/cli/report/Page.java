package io.holdfast.cli.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Lines of text within a width. Everything that is added is made {@link Printable} first, so that
 * nothing a name or another process says reaches the terminal as a command.
 */
public final class Page {

  private static final int FIELD_WIDTH = 12;

  private final StringBuilder text = new StringBuilder();
  private final int columns;
  private final Paint paint;

  public Page(int columns, Paint paint) {
    this.columns = columns;
    this.paint = paint;
  }

  int columns() {
    return columns;
  }

  public Paint paint() {
    return paint;
  }

  /** An empty line and a heading. */
  public void heading(String heading) {
    text.append('\n').append(paint.bold(Printable.line(heading))).append('\n');
  }

  /** A label and what belongs to it, wrapped beside it. */
  public void field(String label, String value) {
    hanging(padded(Printable.line(label), FIELD_WIDTH), FIELD_WIDTH, value);
  }

  /** A paragraph, wrapped, every line indented. */
  public void paragraph(int indent, String paragraph) {
    hanging(" ".repeat(indent), indent, paragraph);
  }

  /** One line as it is, already printable, perhaps coloured. */
  public void raw(String line) {
    text.append(line.stripTrailing()).append('\n');
  }

  /**
   * Already printable text, perhaps coloured, and wrapped text behind it.
   *
   * @param width the visible width of the first part
   */
  public void hanging(String first, int width, String rest) {
    List<String> lines = wrapped(Printable.line(rest), Math.max(16, columns - width));
    raw(first + lines.get(0));
    for (String line : lines.subList(1, lines.size())) {
      raw(" ".repeat(width) + line);
    }
  }

  @Override
  public String toString() {
    return text.toString();
  }

  /** Spaces behind, up to a width. */
  public static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - length(text)));
  }

  /** Spaces before, up to a width. */
  public static String rightAligned(String text, int width) {
    return " ".repeat(Math.max(0, width - length(text))) + text;
  }

  public static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  /** Breaks at spaces, and inside a word only where the word alone is too long. Never empty. */
  static List<String> wrapped(String text, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (line.length() > 0 && length(line.toString()) + 1 + length(word) > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      if (line.length() > 0) {
        line.append(' ');
      }
      line.append(word);
      while (length(line.toString()) > width) {
        int cut = line.offsetByCodePoints(0, width);
        lines.add(line.substring(0, cut));
        line.delete(0, cut);
      }
    }
    lines.add(line.toString());
    return lines;
  }
}
