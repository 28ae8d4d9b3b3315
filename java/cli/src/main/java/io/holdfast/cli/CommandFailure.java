package io.holdfast.cli;

import org.jspecify.annotations.Nullable;

/** A command cannot do what it was asked to; said in one line, with a hint where there is one. */
public final class CommandFailure extends Exception {

  private static final long serialVersionUID = 1L;

  private final ExitCode exitCode;
  private final @Nullable String hint;

  public CommandFailure(ExitCode exitCode, String message, @Nullable String hint) {
    super(message);
    this.exitCode = exitCode;
    this.hint = hint;
  }

  /** Wrong usage: exit 2. */
  public static CommandFailure usage(String message, @Nullable String hint) {
    return new CommandFailure(ExitCode.USAGE, message, hint);
  }

  /** The machine or the directory is in the way: exit 4. */
  public static CommandFailure environment(String message, @Nullable String hint) {
    return new CommandFailure(ExitCode.ENVIRONMENT, message, hint);
  }

  public ExitCode exitCode() {
    return exitCode;
  }

  public @Nullable String hint() {
    return hint;
  }
}
