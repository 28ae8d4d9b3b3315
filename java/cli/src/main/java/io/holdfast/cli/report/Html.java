package io.holdfast.cli.report;

/**
 * One page of HTML that is XML as well. It fetches nothing and runs nothing, and says so to the
 * browser; it can be read on dark and on light ground.
 */
public final class Html {

  /** Plots are black on white, and the other way round on dark ground. */
  private static final String STYLE =
      """
      :root { color-scheme: light dark; --ground: #fff; --ink: #222; --faint: #ddd;
        --good: #176b2c; --bad: #a5121f; --open: #8a5a00; }
      body { background: var(--ground); color: var(--ink); margin: 2rem auto; max-width: 60rem;
        padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
      table { border-collapse: collapse; margin: 1rem 0; }
      th, td { text-align: left; vertical-align: top; padding: .2rem 1.5rem .2rem 0;
        border-bottom: 1px solid var(--faint); }
      th { font-weight: 600; white-space: nowrap; }
      td.number { text-align: right; font-variant-numeric: tabular-nums; }
      figure { margin: 2rem 0; }
      figcaption { font-weight: 600; }
      figcaption span { display: block; font-weight: 400; }
      svg { display: block; width: 100%; height: auto; }
      .verdict { font-size: 1.25rem; font-weight: 600; }
      .good { color: var(--good); }
      .bad { color: var(--bad); }
      .open { color: var(--open); }
      @media (prefers-color-scheme: dark) {
        :root { --ground: #111; --ink: #ddd; --faint: #444;
          --good: #6fcf85; --bad: #ff8a8f; --open: #f0b955; }
        svg { filter: invert(.93) hue-rotate(180deg); }
      }
      """;

  private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'";

  private final StringBuilder text = new StringBuilder();

  public Html(String title) {
    text.append("<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n")
        .append("<head>\n<meta charset=\"utf-8\"/>\n")
        .append("<meta http-equiv=\"Content-Security-Policy\" content=\"")
        .append(escaped(POLICY))
        .append("\"/>\n<meta name=\"viewport\" content=\"width=device-width\"/>\n<title>")
        .append(escaped(title))
        .append("</title>\n<style>\n")
        .append(STYLE)
        .append("</style>\n</head>\n<body>\n");
    element("h1", title);
  }

  /** Text that is no markup, made {@link Printable} first. */
  static String escaped(String text) {
    return Printable.line(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /** An element with nothing but text in it. */
  public void element(String name, String content) {
    text.append('<').append(name).append('>').append(escaped(content));
    text.append("</").append(name).append(">\n");
  }

  /**
   * A paragraph.
   *
   * @param kind of the style, a word of ours
   */
  public void paragraph(String kind, String content) {
    text.append("<p class=\"").append(kind).append("\">").append(escaped(content));
    text.append("</p>\n");
  }

  /** Opens a table or a list, by its name; to be closed. */
  public void open(String name) {
    text.append('<').append(name).append(">\n");
  }

  public void close(String name) {
    text.append("</").append(name).append(">\n");
  }

  /** A row of a table: what it is about, and words. */
  public void row(String label, String words) {
    text.append("<tr>").append(cell("th", label)).append(cell("td", words)).append("</tr>\n");
  }

  /** A row of a table: what it is about, and figures. */
  public void figures(String label, String... figures) {
    text.append("<tr>").append(cell("th", label));
    for (String figure : figures) {
      text.append("<td class=\"number\">").append(escaped(figure)).append("</td>");
    }
    text.append("</tr>\n");
  }

  /** The first row of a table. */
  public void heads(String... heads) {
    text.append("<tr>");
    for (String head : heads) {
      text.append(cell("th", head));
    }
    text.append("</tr>\n");
  }

  private static String cell(String name, String content) {
    return "<" + name + ">" + escaped(content) + "</" + name + ">";
  }

  /**
   * Something drawn.
   *
   * @param svg an element, as it is
   */
  public void figure(String title, String explanation, String svg) {
    text.append("<figure>\n<figcaption>")
        .append(escaped(title))
        .append("<span>")
        .append(escaped(explanation))
        .append("</span></figcaption>\n")
        .append(svg)
        .append("</figure>\n");
  }

  /** The whole page. */
  @Override
  public String toString() {
    return text + "</body>\n</html>\n";
  }
}
