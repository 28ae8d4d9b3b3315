package io.holdfast.cli;

import io.holdfast.cli.leases.LeasesJson;
import io.holdfast.cli.leases.LeasesText;
import io.holdfast.cli.leases.TableHead;
import io.holdfast.cli.leases.TableStats;
import io.holdfast.lease.TableInspection;
import io.holdfast.posix.PosixException;
import picocli.CommandLine.Command;

/** {@code holdfast leases DIR stats}. */
@Command(name = "stats", description = "Counts: states, shards, sessions, owners, oldest leases.")
final class LeasesStatsCommand extends LeasesReading {

  /** Made by the parser. */
  LeasesStatsCommand() {}

  /** What is done where no command is named. */
  LeasesStatsCommand(LeasesCommand parent) {
    super(parent);
  }

  @Override
  ExitCode look(CommandContext context) throws Exception {
    ReportFile file = reportFile(context);
    try (TableInspection table = table().inspect(context)) {
      Walk walk = new Walk();
      TableStats stats = count(context, table, walk);
      TableHead head = table().head(table);
      if (textIsWanted()) {
        LeasesText text = new LeasesText(context.columns(), context.paint(), false);
        context.out().print(text.totals(head, stats));
      }
      deliver(context, LeasesJson.stats(head, stats, Version.current()), file);
      return walk.exitCode();
    }
  }

  /** Counts what a walk through the whole table sees. */
  static TableStats count(CommandContext context, TableInspection table, Walk walk) {
    TableStats stats = new TableStats();
    walk.through(context, table, 0, table.manifest().shardCount() - 1, stats::add);
    countRetired(context, table, walk, stats);
    try {
      stats.add(table.sessions());
    } catch (PosixException e) {
      walk.incomplete();
      context.complain("the sessions cannot be read: " + e.getMessage());
    }
    return stats;
  }

  private static void countRetired(
      CommandContext context, TableInspection table, Walk walk, TableStats stats) {
    for (int shard = 0; shard < table.manifest().shardCount(); shard++) {
      try {
        stats.addRetired(table.retired(shard));
      } catch (PosixException e) {
        walk.incomplete();
        context.complain("tombstones of shard " + shard + " cannot be read: " + e.getMessage());
      }
    }
  }
}
