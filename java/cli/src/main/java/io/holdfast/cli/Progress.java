package io.holdfast.cli;

import io.holdfast.litmus.Answer;
import java.util.function.Consumer;

/** Says what was answered last, until all is answered. */
final class Progress implements Consumer<Answer>, AutoCloseable {

  private final ProgressLine line;
  private int answered;

  private Progress(ProgressLine line) {
    this.line = line;
  }

  /** Shows something only where somebody watches. */
  static Progress on(CommandContext context, boolean quiet) {
    return new Progress(ProgressLine.on(context, quiet));
  }

  @Override
  public void accept(Answer answer) {
    answered++;
    line.show(
        answered + " answered, last " + answer.question().id() + ": " + answer.verdict().word());
  }

  @Override
  public void close() {
    line.close();
  }
}
