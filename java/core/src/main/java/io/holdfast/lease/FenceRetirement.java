package io.holdfast.lease;

import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.Dir;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.Name;
import io.holdfast.durable.PoisonedException;
import io.holdfast.posix.PosixException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The end of ids whose last transition has been made and is durable: first a tombstone, durable,
 * then their names go. Whoever does it again, or goes on where somebody died, does no harm: a
 * second tombstone says the same, and names that are left mean nothing by their numbers. Any
 * thread.
 */
final class FenceRetirement {

  private final Durable durable;
  private final LeaseCounters counters;
  private final FenceReader reader;

  FenceRetirement(Durable durable, LeaseCounters counters, FenceReader reader) {
    this.durable = durable;
    this.counters = counters;
    this.reader = reader;
  }

  /**
   * Retires ids of one shard.
   *
   * @param retired 1 to {@value Tombstone#ENTRY_LIMIT}
   * @throws PosixException nothing was removed; the ids stay as they are
   */
  void finish(ShardFiles files, SortedMap<WorkId, RetiredId> retired)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    durable.makeDirs(files.dir(), List.of(Tombstones.DIRECTORY));
    SortedMap<WorkId, RetiredId> unkept = new TreeMap<>(retired);
    files
        .tombstones()
        .eras(retired.keySet())
        .forEach((id, era) -> era.retired().forEach(kept -> unkept.remove(id, kept)));
    try (Dir directory = files.dir().openChild(Tombstones.DIRECTORY)) {
      if (unkept.isEmpty()) {
        barrier(directory);
      } else {
        durable.publish(directory, Name.of(reader.nonce()), Tombstone.encode(unkept));
      }
    }
    remove(files, retired);
  }

  /** Whoever has written the tombstones may have died before that. */
  private void barrier(Dir directory)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    try (DirectoryBarrierBatch batch = durable.batch(BarrierReason.PUBLISH)) {
      batch.changed(directory);
      batch.flush();
    }
  }

  private void remove(ShardFiles files, SortedMap<WorkId, RetiredId> retired)
      throws PosixException {
    Map<WorkId, List<String>> names = ShardListing.of(files.list()).byId();
    for (RetiredId one : retired.values()) {
      FenceEra era = FenceEra.of(List.of(one));
      FenceView view = new FenceView(files, one.id(), counters).in(era);
      for (Name name : FenceSweeper.ended(view, names.getOrDefault(one.id(), List.of()))) {
        int result = files.unlink(name);
        if (result < 0 && !ShardFiles.isAbsence(result)) {
          counters.leftover();
        }
      }
    }
  }
}
