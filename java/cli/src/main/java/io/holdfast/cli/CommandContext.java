package io.holdfast.cli;

import io.holdfast.cli.report.Paint;
import io.holdfast.cli.report.Printable;
import java.io.PrintStream;

/** What a command may use: streams, what is known of the terminal, and the machine. */
public final class CommandContext {

  private final PrintStream out;
  private final PrintStream err;
  private final Terminal terminal;
  private final Machine machine;
  private ColorChoice color = ColorChoice.AUTO;

  CommandContext(PrintStream out, PrintStream err, Terminal terminal, Machine machine) {
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
