package io.holdfast.cli.report;

/**
 * Text that came from another process, a name or a document, made safe for a terminal: control,
 * format, surrogate and separator characters become visible escapes, everything else stays.
 */
public final class Printable {

  private Printable() {}

  /** One line; {@code \n} becomes {@code \x0a}. */
  public static String line(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              if (isVisible(c)) {
                out.appendCodePoint(c);
              } else {
                out.append(String.format(c <= 0xff ? "\\x%02x" : "\\u{%x}", c));
              }
            });
    return out.toString();
  }

  private static boolean isVisible(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
