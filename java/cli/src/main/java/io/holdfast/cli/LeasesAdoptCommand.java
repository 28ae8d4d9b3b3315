package io.holdfast.cli;

import io.holdfast.cli.leases.LeasesText;
import io.holdfast.cli.leases.Verification;
import io.holdfast.clock.EpochClock;
import io.holdfast.lease.TableFinding;
import io.holdfast.lease.TableFinding.Severity;
import io.holdfast.lease.TableInspection;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.TableManifest.Kind;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.TableUpkeep;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code holdfast leases DIR adopt}. */
@Command(
    name = "adopt",
    description = {
      "Writes table.json for a flock table that coordinators of another language made, so that it"
          + " says itself what it is. Verifies it first: with a wrong --shards, or with anything"
          + " broken in it, it is not adopted.",
      ""
    })
final class LeasesAdoptCommand extends LeasesChanging {

  private static final int DIRECTORY_MODE = 0755;
  private static final int FILE_MODE = 0644;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "What is leased: work (default) or target.")
  private String kind = word(Kind.WORK);

  @Option(
      names = "--ttl",
      paramLabel = "AGE",
      description = "For how long its coordinators grant a lease; default 120s.")
  private @Nullable String ttl;

  @Override
  ExitCode change(CommandContext context) throws Exception {
    TableManifest manifest = asked();
    Verification verification = new Verification();
    LeasesText text = new LeasesText(context.columns(), context.paint(), true);
    try (TableInspection table =
        TableInspection.open(context.machine().posix(), table().path(), Optional.of(manifest))) {
      if (table.hasManifest()) {
        throw CommandFailure.environment(table().path() + ": it has a table.json already", null);
      }
      verification.end(table.verify(EpochClock.system(), verification::add));
    }
    for (TableFinding finding : verification.findings()) {
      if (finding.severity() != Severity.NOTE) {
        context.out().print(text.found(finding));
      }
    }
    context.out().print(text.verdict(verification));
    if (verification.exitCode() != ExitCode.OK || isDryRun()) {
      context.out().println("nothing was changed");
      return verification.exitCode();
    }
    if (!isWanted(context, "Write table.json for " + manifest.shardCount() + " shards?")) {
      return nothingDone(context);
    }
    TableUpkeep.adopt(context.machine().posix(), table().path(), manifest, options(context));
    context.out().println("adopted");
    return ExitCode.OK;
  }

  private TableManifest asked() throws CommandFailure {
    TableManifest assumed =
        table()
            .assumed()
            .orElseThrow(() -> CommandFailure.usage("adopt wants --shards N", "never guess it"));
    double seconds = ttl == null ? assumed.ttlMillis() / 1e3 : Age.seconds(ttl);
    try {
      return new TableManifest(
          BreakingCommand.one(
              "--kind",
              kind,
              name -> Arrays.stream(Kind.values()).filter(k -> word(k).equals(name)).findFirst(),
              Arrays.stream(Kind.values()).map(LeasesAdoptCommand::word)),
          Protocol.FLOCK,
          assumed.shardCount(),
          Math.round(seconds * 1e3),
          FILE_MODE,
          DIRECTORY_MODE);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage("--ttl is 1s to 365d", null);
    }
  }

  private static String word(Kind known) {
    return known.name().toLowerCase(Locale.ROOT);
  }
}
