package io.holdfast.cli;

import io.holdfast.cli.leases.LeaseRow;
import io.holdfast.cli.leases.LeasesText;
import io.holdfast.cli.leases.TableStats;
import io.holdfast.clock.NanoClock;
import io.holdfast.clock.Pause;
import io.holdfast.durable.RootTrust;
import io.holdfast.lease.LeaseRecord;
import io.holdfast.lease.LeaseStatus;
import io.holdfast.lease.Reading;
import io.holdfast.lease.ReleaseAnswer;
import io.holdfast.lease.TableInspection;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.TableRecovery;
import java.util.List;
import java.util.function.BooleanSupplier;
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

  private static final int BEATS_PER_TTL = 4;

  @Option(
      names = "--no-wait",
      description = "Watch no session: free only what is known to be over at once.")
  private boolean noWait;

  @Override
  ExitCode change(CommandContext context) throws Exception {
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
    recover(context, text, manifest);
    return walk.exitCode();
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

  private void recover(CommandContext context, LeasesText text, TableManifest manifest)
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
      TableRecovery.Outlook outlook = recovery.look();
      int freed = free(context, text, recovery, outlook);
      if (watches(manifest) && !outlook.held().isEmpty()) {
        outlook = watch(recovery, manifest, outlook, progress);
        progress.erase();
        freed += free(context, text, recovery, outlook);
      }
      context
          .out()
          .println(
              LeasesText.counted(freed, "lease")
                  + " freed, "
                  + outlook.held().size()
                  + " held, "
                  + outlook.committing().size()
                  + " committing");
    }
  }

  /** Looks again and again for the ttl, so that the own session beats, and once more after it. */
  private static TableRecovery.Outlook watch(
      TableRecovery recovery,
      TableManifest manifest,
      TableRecovery.Outlook first,
      ProgressLine progress)
      throws Exception {
    NanoClock clock = NanoClock.system();
    long ttlNanos = manifest.ttlMillis() * 1_000_000L;
    long end = clock.nanoTime() + ttlNanos;
    TableRecovery.Outlook outlook = first;
    while (clock.nanoTime() < end) {
      long beat = Math.min(end, clock.nanoTime() + ttlNanos / BEATS_PER_TTL);
      progress.show("watching " + outlook.held().size() + " leases");
      pauseUntil(() -> clock.nanoTime() >= beat, beat - clock.nanoTime());
      outlook = recovery.look();
    }
    return outlook;
  }

  private static void pauseUntil(BooleanSupplier over, long nanos) {
    while (!over.getAsBoolean()) {
      Pause.system().nanos(Math.max(1, nanos));
    }
  }

  private static int free(
      CommandContext context,
      LeasesText text,
      TableRecovery recovery,
      TableRecovery.Outlook outlook)
      throws Exception {
    int freed = 0;
    int shards = recovery.manifest().shardCount();
    for (LeaseRecord record : outlook.expired()) {
      ReleaseAnswer answer = recovery.free(record);
      boolean done = answer instanceof ReleaseAnswer.Released;
      freed += done ? 1 : 0;
      LeaseRow row =
          LeaseRow.of(
              record.id(),
              record.id().shard(shards),
              new Reading.Present(record),
              LeasesReading.nowSeconds());
      String word = done ? "freed  " : "left   ";
      context.out().print(word + text.listed(row));
    }
    return freed;
  }
}
