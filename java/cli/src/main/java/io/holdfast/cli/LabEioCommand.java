package io.holdfast.cli;

import io.holdfast.cli.lab.EioReport;
import io.holdfast.cli.lab.EioReportJson;
import io.holdfast.cli.lab.EioText;
import io.holdfast.clock.NanoClock;
import io.holdfast.lab.crash.CrashFileSystem;
import io.holdfast.lab.crash.EioRequest;
import io.holdfast.posix.BindingUnavailableException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code holdfast lab eio}: is anything acknowledged that a failing disk lost? */
@Command(
    name = "eio",
    description = {
      "Four processes replace files in one directory while their disk fails one write or one"
          + " flush; then the disk is well again, and everything that was acknowledged must be"
          + " there. Nothing but the lab's own storage is touched, and all of it is gone"
          + " afterwards, also when the command is killed. Root only.",
      ""
    },
    footerHeading = "%n",
    footer = {
      "File systems: ext4, xfs, btrfs; several with commas.",
      "Mistakes: no-file-fsync, no-directory-fsync, joins-running-fsync,",
      "  retries-failed-fsync, no-barrier-probe.",
      "",
      "Examples:",
      "  holdfast lab eio --fs xfs",
      "  holdfast lab eio --mutant no-barrier-probe --trials 200 --until-found",
      "",
      "Exit codes: 0 no acknowledgement was false, 1 one was, 2 usage, 3 no disk failed in time",
      "or a file system was skipped, 4 cannot be run here."
    })
final class LabEioCommand extends BreakingCommand {

  private static final int DEFAULT_TRIALS = 20;

  @Option(
      names = "--fs",
      paramLabel = "NAME",
      split = ",",
      description = "Under which file systems; ext4 by default.")
  private List<String> fileSystems = List.of("ext4");

  @Option(
      names = "--trials",
      paramLabel = "N",
      description = "How often the disk of each file system fails; default 20.")
  private int trials = DEFAULT_TRIALS;

  @Option(
      names = "--until-found",
      description = "End with the first trial that has a false acknowledgement.")
  private boolean untilFound;

  @Override
  public ExitCode run(CommandContext context) throws CommandFailure, BindingUnavailableException {
    List<EioRequest> requests = requests();
    ReportFile file = reportFile(context);
    EioText text = new EioText(context.columns(), context.paint());
    tell(context, text.head(requests.get(0)));
    EioReport.Builder report = new EioReport.Builder(requests.get(0), NanoClock.system());
    for (EioRequest request : requests) {
      tell(context, text.row(report.add(end(context, request))));
    }
    EioReport whole = report.build();
    tell(context, text.closing(whole));
    String kernel = System.getProperty("os.version", "");
    deliver(context, EioReportJson.render(whole, Version.current(), kernel), file);
    return whole.exitCode();
  }

  private static EioReport.End end(CommandContext context, EioRequest request) {
    CrashingLab lab = context.machine().crashingLab();
    CrashFileSystem type = request.fileSystem();
    Optional<String> unavailable = lab.diskUnavailabilityReason(type);
    if (unavailable.isPresent()) {
      return new EioReport.Skipped(type, unavailable.get());
    }
    try (ProgressLine line = ProgressLine.on(context, false)) {
      EioProgress progress = new EioProgress(line, NanoClock.system(), request);
      return new EioReport.Finished(lab.failDisk(request, progress));
    } catch (IOException e) {
      return new EioReport.Broken(type, String.valueOf(e.getMessage()));
    }
  }

  private void tell(CommandContext context, String text) {
    if (textIsWanted()) {
      context.out().print(text);
      context.out().flush();
    }
  }

  private List<EioRequest> requests() throws CommandFailure {
    checkRange("--trials", trials, EioRequest.TRIALS_LIMIT);
    List<CrashFileSystem> types =
        fileSystems(
            fileSystems, Stream.of(CrashFileSystem.values()).filter(CrashFileSystem::isOnDisk));
    String mutant = chosenMutant();
    long seed = chosenSeed();
    return types.stream()
        .map(type -> new EioRequest(type, trials, seed, mutant, untilFound))
        .toList();
  }
}
