package io.holdfast.cli;

import io.holdfast.cli.report.Paint;
import io.holdfast.cli.report.Printable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** What a command may use: streams, what is known of the terminal, and the machine. */
public final class CommandContext {

  private final BufferedReader in;
  private final PrintStream out;
  private final PrintStream err;
  private final Terminal terminal;
  private final Machine machine;
  private ColorChoice color = ColorChoice.AUTO;

  CommandContext(
      InputStream in, PrintStream out, PrintStream err, Terminal terminal, Machine machine) {
    this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    this.out = out;
    this.err = err;
    this.terminal = terminal;
    this.machine = machine;
  }

  /** Standard output, UTF-8; flushed at the end and by {@link PrintStream#flush}. */
  public PrintStream out() {
    return out;
  }

  /** Standard error, UTF-8, flushed at every line. */
  public PrintStream err() {
    return err;
  }

  public Machine machine() {
    return machine;
  }

  /** How wide text for people may be. */
  public int columns() {
    return terminal.columns();
  }

  /** Colours for standard output, as {@code --color}, NO_COLOR and the terminal say. */
  public Paint paint() {
    return paint(terminal.output());
  }

  /** Colours for standard error. */
  public Paint errorPaint() {
    return paint(terminal.error());
  }

  /** Whether somebody watches standard output. */
  public boolean isOutputTerminal() {
    return terminal.output();
  }

  /**
   * Asks on standard error, and reads a line of standard input.
   *
   * @return whether it is {@code y} or {@code yes}; anything else, and no line at all, is no
   */
  public boolean ask(String question) throws IOException {
    out.flush();
    err.print(Printable.line(question) + " [y/N] ");
    err.flush();
    String answer = in.readLine();
    if (answer == null) {
      err.println();
      return false;
    }
    return List.of("y", "yes").contains(answer.strip().toLowerCase(Locale.ROOT));
  }

  /** Whether somebody watches standard error. */
  public boolean isErrorTerminal() {
    return terminal.error();
  }

  void color(ColorChoice choice) {
    color = choice;
  }

  /** One line on standard error: {@code holdfast: MESSAGE}. */
  public void complain(String message) {
    err.println(errorPaint().bad("holdfast:") + " " + Printable.line(message));
  }

  private Paint paint(boolean isTerminal) {
    boolean coloured =
        switch (color) {
          case ALWAYS -> true;
          case NEVER -> false;
          case AUTO -> isTerminal && !terminal.noColor();
        };
    return coloured ? Paint.COLOURED : Paint.PLAIN;
  }
}
