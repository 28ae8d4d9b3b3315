package io.holdfast.cli;

import io.holdfast.cli.doctor.Doctor;
import io.holdfast.cli.doctor.DoctorJson;
import io.holdfast.cli.doctor.DoctorReport;
import io.holdfast.cli.doctor.DoctorText;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Platform;
import io.holdfast.posix.PosixException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code holdfast doctor}: what is here, what is missing, and why. */
@Command(
    name = "doctor",
    header = "What is here, what is missing, and why?",
    description =
        "Shows the bindings, native files, limits and mounts of this machine, and the reason for"
            + " what is missing. Changes nothing.",
    footerHeading = "%n",
    footer = {
      "Examples:",
      "  holdfast doctor",
      "  holdfast doctor --json -",
      "",
      "Exit codes: 0 a binding can be had, 2 usage, 4 none can."
    })
final class DoctorCommand implements Subcommand {

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write JSON to FILE, or to standard output for -, instead of text.")
  private @Nullable String json;

  @Override
  public ExitCode run(CommandContext context)
      throws CommandFailure, BindingUnavailableException, PosixException {
    Platform platform = Platform.current();
    if (json == null) {
      context.out().println(HoldfastCommand.versionLine());
      context.out().flush();
    }
    DoctorReport report = Doctor.examine();
    tell(context, report, platform);
    return report.hasBinding() ? ExitCode.OK : ExitCode.ENVIRONMENT;
  }

  private void tell(CommandContext context, DoctorReport report, Platform platform)
      throws CommandFailure, BindingUnavailableException, PosixException {
    if (json == null) {
      context.out().print(DoctorText.render(report, context.columns(), context.paint()));
      return;
    }
    String document = DoctorJson.render(report, Version.current(), platform);
    if (json.equals(ReportFile.STANDARD_OUTPUT)) {
      context.out().print(document);
    } else {
      ReportFile.at(context.machine().posix(), "--json", RawArguments.path(json)).write(document);
    }
  }
}
