package io.holdfast.cli;

import org.jspecify.annotations.Nullable;

/** A command cannot do what it was asked to; said in one line, with a hint where there is one. */
public final class CommandFailure extends Exception {

  private static final long serialVersionUID = 1L;

  private final ExitCode exitCode;
  private final @Nullable String hint;
  private final boolean told;

  private CommandFailure(ExitCode exitCode, String message, @Nullable String hint, boolean told) {
    super(message);
    this.exitCode = exitCode;
    this.hint = hint;
    this.told = told;
  }

  /** Wrong usage: exit 2. */
  public static CommandFailure usage(String message, @Nullable String hint) {
    return new CommandFailure(ExitCode.USAGE, message, hint, false);
  }

  /** What was asked for is not there: exit 3. */
  public static CommandFailure inconclusive(String message, @Nullable String hint) {
    return new CommandFailure(ExitCode.INCONCLUSIVE, message, hint, false);
  }

  /** What was to be built on was not shown: exit 65. */
  public static CommandFailure notQualified(String message, @Nullable String hint) {
    return new CommandFailure(ExitCode.START_FAILED, message, hint, false);
  }

  /** What was built on cannot be relied on any more: exit 70. */
  public static CommandFailure notTrusted(String message, @Nullable String hint) {
    return new CommandFailure(ExitCode.RUN_FAILED, message, hint, false);
  }

  /** The machine or the directory is in the way: exit 4. */
  public static CommandFailure environment(String message, @Nullable String hint) {
    return new CommandFailure(ExitCode.ENVIRONMENT, message, hint, false);
  }

  /** The same, already said on standard output in the form that was asked for. */
  public static CommandFailure told(String message) {
    return new CommandFailure(ExitCode.ENVIRONMENT, message, null, true);
  }

  /** Whether nothing is left to be said. */
  public boolean isTold() {
    return told;
  }

  public ExitCode exitCode() {
    return exitCode;
  }

  public @Nullable String hint() {
    return hint;
  }
}
