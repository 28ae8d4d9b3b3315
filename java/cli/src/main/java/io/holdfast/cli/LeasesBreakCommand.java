package io.holdfast.cli;

import io.holdfast.lease.HeldUpdateLock;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.TableUpkeep;
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
        throw CommandFailure.usage(
            "only locks that are directories outlive their holders",
            "this table's protocol is " + LeasesCommand.word(upkeep.manifest().protocol()));
      }
      List<HeldUpdateLock> held = new ArrayList<>(upkeep.heldLocks());
      held.removeIf(lock -> !lock.id().hex().startsWith(prefix));
      return breakAll(context, upkeep, held);
    }
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
    boolean broken = upkeep.breakLock(lock);
    context
        .out()
        .println(broken ? "  broken" : "  left as it is: it has changed since it was seen");
    return broken;
  }
}
