package io.holdfast.cli;

import io.holdfast.cli.leases.LeasesText;
import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.lease.IdleSessions;
import io.holdfast.lease.TableFinding;
import io.holdfast.lease.TableFinding.Check;
import io.holdfast.lease.TableInspection;
import io.holdfast.lease.TableUpkeep;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code holdfast leases DIR sweep}. */
@Command(
    name = "sweep",
    description = {
      "Removes what losers and the dead have left and what is surely over: records that the fence"
          + " has passed, staged files whose lock is free, dead sessions that no record names.",
      "Open sessions that no record names are watched for the ttl of the table; those that do"
          + " not beat are ended. Coordinators may be at work meanwhile."
    })
final class LeasesSweepCommand extends LeasesChanging {

  @Option(names = "--no-wait", description = "Watch no session: end none, and remove the rest.")
  private boolean noWait;

  @Override
  ExitCode change(CommandContext context) throws Exception {
    requireAllowed(context);
    List<TableFinding> leftovers = new ArrayList<>();
    List<TableFinding> idle = new ArrayList<>();
    List<TableFinding> obstacles = new ArrayList<>();
    double seconds;
    try (TableInspection table = table().inspect(context)) {
      seconds = table.manifest().ttlMillis() / 1e3;
      table.verify(
          EpochClock.system(),
          finding -> {
            if (finding.check() == Check.LEFTOVER) {
              leftovers.add(finding);
            } else if (finding.check() == Check.IDLE_SESSION) {
              idle.add(finding);
            } else if (Set.of(Check.DIRECTORY, Check.UNREADABLE).contains(finding.check())) {
              obstacles.add(finding);
            }
          });
    }
    LeasesText text = new LeasesText(context.columns(), context.paint(), true);
    leftovers.forEach(finding -> context.out().print(text.found(finding)));
    idle.forEach(finding -> context.out().print(text.found(finding)));
    String count = LeasesText.counted(leftovers.size(), "leftover");
    String open = LeasesText.counted(idle.size(), "session") + " that no record names";
    String both = count + (idle.isEmpty() ? "" : ", " + open);
    boolean watches = !idle.isEmpty() && !noWait;
    if (isDryRun() || (leftovers.isEmpty() && !watches)) {
      obstacles.forEach(finding -> context.out().print(text.found(finding)));
      context.out().println(both + "; nothing was changed");
      return exitCode(obstacles);
    }
    String watched = ", and what of " + open + " stays silent for " + seconds + " s";
    if (!isWanted(context, "Remove " + count + (watches ? watched : "") + "?")) {
      return nothingDone(context);
    }
    return sweep(context, text, watches);
  }

  private ExitCode sweep(CommandContext context, LeasesText text, boolean watches)
      throws Exception {
    if (watches) {
      watch(context);
    }
    try (TableUpkeep upkeep =
        TableUpkeep.open(
            context.machine().posix(), table().path(), table().assumed(), options(context))) {
      List<TableFinding> obstacles = new ArrayList<>();
      TableUpkeep.Swept swept = upkeep.sweep(obstacles::add);
      obstacles.forEach(finding -> context.out().print(text.found(finding)));
      context
          .out()
          .println(
              LeasesText.counted(swept.names(), "name")
                  + " and "
                  + LeasesText.counted(swept.sessions(), "dead session")
                  + " removed");
      return exitCode(obstacles);
    }
  }

  /** Until every session that no record names has beaten or is dead. */
  private void watch(CommandContext context) throws Exception {
    NanoClock clock = NanoClock.system();
    try (IdleSessions sessions =
            IdleSessions.open(
                context.machine().posix(), table().path(), table().assumed(), options(context));
        ProgressLine progress = ProgressLine.on(context, false)) {
      IdleSessions.Outlook outlook = sessions.look();
      if (outlook.silent() > 0) {
        String silent = LeasesText.counted(outlook.silent(), "session");
        context.out().println(watching(silent, outlook.remainingNanos()));
        context.out().flush();
      }
      long interval = outlook.remainingNanos() / LOOKS_PER_TTL;
      while (outlook.silent() > 0) {
        progress.show("watching " + LeasesText.counted(outlook.silent(), "session"));
        pauseUntil(clock, clock.nanoTime() + Math.min(interval, outlook.remainingNanos()));
        outlook = sessions.look();
      }
    }
  }
}
