package io.holdfast.lease;

import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.PoisonedException;
import io.holdfast.json.JsonValue.JsonLiteral;
import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Retires ids of a fence table. Each makes one transition more, on which nothing follows; then a
 * tombstone takes the place of its files. One thread.
 */
final class FencePurge {

  /** Most ids that are retired by one group commit. */
  private static final int CHUNK = 512;

  private final Fences fences;
  private final FencedRecords records;

  FencePurge(Fences fences, FencedRecords records) {
    this.fences = fences;
    this.records = records;
  }

  /**
   * Retires what is over in one shard.
   *
   * @param old which records are to go, of those that are done or released
   * @param obstacles what becomes of a shard that cannot be used
   * @return what was retired, and is durable; an id of which that cannot be said is none of them
   */
  SortedMap<WorkId, RetiredId> purge(int shard, Predicate<LeaseRecord> old, Obstacles obstacles)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    Optional<ShardFiles> files = fences.shards().existing(shard, obstacles);
    if (files.isEmpty()) {
      return new TreeMap<>();
    }
    List<WorkId> over = new ArrayList<>();
    records.scan(
        files.get(),
        obstacles,
        (id, reading) -> {
          if (reading instanceof Reading.Present there && isOver(there.record(), old)) {
            over.add(id);
          }
        });
    SortedMap<WorkId, RetiredId> retired = new TreeMap<>();
    SortedMap<WorkId, RetiredId> open = new TreeMap<>();
    for (int from = 0; from < over.size(); from += CHUNK) {
      open.putAll(retire(over.subList(from, Math.min(over.size(), from + CHUNK)), old));
      boolean last = from + CHUNK >= over.size();
      if (!open.isEmpty() && (last || open.size() + CHUNK > Tombstone.ENTRY_LIMIT)) {
        fences.retirement().finish(files.get(), open);
        retired.putAll(open);
        open.clear();
      }
    }
    return retired;
  }

  /** Whether a record can be retired. */
  static boolean isOver(LeaseRecord record, Predicate<LeaseRecord> old) {
    boolean ended = record.status() == LeaseStatus.DONE || record.status() == LeaseStatus.RELEASED;
    return ended && !record.isRetired() && (record.isRetiring() || old.test(record));
  }

  /**
   * Makes the last transition of each. What somebody else has made may have been lost before the
   * barrier that was to cover it: its fence is looked at behind the barrier.
   */
  private SortedMap<WorkId, RetiredId> retire(List<WorkId> ids, Predicate<LeaseRecord> old)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    Map<WorkId, Outcome<Optional<LeaseRecord>>> outcomes =
        records.change(ids, (id, reading) -> step(reading, old));
    SortedMap<WorkId, RetiredId> retired = new TreeMap<>();
    for (Map.Entry<WorkId, Outcome<Optional<LeaseRecord>>> entry : outcomes.entrySet()) {
      if (entry.getValue() instanceof Outcome.Answered<Optional<LeaseRecord>> answered
          && answered.answer().isPresent()) {
        LeaseRecord record = answered.answer().get();
        FenceStamp stamp = FenceCodec.stamp(record);
        if (fences.view(entry.getKey()).isThere(stamp.at())) {
          retired.put(entry.getKey(), RetiredId.of(record, stamp));
        }
      }
    }
    return retired;
  }

  private static Step<Optional<LeaseRecord>> step(Reading reading, Predicate<LeaseRecord> old) {
    if (!(reading instanceof Reading.Present there) || !isOver(there.record(), old)) {
      return new Step.Keep<>(Optional.empty());
    }
    LeaseRecord record = there.record();
    return record.isRetiring()
        ? new Step.Confirm<>(Optional.of(record))
        : new Step.Put<>(
            record.change().set(LeaseRecord.RETIRING, JsonLiteral.TRUE).make(), Optional::of);
  }
}
