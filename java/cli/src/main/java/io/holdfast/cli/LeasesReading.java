package io.holdfast.cli;

import io.holdfast.cli.leases.LeaseRow;
import io.holdfast.lease.TableInspection;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.PosixException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** What the commands have in common that look at a table. */
abstract class LeasesReading implements Subcommand {

  @ParentCommand private @Nullable LeasesCommand parent;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write JSON to FILE as well, or to standard output instead of text for -.")
  private @Nullable String json;

  /** Made by the parser, which sets the parent. */
  LeasesReading() {}

  /** Made by hand. */
  LeasesReading(LeasesCommand parent) {
    this.parent = parent;
  }

  /** Looks at what was asked for. */
  abstract ExitCode look(CommandContext context) throws Exception;

  @Override
  public final ExitCode run(CommandContext context) throws Exception {
    try {
      return look(context);
    } catch (PosixException e) {
      throw table().failed(e);
    }
  }

  final LeasesCommand table() {
    if (parent == null) {
      throw new IllegalStateException("the parser sets the parent");
    }
    return parent;
  }

  final boolean textIsWanted() {
    return !ReportFile.STANDARD_OUTPUT.equals(json);
  }

  final boolean jsonIsWanted() {
    return json != null;
  }

  /** The file that was asked for, checked now; or null. */
  final @Nullable ReportFile reportFile(CommandContext context)
      throws CommandFailure, BindingUnavailableException {
    return textIsWanted() ? BreakingCommand.reportFile(context, json) : null;
  }

  final void deliver(CommandContext context, String document, @Nullable ReportFile file)
      throws CommandFailure {
    if (!textIsWanted()) {
      context.out().print(document);
    }
    BreakingCommand.write(document, file);
  }

  static double nowSeconds() {
    return System.currentTimeMillis() / 1e3;
  }

  /** Reads every id of some shards; says which shard cannot be read, and goes on. */
  static final class Walk {

    private boolean corrupt;
    private boolean incomplete;

    /**
     * Walks through the shards from one to another.
     *
     * @param visitor gets a row for each id
     */
    void through(
        CommandContext context,
        TableInspection table,
        int first,
        int last,
        Consumer<LeaseRow> visitor) {
      double now = nowSeconds();
      for (int number = first; number <= last; number++) {
        int shard = number;
        try {
          table.scan(
              shard,
              (id, reading) -> {
                LeaseRow row = LeaseRow.of(id, shard, reading, now);
                see(row);
                visitor.accept(row);
              });
        } catch (PosixException e) {
          incomplete = true;
          context.complain("shard " + shard + " cannot be read: " + e.getMessage());
        }
      }
    }

    void see(LeaseRow row) {
      corrupt |= row.state().equals(LeaseRow.CORRUPT);
      incomplete |= row.state().equals(LeaseRow.UNAVAILABLE);
    }

    void incomplete() {
      incomplete = true;
    }

    /** Corruption counts before what could not be read. */
    ExitCode exitCode() {
      if (corrupt) {
        return ExitCode.REFUTED;
      }
      return incomplete ? ExitCode.INCONCLUSIVE : ExitCode.OK;
    }
  }
}
