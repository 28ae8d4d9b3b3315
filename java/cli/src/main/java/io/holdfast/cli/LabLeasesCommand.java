package io.holdfast.cli;

import io.holdfast.cli.lab.LeaseRunReportJson;
import io.holdfast.cli.lab.LeaseRunText;
import io.holdfast.lab.lease.Chaos;
import io.holdfast.lab.lease.LeaseMutant;
import io.holdfast.lab.lease.LeaseRunRequest;
import io.holdfast.lab.lease.LeaseRunResult;
import io.holdfast.lab.lease.Mounts;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.posix.BindingUnavailableException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code holdfast lab leases}: is every id done once, whoever dies or freezes? */
@Command(
    name = "leases",
    description = {
      "Lets coordinators, each a JVM, claim, heartbeat and commit every id of one lease table while"
          + " they are killed (and replaced) and frozen, half of the time for longer than their"
          + " leases live. Then everything that they were answered is held against each other,"
          + " against an outside resource that compares fences, and against the table.",
      ""
    },
    footerHeading = "%n",
    footer = {
      "Protocols: fence, flock, mkdir. Mounts: one, bindfs.",
      "Mistakes, made by every other coordinator:",
      "  two-winners, early-thief, ignores-stale.",
      "",
      "Examples:",
      "  holdfast lab leases",
      "  holdfast lab leases --dir /srv/state/try --protocol flock",
      "  holdfast lab leases --mounts bindfs --processes 2",
      "  holdfast lab leases --mutant two-winners     what a mistake looks like",
      "",
      "Exit codes: 0 no promise was broken, 1 one was, 2 usage, 4 cannot be run here."
    })
final class LabLeasesCommand extends BreakingCommand {

  private static final int DEFAULT_PROCESSES = 8;
  private static final int DEFAULT_SECONDS = 60;
  private static final int DEFAULT_IDS = 2_000;
  private static final String NO_CHAOS = "none";

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description =
          "Put the table into DIR, which is empty, and leave it there, with the ledger of all"
              + " answers beside it; in memory otherwise.")
  private @Nullable String directory;

  @Option(
      names = "--processes",
      paramLabel = "N",
      description = "Coordinators at a time; default 8.")
  private int processes = DEFAULT_PROCESSES;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "How long the chaos lasts; default 60. The work is then done in peace.")
  private int seconds = DEFAULT_SECONDS;

  @Option(
      names = "--ids",
      paramLabel = "N",
      description = "How many ids there are to be done; default 2000.")
  private int ids = DEFAULT_IDS;

  @Option(
      names = "--chaos",
      paramLabel = "KIND",
      split = ",",
      description = "kill, stop; both by default; none.")
  private List<String> chaos = Arrays.stream(Chaos.values()).map(Chaos::id).toList();

  @Option(
      names = "--protocol",
      paramLabel = "NAME",
      description = "How a record changes hands; fence by default.")
  private String protocol = word(Protocol.FENCE);

  @Option(
      names = "--mounts",
      paramLabel = "KIND",
      description =
          "bindfs: coordinators use two FUSE mounts of the table in turn, whose daemons are"
              + " frozen as well.")
  private String mounts = Mounts.ONE.id();

  @Override
  public ExitCode run(CommandContext context)
      throws CommandFailure, IOException, BindingUnavailableException {
    LeaseRunRequest request = request();
    ReportFile file = reportFile(context);
    LeasingLab lab = context.machine().leasingLab();
    Optional<String> unavailable = lab.unavailabilityReason(request.mounts());
    if (unavailable.isPresent()) {
      throw CommandFailure.environment("no coordinators: " + unavailable.get(), null);
    }
    Path place = directory == null ? null : LabPaths.emptyDirectory("--dir", directory);
    LeaseRunText text = new LeaseRunText(context.columns(), context.paint());
    tell(context, text.head(request.withDirectory(place)));
    LeaseRunResult result;
    try (ProgressLine line = ProgressLine.on(context, false)) {
      LeaseRunRequest placed = request.withDirectory(place);
      result = lab.run(placed, new LeaseRunProgress(line, placed));
    }
    tell(context, text.result(result));
    String kernel = System.getProperty("os.version", "");
    deliver(context, LeaseRunReportJson.render(result, Version.current(), kernel), file);
    return result.violationCount() == 0 ? ExitCode.OK : ExitCode.REFUTED;
  }

  private void tell(CommandContext context, String text) {
    if (textIsWanted()) {
      context.out().print(text);
      context.out().flush();
    }
  }

  private LeaseRunRequest request() throws CommandFailure {
    checkRange("--processes", processes, LeaseRunRequest.PROCESSES_LIMIT);
    checkRange("--seconds", seconds, LeaseRunRequest.SECONDS_LIMIT);
    checkRange("--ids", ids, LeaseRunRequest.IDS_LIMIT);
    return new LeaseRunRequest(
        null,
        processes,
        seconds,
        ids,
        chosenChaos(),
        one(
            "--protocol",
            protocol,
            LabLeasesCommand::protocolNamed,
            Arrays.stream(Protocol.values()).map(LabLeasesCommand::word)),
        one("--mounts", mounts, Mounts::withId, Arrays.stream(Mounts.values()).map(Mounts::id)),
        chosenSeed(),
        chosenMutant(
            LeaseMutant::withId, Arrays.stream(LeaseMutant.values()).map(LeaseMutant::id)));
  }

  private Set<Chaos> chosenChaos() throws CommandFailure {
    if (chaos.equals(List.of(NO_CHAOS))) {
      return Set.of();
    }
    if (chaos.contains(NO_CHAOS)) {
      throw CommandFailure.usage("--chaos none goes with no other", null);
    }
    Stream<String> known = Arrays.stream(Chaos.values()).map(Chaos::id);
    return Set.copyOf(
        chosen("--chaos", chaos, Chaos::withId, Stream.concat(known, Stream.of(NO_CHAOS))));
  }

  private static Optional<Protocol> protocolNamed(String name) {
    return Arrays.stream(Protocol.values()).filter(known -> word(known).equals(name)).findFirst();
  }

  private static String word(Protocol known) {
    return known.name().toLowerCase(Locale.ROOT);
  }
}
