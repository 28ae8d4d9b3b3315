package io.holdfast.cli;

import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.PoisonedException;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.SessionLostException;
import io.holdfast.lease.ShardRefusedException;
import io.holdfast.lease.TableRefusedException;
import io.holdfast.posix.BindingUnavailableException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** What the commands have in common that change a table: they show, they ask, and then they do. */
abstract class LeasesChanging implements Subcommand {

  @ParentCommand private @Nullable LeasesCommand parent;

  @Option(names = "--dry-run", description = "Show what would be done, and change nothing.")
  private boolean dryRun;

  @Option(
      names = {"-y", "--yes"},
      description = "Do not ask.")
  private boolean yes;

  final LeasesCommand table() {
    if (parent == null) {
      throw new IllegalStateException("the parser sets the parent");
    }
    return parent;
  }

  final boolean isDryRun() {
    return dryRun;
  }

  /** Whether it is to be done: asks, unless it was said before. */
  final boolean isWanted(CommandContext context, String question) throws IOException {
    return yes || context.ask(question);
  }

  /** The answer was no. */
  static ExitCode nothingDone(CommandContext context) {
    context.out().println("nothing was changed");
    return ExitCode.INCONCLUSIVE;
  }

  /** How this process takes part in a table. */
  static LeaseOptions options(CommandContext context) throws BindingUnavailableException {
    return LeaseOptions.defaults(LeaseClocks.system(context.machine().posix()));
  }

  /** Does what was asked for, and says what stands in the way. */
  abstract ExitCode change(CommandContext context) throws Exception;

  @Override
  public final ExitCode run(CommandContext context) throws Exception {
    try {
      return change(context);
    } catch (TableRefusedException e) {
      throw table().refused(e);
    } catch (DurabilityUnknownException e) {
      throw CommandFailure.environment(
          "it may have been done: " + e.getMessage(), "look at the table, then do it again");
    } catch (ShardRefusedException e) {
      throw CommandFailure.environment(table().path() + ": " + e.getMessage(), null);
    } catch (PoisonedException | SessionLostException e) {
      throw CommandFailure.environment(String.valueOf(e.getMessage()), "do it again");
    }
  }
}
