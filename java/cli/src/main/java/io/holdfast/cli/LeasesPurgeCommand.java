package io.holdfast.cli;

import io.holdfast.cli.leases.LeaseRow;
import io.holdfast.cli.leases.LeasesText;
import io.holdfast.durable.RootTrust;
import io.holdfast.lease.TableFinding;
import io.holdfast.lease.TableInspection;
import io.holdfast.lease.TablePurge;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code holdfast leases DIR purge}. */
@Command(
    name = "purge",
    description = {
      "Retires ids of a fence table that are done or released for long: a tombstone keeps what is"
          + " done and the numbers, which go on when a released id is claimed again; records and"
          + " fences go. There is no way back.",
      "Coordinators may be at work meanwhile.",
      ""
    })
final class LeasesPurgeCommand extends LeasesChanging {

  @Option(
      names = "--older-than",
      paramLabel = "AGE",
      required = true,
      description = "Only what was released or completed so long ago: 90s, 10m, 2h, 7d.")
  private String olderThan = "";

  @Override
  ExitCode change(CommandContext context) throws Exception {
    double seconds = Age.seconds(olderThan);
    if (seconds * 1e3 > TablePurge.LONGEST_AGE_MILLIS) {
      throw CommandFailure.usage("--older-than is a hundred years at most", null);
    }
    long ageMillis = Math.round(seconds * 1e3);
    LeasesReading.Walk walk = new LeasesReading.Walk();
    long old = show(context, walk, ageMillis);
    String ids = LeasesText.counted(old, "id");
    if (isDryRun() || old == 0) {
      context.out().println(ids + "; nothing was changed");
      return walk.exitCode();
    }
    if (!isWanted(context, "Retire " + ids + " for ever?")) {
      return nothingDone(context);
    }
    ExitCode found = purge(context, ageMillis);
    return found == ExitCode.OK ? walk.exitCode() : found;
  }

  /** Lists what would be retired. @return how many */
  private long show(CommandContext context, LeasesReading.Walk walk, long ageMillis)
      throws Exception {
    LeasesText text = new LeasesText(context.columns(), context.paint(), true);
    double now = LeasesReading.nowSeconds();
    long[] old = new long[1];
    try (TableInspection table = table().inspect(context)) {
      TablePurge.requirePurgeable(context.machine().posix(), table().path());
      context.out().print(text.listHead());
      walk.through(
          context,
          table,
          0,
          table.manifest().shardCount() - 1,
          row -> {
            if (isOld(row, ageMillis, now)) {
              old[0]++;
            }
            if (isOld(row, ageMillis, now) || row.record() == null) {
              context.out().print(text.listed(row));
            }
          });
    }
    return old[0];
  }

  private static boolean isOld(LeaseRow row, long ageMillis, double now) {
    return row.record() != null && TablePurge.isOld(row.record(), ageMillis, now);
  }

  private ExitCode purge(CommandContext context, long ageMillis) throws Exception {
    long retired = 0;
    List<TableFinding> obstacles = new ArrayList<>();
    try (TablePurge purge =
            TablePurge.open(
                context.machine().posix(),
                table().path(),
                options(context),
                RootTrust.declaredByCaller("holdfast leases purge"),
                "holdfast leases purge");
        ProgressLine progress = ProgressLine.on(context, false)) {
      int shards = purge.manifest().shardCount();
      for (int shard = 0; shard < shards; shard++) {
        progress.show("shard " + shard + " of " + shards);
        retired += purge.purge(shard, ageMillis, obstacles::add).size();
      }
      progress.erase();
    }
    LeasesText text = new LeasesText(context.columns(), context.paint(), true);
    obstacles.forEach(finding -> context.out().print(text.found(finding)));
    context.out().println(LeasesText.counted(retired, "id") + " retired");
    return exitCode(obstacles);
  }
}
