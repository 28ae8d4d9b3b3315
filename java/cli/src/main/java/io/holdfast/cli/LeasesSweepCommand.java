package io.holdfast.cli;

import io.holdfast.cli.leases.LeasesText;
import io.holdfast.clock.EpochClock;
import io.holdfast.lease.TableFinding;
import io.holdfast.lease.TableFinding.Check;
import io.holdfast.lease.TableInspection;
import io.holdfast.lease.TableUpkeep;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code holdfast leases DIR sweep}. */
@Command(
    name = "sweep",
    description = {
      "Removes what losers and the dead have left and what is surely over: records that the fence"
          + " has passed, staged files whose lock is free, dead sessions that no record names.",
      "Coordinators may be at work meanwhile."
    })
final class LeasesSweepCommand extends LeasesChanging {

  @Override
  ExitCode change(CommandContext context) throws Exception {
    List<TableFinding> leftovers = new ArrayList<>();
    try (TableInspection table = table().inspect(context)) {
      table.verify(
          EpochClock.system(),
          finding -> {
            if (finding.check() == Check.LEFTOVER) {
              leftovers.add(finding);
            }
          });
    }
    LeasesText text = new LeasesText(context.columns(), context.paint(), true);
    leftovers.forEach(finding -> context.out().print(text.found(finding)));
    String count = LeasesText.counted(leftovers.size(), "leftover");
    if (isDryRun() || leftovers.isEmpty()) {
      context.out().println(count + "; nothing was changed");
      return ExitCode.OK;
    }
    if (!isWanted(context, "Remove " + count + "?")) {
      return nothingDone(context);
    }
    return sweep(context);
  }

  private ExitCode sweep(CommandContext context) throws Exception {
    try (TableUpkeep upkeep =
        TableUpkeep.open(
            context.machine().posix(), table().path(), table().assumed(), options(context))) {
      TableUpkeep.Swept swept = upkeep.sweep();
      context
          .out()
          .println(
              LeasesText.counted(swept.names(), "name")
                  + " and "
                  + LeasesText.counted(swept.sessions(), "dead session")
                  + " removed");
      return ExitCode.OK;
    }
  }
}
