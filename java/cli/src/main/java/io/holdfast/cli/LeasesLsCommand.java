package io.holdfast.cli;

import io.holdfast.cli.leases.LeaseRow;
import io.holdfast.cli.leases.LeasesJson;
import io.holdfast.cli.leases.LeasesText;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.TableInspection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code holdfast leases DIR ls}. */
@Command(
    name = "ls",
    description = "Lists ids: shard by shard, in their order within each.",
    sortOptions = false)
final class LeasesLsCommand extends LeasesReading {

  private static final List<String> STATES =
      Stream.concat(
              Arrays.stream(LeaseStatus.values()).map(LeaseStatus::word),
              Stream.of(LeaseRow.CORRUPT, LeaseRow.UNAVAILABLE))
          .toList();

  @Option(
      names = "--state",
      paramLabel = "NAME",
      split = ",",
      description = "Only these: leased, committing, done, released, corrupt, unavailable.")
  private @Nullable List<String> states;

  @Option(names = "--shard", paramLabel = "N", description = "Only this shard.")
  private @Nullable Integer shard;

  @Option(
      names = "--older-than",
      paramLabel = "AGE",
      description = "Only what was claimed, beaten or completed so long ago: 90s, 10m, 2h, 7d.")
  private @Nullable String olderThan;

  @Option(
      names = "--younger-than",
      paramLabel = "AGE",
      description = "Only what was claimed, beaten or completed since.")
  private @Nullable String youngerThan;

  @Option(names = "--full", description = "Show ids with all their 64 digits.")
  private boolean full;

  @Override
  ExitCode look(CommandContext context) throws Exception {
    List<String> wanted =
        states == null
            ? STATES
            : BreakingCommand.chosen(
                "--state", states, s -> Optional.of(s).filter(STATES::contains), STATES.stream());
    double oldest = olderThan == null ? Double.NEGATIVE_INFINITY : Age.seconds(olderThan);
    double youngest = youngerThan == null ? Double.POSITIVE_INFINITY : Age.seconds(youngerThan);
    ReportFile file = reportFile(context);
    try (TableInspection table = table().inspect(context)) {
      int count = table.manifest().shardCount();
      if (shard != null && (shard < 0 || shard >= count)) {
        throw CommandFailure.usage("--shard is 0 to " + (count - 1), null);
      }
      return list(context, table, file, wanted, oldest, youngest);
    }
  }

  private ExitCode list(
      CommandContext context,
      TableInspection table,
      @Nullable ReportFile file,
      List<String> wanted,
      double oldest,
      double youngest)
      throws Exception {
    LeasesText text = new LeasesText(context.columns(), context.paint(), full);
    if (textIsWanted()) {
      context.out().print(text.listHead());
    }
    List<LeaseRow> rows = new ArrayList<>();
    Walk walk = new Walk();
    int first = shard == null ? 0 : shard;
    int last = shard == null ? table.manifest().shardCount() - 1 : shard;
    walk.through(
        context,
        table,
        first,
        last,
        row -> {
          boolean aged =
              row.record() == null || (row.ageSeconds() >= oldest && row.ageSeconds() < youngest);
          if (wanted.contains(row.state()) && aged) {
            if (textIsWanted()) {
              context.out().print(text.listed(row));
            }
            if (jsonIsWanted()) {
              rows.add(row);
            }
          }
        });
    if (jsonIsWanted()) {
      deliver(context, LeasesJson.list(table().head(table), rows, Version.current()), file);
    }
    return walk.exitCode();
  }
}
