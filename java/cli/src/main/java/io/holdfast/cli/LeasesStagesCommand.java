package io.holdfast.cli;

import io.holdfast.cli.leases.LeaseRow;
import io.holdfast.cli.leases.LeasesJson;
import io.holdfast.cli.leases.LeasesText;
import io.holdfast.cli.leases.StageList;
import io.holdfast.durable.Dir;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.lease.Reading;
import io.holdfast.lease.TableInspection;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.result.LeaseClaims;
import io.holdfast.result.StageSight;
import io.holdfast.result.StageSweeper;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code holdfast leases DIR stages ROOT}. */
@Command(
    name = "stages",
    description = {
      "Removes stages of results that can never be committed any more: the record of their work has"
          + " passed the number of the lease that they were made for, and no commit names them."
          + " The table is only read; coordinators and workers may be at work meanwhile.",
      ""
    })
final class LeasesStagesCommand extends LeasesChanging {

  @Parameters(paramLabel = "ROOT", description = "The staging root, which has a directory stage.")
  private String root = "";

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write JSON to FILE as well, or to standard output instead of text for -.")
  private @Nullable String json;

  private final LeasesReading.Walk walk = new LeasesReading.Walk();

  @Override
  ExitCode change(CommandContext context) throws Exception {
    ReportFile file = isTextWanted() ? BreakingCommand.reportFile(context, json) : null;
    RawPath path = path();
    Posix posix = context.machine().posix();
    try (TableInspection table = table().inspect(context);
        Dir staging = open(posix, path);
        Durable durable = new Durable(posix, DurableOptions.defaults())) {
      requireFences(table.manifest());
      LeaseClaims claims = new LeaseClaims(id -> read(table, id));
      StageSweeper sweeper = new StageSweeper(posix, durable, staging, claims);
      List<StageSight> sights = sweeper.look(() -> true);
      StageList seen = StageList.seen(path, sights);
      StageList told = seen;
      say(context, text(context).stages(seen));
      if (!isDryRun() && seen.over() > 0) {
        requireOwn(posix, staging, path);
        String stages = LeasesText.counted(seen.over(), "stage");
        if (!isWanted(context, "Remove " + stages + " for ever?")) {
          say(context, "nothing was changed\n");
          return ExitCode.INCONCLUSIVE;
        }
        told = StageList.swept(path, sights, sweeper.sweep(() -> true));
        say(context, text(context).failedStages(told));
      }
      say(context, text(context).stageTotals(told));
      String document = LeasesJson.stages(table().head(table), told, Version.current());
      if (!isTextWanted()) {
        context.out().print(document);
      }
      BreakingCommand.write(document, file);
      return told.unknown() > 0 ? worse(walk.exitCode(), ExitCode.INCONCLUSIVE) : walk.exitCode();
    }
  }

  private RawPath path() throws CommandFailure {
    if (root.isEmpty()) {
      throw CommandFailure.usage("ROOT is empty", ". is the current directory");
    }
    return RawArguments.path(root);
  }

  private static Dir open(Posix posix, RawPath path) throws CommandFailure {
    try {
      return Dir.open(posix, path);
    } catch (PosixException e) {
      throw LeasesCommand.failed(path, e);
    }
  }

  /** Where numbers begin anew, an old look could take a stage of today for one of the past. */
  private void requireFences(TableManifest manifest) throws CommandFailure {
    if (manifest.kind() != TableManifest.Kind.WORK) {
      throw CommandFailure.environment(
          table().path() + ": nothing is ever committed by a table of targets",
          "give the table of the work");
    }
    if (manifest.protocol() != TableManifest.Protocol.FENCE) {
      throw CommandFailure.environment(
          table().path()
              + ": its numbers begin anew when an id was released: no stage is surely"
              + " over",
          "convert makes a fence table of it");
    }
  }

  private static void requireOwn(Posix posix, Dir staging, RawPath path) throws CommandFailure {
    int owner = staging.identity().uid();
    if (owner != posix.getuid()) {
      throw CommandFailure.environment(
          path + ": it belongs to user " + owner + ", and this is user " + posix.getuid(),
          "do it as that user");
    }
  }

  /** Reads a record, and takes note of what cannot be read. */
  private Reading read(TableInspection table, WorkId id) throws PosixException {
    Reading reading = table.read(id);
    walk.see(LeaseRow.of(id, id.shard(table.manifest().shardCount()), reading, 0));
    return reading;
  }

  private boolean isTextWanted() {
    return !ReportFile.STANDARD_OUTPUT.equals(json);
  }

  private void say(CommandContext context, String text) {
    if (isTextWanted()) {
      context.out().print(text);
    }
  }

  private static LeasesText text(CommandContext context) {
    return new LeasesText(context.columns(), context.paint(), true);
  }
}
