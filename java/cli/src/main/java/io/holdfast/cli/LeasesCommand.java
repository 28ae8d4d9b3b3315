package io.holdfast.cli;

import io.holdfast.cli.leases.TableHead;
import io.holdfast.cli.report.Printable;
import io.holdfast.lease.TableInspection;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.TableRefusedException;
import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Errno;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;

/** {@code holdfast leases}: a table of leases, looked at and looked after. */
@Command(
    name = "leases",
    header = "What stands in this table of leases, and is it sound?",
    description = {
      "Looks at a table of leases and looks after it. The commands that look open no session, take"
          + " no lock and write nothing; those that change something show it and ask. Without a"
          + " command: stats.",
      ""
    },
    subcommands = {
      LeasesLsCommand.class,
      LeasesShowCommand.class,
      LeasesStatsCommand.class,
      LeasesVerifyCommand.class,
      LeasesExportCommand.class,
      LeasesWatchCommand.class,
      LeasesRecoverCommand.class,
      LeasesSweepCommand.class,
      LeasesPurgeCommand.class,
      LeasesStagesCommand.class,
      LeasesBreakCommand.class,
      LeasesAdoptCommand.class,
      LeasesConvertCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%n",
    footer = {
      "Examples:",
      "  holdfast leases /srv/state                        how much there is of what",
      "  holdfast leases /srv/state ls --state committing  who has begun to commit",
      "  holdfast leases /srv/state show 3fa9              everything about one id",
      "  holdfast leases /srv/state verify                 every record, every rule",
      "  holdfast leases /srv/state recover                free what its holders left",
      "  holdfast leases /srv/state stages /srv/results    what of results nobody can commit",
      "",
      "Exit codes: 0 as asked, 1 something is broken, 2 usage, 3 something could not be looked at,",
      "4 the table cannot be opened."
    })
final class LeasesCommand implements Subcommand {

  /** Why there is nothing to be opened. */
  private static final Map<Errno, String> NO_ROOT =
      Map.of(
          Errno.ENOENT, "there is no such directory",
          Errno.ENOTDIR, "it is not a directory");

  private static final Map<Errno, String> WORDS =
      Map.of(
          Errno.EACCES, "this user may not",
          Errno.EPERM, "this user may not",
          Errno.ENOSPC, "there is no room left",
          Errno.EDQUOT, "there is no room left for this user",
          Errno.EROFS, "it is mounted read-only",
          Errno.EIO, "the storage failed");

  @Parameters(paramLabel = "DIR", description = "The table's root.")
  private String directory = "";

  @Option(
      names = "--shards",
      paramLabel = "N",
      scope = ScopeType.INHERIT,
      description = "How many shards a table has that says nothing itself: no table.json.")
  private @Nullable Integer shards;

  @Override
  public ExitCode run(CommandContext context) throws Exception {
    return new LeasesStatsCommand(this).run(context);
  }

  RawPath path() throws CommandFailure {
    if (directory.isEmpty()) {
      throw CommandFailure.usage("DIR is empty", ". is the current directory");
    }
    return RawArguments.path(directory);
  }

  /** What a table is taken for that has no manifest: as coordinators of other languages make it. */
  Optional<TableManifest> assumed() throws CommandFailure {
    if (shards == null) {
      return Optional.empty();
    }
    try {
      TableManifest flock = TableManifest.ofWork().withProtocol(Protocol.FLOCK);
      return Optional.of(flock.withShardCount(shards));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage("--shards is 1 to " + TableManifest.SHARD_LIMIT, null);
    }
  }

  /** Opens the table to look at it. */
  TableInspection inspect(CommandContext context)
      throws CommandFailure, BindingUnavailableException {
    try {
      return inspectOrRefuse(context);
    } catch (TableRefusedException e) {
      throw refused(e);
    }
  }

  /** The same, for who has something to say about a manifest that is none. */
  TableInspection inspectOrRefuse(CommandContext context)
      throws CommandFailure, BindingUnavailableException, TableRefusedException {
    RawPath path = path();
    TableInspection table;
    try {
      table = TableInspection.open(context.machine().posix(), path, assumed());
    } catch (PosixException e) {
      throw failed(e);
    }
    int count = table.manifest().shardCount();
    if (shards != null && shards != count) {
      table.close();
      throw CommandFailure.usage("--shards " + shards + ": the table has " + count, null);
    }
    return table;
  }

  /** What a call that failed means for whoever asked for something in this table. */
  CommandFailure failed(PosixException e) throws CommandFailure {
    return failed(path(), e);
  }

  /** The same for a directory. */
  static CommandFailure failed(RawPath path, PosixException e) {
    String message = String.valueOf(e.getMessage());
    boolean ofRoot = message.startsWith(e.operation() + " " + path + ": ");
    if (ofRoot && NO_ROOT.containsKey(e.errno())) {
      return CommandFailure.environment(path + ": " + NO_ROOT.get(e.errno()), null);
    }
    String words = WORDS.get(e.errno());
    String call = ofRoot ? e.errno().toString() : message;
    return CommandFailure.environment(
        path + ": " + (words == null ? call : words + " (" + call + ")"), null);
  }

  CommandFailure refused(TableRefusedException e) throws CommandFailure {
    return refused(
        e, "a table that coordinators of another language made is opened with --shards N");
  }

  /**
   * The same.
   *
   * @param absence what to do about a table that says nothing itself
   */
  CommandFailure refused(TableRefusedException e, String absence) throws CommandFailure {
    String hint = TableInspection.isAbsent(e) ? absence : null;
    String message = String.valueOf(e.getMessage());
    boolean namesRoot = message.startsWith("directory " + path() + " ");
    return CommandFailure.environment(namesRoot ? message : path() + ": " + message, hint);
  }

  TableHead head(TableInspection table) throws CommandFailure {
    return new TableHead(path(), table.manifest(), table.hasManifest());
  }

  static String word(Protocol protocol) {
    return protocol.name().toLowerCase(Locale.ROOT);
  }

  /** What an owner file says, made safe for a terminal. */
  static String told(Optional<String> owner) {
    return owner
        .map(line -> "held by (host, boot id, pid, random id): " + Printable.line(line))
        .orElse("held by somebody whose owner file is gone");
  }
}
