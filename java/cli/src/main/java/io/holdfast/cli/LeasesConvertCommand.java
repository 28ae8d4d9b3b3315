package io.holdfast.cli;

import io.holdfast.cli.leases.LeasesText;
import io.holdfast.lease.TableConversion;
import io.holdfast.lease.TableFinding.Severity;
import io.holdfast.lease.TableRefusedException;
import picocli.CommandLine.Command;

/** {@code holdfast leases DIR convert}. */
@Command(
    name = "convert",
    description = {
      "Makes a fence table of a flock table. All its coordinators must have ended; leases that"
          + " live, commits that have begun and locks that are held are refused. A run that was cut"
          + " off is gone on with by the next one; until then nobody can open the table.",
      ""
    })
final class LeasesConvertCommand extends LeasesChanging {

  @Override
  ExitCode change(CommandContext context) throws Exception {
    LeasesText text = new LeasesText(context.columns(), context.paint(), true);
    try (TableConversion conversion =
        TableConversion.open(context.machine().posix(), table().path(), options(context))) {
      TableConversion.Prospect prospect = conversion.look();
      prospect.obstacles().forEach(finding -> context.out().print(text.found(finding)));
      context
          .out()
          .println(
              LeasesText.counted(prospect.records(), "record")
                  + " to convert, "
                  + prospect.converted()
                  + " converted, "
                  + prospect.obstacles().size()
                  + " in the way");
      if (!prospect.obstacles().isEmpty() || isDryRun()) {
        context.out().println("nothing was changed");
        return exitCode(prospect);
      }
      if (!isWanted(context, "Have all coordinators ended, and is it to be converted?")) {
        return nothingDone(context);
      }
      long converted = conversion.convert();
      context.out().println(LeasesText.counted(converted, "record") + " converted: a fence table");
      return ExitCode.OK;
    }
  }

  @Override
  CommandFailure refused(TableRefusedException e) throws CommandFailure {
    return table().refused(e, "adopt it first: 'holdfast leases DIR adopt --shards N'");
  }

  /** A corrupt record counts before a lease that lives. */
  private static ExitCode exitCode(TableConversion.Prospect prospect) {
    boolean broken =
        prospect.obstacles().stream()
            .anyMatch(finding -> finding.check().severity() == Severity.BROKEN);
    if (broken) {
      return ExitCode.REFUTED;
    }
    return prospect.obstacles().isEmpty() ? ExitCode.OK : ExitCode.INCONCLUSIVE;
  }
}
