package io.holdfast.cli;

import io.holdfast.json.CanonicalJson;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.TableInspection;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** {@code holdfast leases DIR export}. */
@Command(
    name = "export",
    description = {
      "Prints every record as one line of canonical JSON: shard by shard, in the order of ids"
          + " within each. What cannot be read is told on standard error, and the rest is printed.",
      ""
    })
final class LeasesExportCommand implements Subcommand {

  @ParentCommand private @Nullable LeasesCommand parent;

  @Override
  public ExitCode run(CommandContext context) throws Exception {
    if (parent == null) {
      throw new IllegalStateException("the parser sets the parent");
    }
    try (TableInspection table = parent.inspect(context)) {
      LeasesReading.Walk walk = new LeasesReading.Walk();
      walk.through(
          context,
          table,
          0,
          table.manifest().shardCount() - 1,
          row -> {
            LeaseRecord record = row.record();
            if (record != null) {
              context.out().print(CanonicalJson.text(record.fields()) + "\n");
            } else {
              String where = row.path() == null ? row.id().hex() : row.path();
              context.complain(where + ": " + row.problem());
            }
          });
      return walk.exitCode();
    }
  }
}
