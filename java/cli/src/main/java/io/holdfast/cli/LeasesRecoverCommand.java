package io.holdfast.cli;

import io.holdfast.cli.leases.LeaseRow;
import io.holdfast.cli.leases.LeasesText;
import io.holdfast.cli.leases.TableStats;
import io.holdfast.clock.NanoClock;
import io.holdfast.durable.RootTrust;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.Reading;
import io.holdfast.lease.TableFinding;
import io.holdfast.lease.TableInspection;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.TableRecovery;
import io.holdfast.lease.WorkId;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code holdfast leases DIR recover}. */
@Command(
    name = "recover",
    description = {
      "Frees the leases whose holders are gone, without claiming them, and lists what is"
          + " committing, which coordinators replay. In a fence table a session is gone when it was"
          + " closed, or when it did not beat for the ttl, for which it is watched.",
      ""
    })
final class LeasesRecoverCommand extends LeasesChanging {

  @Option(
      names = "--no-wait",
      description = "Watch no session: free only what is known to be over at once.")
  private boolean noWait;

  @Override
  ExitCode change(CommandContext context) throws Exception {
    requireAllowed(context);
    LeasesText text = new LeasesText(context.columns(), context.paint(), true);
    TableManifest manifest;
    TableStats stats = new TableStats();
    LeasesReading.Walk walk = new LeasesReading.Walk();
    try (TableInspection table = table().inspect(context)) {
      manifest = table.manifest();
      context.out().print(text.listHead());
      walk.through(
          context,
          table,
          0,
          manifest.shardCount() - 1,
          row -> {
            stats.add(row);
            boolean open = List.of("leased", "committing").contains(row.state());
            context.out().print(open || row.record() == null ? text.listed(row) : "");
          });
    }
    long leased = stats.of(LeaseStatus.LEASED);
    if (isDryRun() || leased == 0) {
      context.out().println(LeasesText.counted(leased, "lease") + "; nothing was changed");
      return walk.exitCode();
    }
    if (!isWanted(context, question(manifest, leased))) {
      return nothingDone(context);
    }
    return worse(walk.exitCode(), recover(context, text, manifest));
  }

  private boolean watches(TableManifest manifest) {
    return manifest.protocol() == Protocol.FENCE && !noWait;
  }

  private String question(TableManifest manifest, long leased) {
    return "Free those of "
        + LeasesText.counted(leased, "lease")
        + " that are over"
        + (watches(manifest)
            ? ", and those whose sessions stay silent for " + manifest.ttlMillis() / 1e3 + " s?"
            : "?");
  }

  private ExitCode recover(CommandContext context, LeasesText text, TableManifest manifest)
      throws Exception {
    try (TableRecovery recovery =
            TableRecovery.open(
                context.machine().posix(),
                table().path(),
                table().assumed(),
                options(context),
                RootTrust.declaredByCaller("holdfast leases recover"),
                "holdfast leases recover");
        ProgressLine progress = ProgressLine.on(context, false)) {
      OnSignal signal = OnSignal.run(recovery::endSession);
      try {
        return recover(context, text, manifest, recovery, progress);
      } finally {
        signal.forget();
      }
    }
  }

  private ExitCode recover(
      CommandContext context,
      LeasesText text,
      TableManifest manifest,
      TableRecovery recovery,
      ProgressLine progress)
      throws Exception {
    Freed freed = new Freed(context, text, recovery);
    TableRecovery.Outlook outlook = recovery.look();
    freed.those(outlook);
    if (watches(manifest) && !outlook.held().isEmpty()) {
      String leases = LeasesText.counted(outlook.held().size(), "lease");
      context.out().println(watching(leases, manifest.ttlMillis() * NANOS_PER_MILLI));
      context.out().flush();
      outlook = watch(recovery, manifest, outlook, progress);
      progress.erase();
      freed.those(outlook);
    }
    return freed.end(outlook);
  }

  /** Looks again and again for the ttl, so that the own session beats, and once more after it. */
  private static TableRecovery.Outlook watch(
      TableRecovery recovery,
      TableManifest manifest,
      TableRecovery.Outlook first,
      ProgressLine progress)
      throws Exception {
    NanoClock clock = NanoClock.system();
    long ttlNanos = manifest.ttlMillis() * NANOS_PER_MILLI;
    long end = clock.nanoTime() + ttlNanos;
    TableRecovery.Outlook outlook = first;
    while (clock.nanoTime() < end) {
      long beat = Math.min(end, clock.nanoTime() + ttlNanos / LOOKS_PER_TTL);
      progress.show("watching " + LeasesText.counted(outlook.held().size(), "lease"));
      pauseUntil(clock, beat);
      outlook = recovery.look();
    }
    return outlook;
  }

  /** What was freed and what was not. */
  private static final class Freed {

    private final CommandContext context;
    private final LeasesText text;
    private final TableRecovery recovery;
    private final Set<WorkId> left = new HashSet<>();
    private final Set<TableFinding> obstacles = new LinkedHashSet<>();
    private int freed;

    Freed(CommandContext context, LeasesText text, TableRecovery recovery) {
      this.context = context;
      this.text = text;
      this.recovery = recovery;
    }

    /** Frees what is over, each once. */
    void those(TableRecovery.Outlook outlook) throws Exception {
      outlook.obstacles().forEach(this::tell);
      for (LeaseRecord record : outlook.expired()) {
        if (!left.contains(record.id())) {
          free(record);
        }
      }
    }

    private void free(LeaseRecord record) throws Exception {
      TableRecovery.Freeing freeing = recovery.free(record);
      if (freeing instanceof TableRecovery.Freeing.Freed) {
        freed++;
        context.out().print("freed  " + text.listed(row(record)));
      } else if (freeing instanceof TableRecovery.Freeing.Used) {
        context.out().print("used   " + text.listed(row(record)));
      } else if (freeing instanceof TableRecovery.Freeing.Prevented prevented) {
        left.add(record.id());
        context.out().print("left   " + text.listed(row(record)));
        tell(prevented.obstacle());
      }
    }

    private LeaseRow row(LeaseRecord record) {
      int shard = record.id().shard(recovery.manifest().shardCount());
      Reading reading = new Reading.Present(record);
      return LeaseRow.of(record.id(), shard, reading, LeasesReading.nowSeconds());
    }

    private void tell(TableFinding obstacle) {
      if (obstacles.add(obstacle)) {
        context.out().print(text.found(obstacle));
      }
    }

    /** The counts. */
    ExitCode end(TableRecovery.Outlook outlook) {
      StringBuilder counts = new StringBuilder(LeasesText.counted(freed, "lease"));
      counts.append(" freed, ").append(outlook.held().size()).append(" held, ");
      counts.append(outlook.committing().size()).append(" committing");
      counts.append(
          left.isEmpty() ? "" : ", " + left.size() + " left: what is in the way is above");
      context.out().println(counts);
      return left.isEmpty()
          ? exitCode(obstacles)
          : worse(exitCode(obstacles), ExitCode.INCONCLUSIVE);
    }
  }
}
