package io.holdfast.cli;

/**
 * One command. Its class carries picocli's annotations; {@link Cli} parses, then runs the innermost
 * command that was named.
 */
public interface Subcommand {

  /**
   * Does the command's work.
   *
   * @param context streams, terminal and machine
   * @return what the process answers
   * @throws CommandFailure with one line for the person at the terminal
   * @throws Exception anything else is shown by its message alone
   */
  ExitCode run(CommandContext context) throws Exception;
}
