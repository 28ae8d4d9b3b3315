package io.holdfast.cli;

import io.holdfast.cli.report.Printable;
import java.io.PrintStream;

/** One line on standard error that changes while something is done, and goes at the end. */
final class ProgressLine implements AutoCloseable {

  private static final String ERASE_LINE = "\r\033[K";

  private final PrintStream err;
  private final int columns;
  private final boolean shown;
  private boolean dirty;

  private ProgressLine(PrintStream err, int columns, boolean shown) {
    this.err = err;
    this.columns = columns;
    this.shown = shown;
  }

  /** Shows something only where somebody watches. */
  static ProgressLine on(CommandContext context, boolean quiet) {
    return new ProgressLine(context.err(), context.columns(), context.isErrorTerminal() && !quiet);
  }

  /** Replaces the line; what does not fit is cut. */
  void show(String line) {
    if (shown) {
      String printable = Printable.line(line);
      int length = printable.codePointCount(0, printable.length());
      int end = printable.offsetByCodePoints(0, Math.min(length, columns - 1));
      err.print(ERASE_LINE + printable.substring(0, end));
      err.flush();
      dirty = true;
    }
  }

  /** Takes the line away, for something else to be printed. */
  void erase() {
    if (dirty) {
      err.print(ERASE_LINE);
      err.flush();
      dirty = false;
    }
  }

  @Override
  public void close() {
    erase();
  }
}
