package io.holdfast.cli;

import io.holdfast.cli.leases.LeasesText;
import io.holdfast.cli.leases.TableStats;
import io.holdfast.clock.NanoClock;
import io.holdfast.clock.Pause;
import io.holdfast.lease.TableInspection;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code holdfast leases DIR watch}. */
@Command(
    name = "watch",
    description = {
      "Shows the counts of stats again and again: on a terminal in place, else one line each time."
          + " Ends by Ctrl-C, or after --count times.",
      ""
    })
final class LeasesWatchCommand implements Subcommand {

  private static final String HOME_AND_ERASE = "\033[H\033[J";

  @ParentCommand private @Nullable LeasesCommand parent;

  @Option(
      names = "--interval",
      paramLabel = "AGE",
      description = "How long between two looks; 0.1s or more, default 2s.")
  private String interval = "2s";

  @Option(names = "--count", paramLabel = "N", description = "Look so often; default for ever.")
  private long count = Long.MAX_VALUE;

  @Override
  public ExitCode run(CommandContext context) throws Exception {
    if (parent == null) {
      throw new IllegalStateException("the parser sets the parent");
    }
    double seconds = Age.seconds(interval);
    if (seconds < 0.1 || count < 1) {
      throw CommandFailure.usage("--interval is 0.1s or more, --count 1 or more", null);
    }
    long intervalNanos = Math.round(seconds * 1e9);
    NanoClock clock = NanoClock.system();
    LeasesReading.Walk walk = new LeasesReading.Walk();
    try (TableInspection table = parent.inspect(context)) {
      for (long look = 1; ; look++) {
        long next = clock.nanoTime() + intervalNanos;
        walk = new LeasesReading.Walk();
        show(context, parent, table, LeasesStatsCommand.count(context, table, walk));
        if (look >= count || context.out().checkError()) {
          return walk.exitCode();
        }
        for (long left = intervalNanos; left > 0; left = next - clock.nanoTime()) {
          Pause.system().nanos(left);
        }
      }
    }
  }

  private static void show(
      CommandContext context, LeasesCommand command, TableInspection table, TableStats stats)
      throws CommandFailure {
    String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    if (context.isOutputTerminal()) {
      LeasesText text = new LeasesText(context.columns(), context.paint(), false);
      context.out().print(HOME_AND_ERASE + text.totals(command.head(table), stats) + "\n" + now);
      context.out().println(", every look new; Ctrl-C ends");
    } else {
      context
          .out()
          .println(
              now
                  + " "
                  + LeasesText.states(stats)
                  + "; "
                  + LeasesText.counted(stats.openSessions(), "open session"));
    }
    context.out().flush();
  }
}
