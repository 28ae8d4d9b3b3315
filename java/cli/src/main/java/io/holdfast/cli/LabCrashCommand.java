package io.holdfast.cli;

import io.holdfast.cli.lab.CrashReport;
import io.holdfast.cli.lab.CrashReportJson;
import io.holdfast.cli.lab.CrashText;
import io.holdfast.clock.NanoClock;
import io.holdfast.lab.crash.CrashFileSystem;
import io.holdfast.lab.crash.CrashRequest;
import io.holdfast.lab.crash.CrashWorkload;
import io.holdfast.posix.BindingUnavailableException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code holdfast lab crash}: is everything that was promised there after a power cut? */
@Command(
    name = "crash",
    description = {
      "Runs durable verbs on a file system, cuts the power after every step, lets the disk keep"
          + " any part of what no barrier covered, and looks whether all that was promised is"
          + " there. Nothing but the lab's own storage is touched, and all of it is gone"
          + " afterwards, also when the command is killed.",
      ""
    },
    footerHeading = "%n",
    footer = {
      "File systems: memory (keeps what POSIX promises and nothing else; needs no root),",
      "  ext4, xfs, btrfs (on a recorded disk; root only).",
      "Workloads: replace, publish, group, remove, processes.",
      "Mistakes: no-file-fsync, no-directory-fsync, joins-running-fsync,",
      "  retries-failed-fsync, no-barrier-probe.",
      "Options that take a list take it with commas, or are given again.",
      "",
      "Examples:",
      "  holdfast lab crash",
      "  holdfast lab crash --fs ext4,xfs,btrfs --unit 4096,512 --keep .",
      "  holdfast lab crash --mutant no-directory-fsync     what a mistake looks like",
      "",
      "Exit codes: 0 no state violates a promise, 1 one does, 2 usage, 3 something that was",
      "asked for was not looked at, 4 cannot be run here."
    })
final class LabCrashCommand extends BreakingCommand {

  private static final String LOG = "--log";
  private static final int DEFAULT_STATES = 300;
  private static final List<String> UNITS = List.of("4096", "512");

  @Option(
      names = "--fs",
      paramLabel = "NAME",
      split = ",",
      description = "On which file systems; memory by default.")
  private List<String> fileSystems = List.of("memory");

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      split = ",",
      description = "What is done on each; all of it by default.")
  private List<String> workloads =
      Arrays.stream(CrashWorkload.values()).map(CrashWorkload::id).toList();

  @Option(
      names = "--unit",
      paramLabel = "BYTES",
      split = ",",
      description = "How much of a disk is written at once: 4096 (default), 512.")
  private List<String> units = List.of("4096");

  @Option(
      names = "--states",
      paramLabel = "N",
      description = "Most states of each file system, workload and unit; default 300.")
  private int states = DEFAULT_STATES;

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description = "Keep the records of runs with violations in DIR.")
  private @Nullable String keep;

  @Option(
      names = LOG,
      paramLabel = "FILE",
      description = "Look at a kept record again instead of making one.")
  private @Nullable String log;

  @Option(
      names = "--state",
      paramLabel = "N",
      description = "Look at one state of the kept record only.")
  private @Nullable Integer state;

  @Override
  public ExitCode run(CommandContext context) throws CommandFailure, BindingUnavailableException {
    CrashRequest request = request();
    ReportFile file = reportFile(context);
    CrashText text = new CrashText(context.columns(), context.paint());
    tell(context, text.head(request));
    NanoClock clock = NanoClock.system();
    CrashReport.Builder report = new CrashReport.Builder(request, clock);
    try (CrashProgress progress = new CrashProgress(ProgressLine.on(context, false), clock)) {
      context
          .machine()
          .crashingLab()
          .crash(
              request,
              event -> {
                progress.accept(event);
                report.add(event);
                tell(context, text.row(event));
              });
    } catch (IOException e) {
      report.failed(String.valueOf(e.getMessage()));
      context.complain(String.valueOf(e.getMessage()));
    }
    CrashReport whole = report.build();
    tell(context, text.closing(whole));
    String kernel = System.getProperty("os.version", "");
    deliver(context, CrashReportJson.render(whole, Version.current(), kernel), file);
    return whole.exitCode();
  }

  private void tell(CommandContext context, String text) {
    if (textIsWanted()) {
      context.out().print(text);
      context.out().flush();
    }
  }

  // ---- what was asked for

  private CrashRequest request() throws CommandFailure {
    checkRange("--states", states, CrashRequest.STATES_LIMIT);
    List<CrashFileSystem> types = fileSystems(fileSystems, Stream.of(CrashFileSystem.values()));
    List<CrashWorkload> work =
        chosen(
            "--workload",
            workloads,
            CrashWorkload::withId,
            Stream.of(CrashWorkload.values()).map(CrashWorkload::id));
    List<Integer> bytes =
        chosen(
            "--unit",
            units,
            name -> Optional.of(name).filter(UNITS::contains).map(Integer::valueOf),
            UNITS.stream());
    checkReplay(types.size() * work.size() * bytes.size());
    return new CrashRequest(
        types,
        work,
        bytes,
        states,
        chosenSeed(),
        chosenMutant(),
        keep == null ? null : LabPaths.directory("--keep", keep),
        log == null ? null : LabPaths.file(LOG, log),
        Optional.ofNullable(state));
  }

  /** With another seed, file system or workload than it was made with a record says nothing. */
  private void checkReplay(int runs) throws CommandFailure {
    if (log == null) {
      if (state != null) {
        throw CommandFailure.usage("--state wants --log", "no two runs make the same record");
      }
      return;
    }
    if (runs != 1 || !hasSeed()) {
      throw CommandFailure.usage(
          "--log wants the one --fs, --workload, --unit and the --seed of its record",
          "the command that was printed with the violation has them");
    }
    if (state != null && state < 0) {
      throw CommandFailure.usage("--state is 0 or more", null);
    }
  }
}
