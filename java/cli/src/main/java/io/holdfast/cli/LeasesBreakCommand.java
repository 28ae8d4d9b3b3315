package io.holdfast.cli;

import io.holdfast.cli.leases.LeasesText;
import io.holdfast.lease.HeldUpdateLock;
import io.holdfast.lease.TableFinding;
import io.holdfast.lease.TableFinding.Check;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.TableUpkeep;
import io.holdfast.lease.TableUpkeep.Breaking;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code holdfast leases DIR break}. */
@Command(
    name = "break",
    description = {
      "Shows who holds the update locks of a table whose locks are directories, and takes them away"
          + " from holders that are gone. A holder that lives would go on as if it had its lock:"
          + " make sure that its process has ended.",
      ""
    })
final class LeasesBreakCommand extends LeasesChanging {

  @Parameters(
      paramLabel = "LOCK",
      arity = "0..1",
      description = "First digits of the ids whose locks are meant; all locks by default.")
  private String prefix = "";

  @Override
  ExitCode change(CommandContext context) throws Exception {
    if (!prefix.matches("[0-9a-f]{0,64}")) {
      throw CommandFailure.usage("LOCK is 1 to 64 lower-case hex digits", null);
    }
    try (TableUpkeep upkeep =
        TableUpkeep.open(
            context.machine().posix(), table().path(), table().assumed(), options(context))) {
      if (upkeep.manifest().protocol() != Protocol.MKDIR) {
        throw CommandFailure.environment(
            table().path() + ": only locks that are directories outlive their holders",
            "this table's protocol is " + LeasesCommand.word(upkeep.manifest().protocol()));
      }
      List<TableFinding> obstacles = new ArrayList<>();
      List<HeldUpdateLock> held = new ArrayList<>(upkeep.heldLocks(obstacles::add));
      held.removeIf(lock -> !lock.id().hex().startsWith(prefix));
      obstacles.removeIf(obstacle -> !isMeant(obstacle));
      LeasesText text = new LeasesText(context.columns(), context.paint(), true);
      obstacles.forEach(obstacle -> context.out().print(text.found(obstacle)));
      return worse(exitCode(obstacles), breakAll(context, upkeep, held));
    }
  }

  /** What is no lock is told where its id is meant, a directory always. */
  private boolean isMeant(TableFinding obstacle) {
    String path = obstacle.path().toString();
    return obstacle.check() != Check.LOCK || path.contains("/" + prefix);
  }

  private ExitCode breakAll(CommandContext context, TableUpkeep upkeep, List<HeldUpdateLock> held)
      throws Exception {
    ExitCode exitCode = ExitCode.OK;
    for (HeldUpdateLock lock : held) {
      context.out().println(lock.path() + "  " + LeasesCommand.told(lock.owner()));
      if (!isDryRun()) {
        exitCode = breakOne(context, upkeep, lock) ? exitCode : ExitCode.INCONCLUSIVE;
      }
    }
    if (held.isEmpty()) {
      context.out().println("no lock is held");
    } else if (isDryRun()) {
      context.out().println("nothing was changed");
    }
    return exitCode;
  }

  private boolean breakOne(CommandContext context, TableUpkeep upkeep, HeldUpdateLock lock)
      throws Exception {
    if (!isWanted(context, "Has its holder ended, and is its lock to be broken?")) {
      context.out().println("  left as it is");
      return false;
    }
    Breaking breaking = upkeep.breakLock(lock);
    context
        .out()
        .println(
            switch (breaking) {
              case BROKEN -> "  broken";
              case CHANGED -> "  left as it is: it has changed since it was seen";
              case NOT_EMPTY -> "  left as it is: something is in it, which no holder puts there";
            });
    return breaking == Breaking.BROKEN;
  }
}
