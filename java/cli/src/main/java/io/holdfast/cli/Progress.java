package io.holdfast.cli;

import io.holdfast.cli.report.Printable;
import io.holdfast.litmus.Answer;
import java.io.PrintStream;
import java.util.function.Consumer;

/** One line on standard error that says what was answered last, and goes when all is answered. */
final class Progress implements Consumer<Answer>, AutoCloseable {

  private static final String ERASE_LINE = "\r\033[K";

  private final PrintStream err;
  private final boolean shown;
  private int answered;

  private Progress(PrintStream err, boolean shown) {
    this.err = err;
    this.shown = shown;
  }

  /** Shows something only where somebody watches. */
  static Progress on(CommandContext context, boolean quiet) {
    return new Progress(context.err(), context.isErrorTerminal() && !quiet);
  }

  @Override
  public void accept(Answer answer) {
    answered++;
    if (shown) {
      String line = answered + " answered, last " + answer.question().id();
      err.print(ERASE_LINE + Printable.line(line) + ": " + answer.verdict().word());
      err.flush();
    }
  }

  @Override
  public void close() {
    if (shown && answered > 0) {
      err.print(ERASE_LINE);
      err.flush();
    }
  }
}
