package io.holdfast.cli;

import io.holdfast.cli.leases.Verification;
import io.holdfast.clock.NanoClock;
import io.holdfast.clock.Pause;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.PoisonedException;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.SessionLostException;
import io.holdfast.lease.ShardRefusedException;
import io.holdfast.lease.TableFinding;
import io.holdfast.lease.TableRefusedException;
import io.holdfast.lease.TableUpkeep;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.PosixException;
import java.io.IOException;
import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** What the commands have in common that change a table: they show, they ask, and then they do. */
abstract class LeasesChanging implements Subcommand {

  static final long NANOS_PER_MILLI = 1_000_000L;

  /** How often somebody who is watched is looked at. */
  static final int LOOKS_PER_TTL = 4;

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

  /**
   * Refuses what is not this process's to change, before anything is shown or asked.
   *
   * @throws TableRefusedException as a coordinator would be refused
   */
  final void requireAllowed(CommandContext context) throws Exception {
    table().inspect(context).close();
    TableUpkeep.open(context.machine().posix(), table().path(), table().assumed(), options(context))
        .close();
  }

  /** One line about what takes so long. */
  static String watching(String what, long nanos) {
    double seconds = nanos / 1e9;
    return String.format(
        Locale.ROOT, "watching %s for up to %.1f s: who does not beat is gone", what, seconds);
  }

  static void pauseUntil(NanoClock clock, long nanos) {
    for (long left = nanos - clock.nanoTime(); left > 0; left = nanos - clock.nanoTime()) {
      Pause.system().nanos(left);
    }
  }

  /** What stood in the way: what is broken counts before what could not be looked at. */
  static ExitCode exitCode(Collection<TableFinding> obstacles) {
    Verification verification = new Verification();
    obstacles.forEach(verification::add);
    return verification.exitCode();
  }

  /** The one of two that is to be told: 1 before 3 before 0. */
  static ExitCode worse(ExitCode one, ExitCode other) {
    boolean refuted = one == ExitCode.REFUTED || other == ExitCode.REFUTED;
    return refuted ? ExitCode.REFUTED : one == ExitCode.OK ? other : one;
  }

  /** How this process takes part in a table. */
  static LeaseOptions options(CommandContext context) throws BindingUnavailableException {
    return LeaseOptions.defaults(LeaseClocks.system(context.machine().posix()));
  }

  /** Why this table is not changed. */
  CommandFailure refused(TableRefusedException e) throws CommandFailure {
    return table().refused(e);
  }

  /** Does what was asked for, and says what stands in the way. */
  abstract ExitCode change(CommandContext context) throws Exception;

  @Override
  public final ExitCode run(CommandContext context) throws Exception {
    try {
      return change(context);
    } catch (TableRefusedException e) {
      throw refused(e);
    } catch (DurabilityUnknownException e) {
      throw CommandFailure.environment(
          table().path() + ": it may have been done: " + e.getMessage(),
          "look at the table, then do it again");
    } catch (ShardRefusedException e) {
      throw CommandFailure.environment(table().path() + ": " + e.getMessage(), null);
    } catch (PoisonedException | SessionLostException e) {
      throw CommandFailure.environment(table().path() + ": " + e.getMessage(), "do it again");
    } catch (PosixException e) {
      throw table().failed(e);
    }
  }
}
