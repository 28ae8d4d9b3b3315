package io.holdfast.lease;

import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.Name;
import io.holdfast.durable.PoisonedException;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Removes what losers and the dead have left in a fence table. A record is a leftover only by
 * number: one that the genuine fence has passed, or that lost its number. Age decides nothing, and
 * neither does the death of a session, which may yet win with what it has staged.
 */
final class FenceSweeper {

  private final Durable durable;
  private final LeaseCounters counters;

  FenceSweeper(Durable durable, LeaseCounters counters) {
    this.durable = durable;
    this.counters = counters;
  }

  /** What can go once a fence is seen to stand behind a barrier. */
  private record Leftovers(FenceName fence, List<Name> names) {}

  /** Sweeps every shard. @return how many names went */
  int sweep(Shards shards, Obstacles obstacles)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    int swept = 0;
    for (ShardFiles files : shards.all(obstacles)) {
      swept += sweep(files, ShardListing.of(Shards.names(files, obstacles)).byId(), obstacles);
    }
    return swept;
  }

  private int sweep(ShardFiles files, Map<WorkId, List<String>> namesById, Obstacles obstacles)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    Map<FenceView, Leftovers> found = new LinkedHashMap<>();
    for (Map.Entry<WorkId, List<String>> entry : namesById.entrySet()) {
      FenceView view = new FenceView(files, entry.getKey(), counters);
      try {
        leftovers(view, entry.getValue()).ifPresent(names -> found.put(view, names));
      } catch (PosixException e) {
        obstacles.meet(files.label() + "/" + entry.getKey(), e);
      }
    }
    if (found.isEmpty()) {
      return 0;
    }
    try (DirectoryBarrierBatch batch = durable.batch(BarrierReason.REMOVE)) {
      batch.changed(files.dir());
      batch.flush();
    }
    int swept = 0;
    for (Map.Entry<FenceView, Leftovers> entry : found.entrySet()) {
      if (entry.getKey().isThere(entry.getValue().fence())) {
        swept += remove(files, entry.getValue().names());
      }
    }
    return swept;
  }

  /** None of an id that shows two genuine fences: it is moving, or somebody has to look at it. */
  private static Optional<Leftovers> leftovers(FenceView view, List<String> names)
      throws PosixException {
    Optional<FileStat> origin = view.origin();
    if (origin.isEmpty()) {
      return Optional.empty();
    }
    List<FenceName> fences = view.fences(origin.get(), names);
    if (fences.size() != 1) {
      return Optional.empty();
    }
    FenceName top = fences.get(0);
    List<Name> leftovers = new ArrayList<>();
    for (String name : names) {
      boolean passedRecord =
          FenceName.ofRecord(name).filter(record -> isPassed(record, top)).isPresent();
      boolean foreignFirst =
          FenceName.ofFence(name)
              .filter(fence -> fence.number() == 0 && !fences.contains(fence))
              .isPresent();
      if (passedRecord || foreignFirst || FenceName.isPassing(name)) {
        leftovers.add(Name.of(name));
      }
    }
    return leftovers.isEmpty() ? Optional.empty() : Optional.of(new Leftovers(top, leftovers));
  }

  /** Whether a record is a leftover by its number. */
  static boolean isPassed(FenceName record, FenceName fence) {
    return record.number() < fence.number() - 1
        || (record.number() == fence.number() && !record.equals(fence));
  }

  private int remove(ShardFiles files, List<Name> names) {
    int removed = 0;
    for (Name name : names) {
      int result = files.unlink(name);
      if (result == 0) {
        removed++;
      } else if (!ShardFiles.isAbsence(result)) {
        counters.leftover();
      }
    }
    return removed;
  }
}
