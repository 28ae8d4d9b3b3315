package io.holdfast.cli;

import picocli.CommandLine.Command;

/** {@code holdfast doctor}: what is here, what is missing, and why. */
@Command(
    name = "doctor",
    description = "Shows bindings, native files, limits and mounts of this machine.")
final class DoctorCommand implements Subcommand {

  @Override
  public ExitCode run(CommandContext context) {
    return ExitCode.OK;
  }
}
