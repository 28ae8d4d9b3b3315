package io.holdfast.lease;

import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.PoisonedException;
import io.holdfast.posix.PosixException;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * One change of a group under the update locks of all its members, taken in the order of their ids
 * under one deadline and let go in the reverse order before the barriers. A write that fails leaves
 * every member as it was; a barrier that fails leaves it unknown, and nothing more is written. One
 * thread, used once.
 */
final class LockedGroup<M, A> {

  private final LockedRecords records;
  private final Durable durable;
  private final HeldLocks locks;
  private final Map<WorkId, ShardFiles> members;
  private int directorySyncs;

  /**
   * @param locks none held yet; closed by {@link #run}
   * @param members the directory of each
   */
  LockedGroup(
      LockedRecords records, Durable durable, HeldLocks locks, Map<WorkId, ShardFiles> members) {
    this.records = records;
    this.durable = durable;
    this.locks = locks;
    this.members = new TreeMap<>(members);
  }

  /** Directory barriers made, once it has run. */
  int directorySyncs() {
    return directorySyncs;
  }

  /**
   * @param deadline on the boot clock
   */
  A run(Function<Map<WorkId, Reading>, GroupStep<M, A>> decision, long deadline)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    try (DirectoryBarrierBatch batch = durable.batch(BarrierReason.BATCH)) {
      A answer;
      try (locks) {
        Map<WorkId, Reading> before = read(deadline);
        answer = change(decision.apply(before), before, batch);
      }
      directorySyncs = batch.flush().directorySyncs();
      return answer;
    }
  }

  private Map<WorkId, Reading> read(long deadline) throws PosixException {
    boolean held = records.take(locks, members, deadline);
    Map<WorkId, Reading> readings = new TreeMap<>();
    for (Map.Entry<WorkId, ShardFiles> member : members.entrySet()) {
      readings.put(
          member.getKey(),
          held ? records.readLocked(member.getValue(), member.getKey()) : LockedRecords.busy());
    }
    return readings;
  }

  private A change(GroupStep<M, A> step, Map<WorkId, Reading> before, DirectoryBarrierBatch batch)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    if (step instanceof GroupStep.Keep<M, A> keep) {
      return keep.answer();
    }
    try {
      if (step instanceof GroupStep.PutAll<M, A> put) {
        return putAll(put, batch);
      }
      GroupStep.FreeAll<M, A> free = (GroupStep.FreeAll<M, A>) step;
      records.requireTrusted(locks);
      for (WorkId id : free.records().keySet()) {
        batch.remove(directory(id).dir(), LockedRecords.name(id));
      }
      return free.answer();
    } catch (PosixException e) {
      restore(before, e);
      throw e;
    }
  }

  private A putAll(GroupStep.PutAll<M, A> put, DirectoryBarrierBatch batch)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    Map<WorkId, M> done = new TreeMap<>();
    for (Map.Entry<WorkId, Step.Put<M>> entry : put.steps().entrySet()) {
      WorkId id = entry.getKey();
      LeaseRecord record = entry.getValue().record();
      batch.replace(directory(id).dir(), LockedRecords.name(id), LockedRecords.encode(record));
      done.put(id, entry.getValue().answer().apply(record));
    }
    batch.sync();
    records.requireTrusted(locks);
    batch.move();
    return put.answer().apply(done);
  }

  /**
   * Writes back what was changed, the locks still held. Where that fails as well, or the locks
   * cannot be trusted any more, the rest is left to the ttl.
   */
  private void restore(Map<WorkId, Reading> before, PosixException cause) {
    try (DirectoryBarrierBatch batch = durable.batch(BarrierReason.BATCH)) {
      for (Map.Entry<WorkId, Reading> entry : before.entrySet()) {
        WorkId id = entry.getKey();
        Reading now = records.readLocked(directory(id), id);
        if (entry.getValue() instanceof Reading.Present was && !isSame(was, now)) {
          batch.replace(
              directory(id).dir(), LockedRecords.name(id), LockedRecords.encode(was.record()));
        } else if (entry.getValue() instanceof Reading.Absent && now instanceof Reading.Present) {
          records.requireTrusted(locks);
          batch.remove(directory(id).dir(), LockedRecords.name(id));
        }
      }
      batch.sync();
      records.requireTrusted(locks);
      batch.flush();
    } catch (PosixException | DurabilityUnknownException | PoisonedException e) {
      cause.addSuppressed(e);
    }
  }

  private static boolean isSame(Reading.Present was, Reading now) {
    return now instanceof Reading.Present present
        && present.record().fields().equals(was.record().fields());
  }

  private ShardFiles directory(WorkId id) {
    return Objects.requireNonNull(members.get(id));
  }
}
