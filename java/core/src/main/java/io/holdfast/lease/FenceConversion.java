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
import java.util.Objects;
import java.util.Optional;

/**
 * Gives records of one shard, whose update locks are held, a fence each. Every step is durable
 * before the next begins, and each looks first whether an earlier run has made it.
 */
final class FenceConversion {

  private final Durable durable;
  private final Nonces nonces;
  private final ShardFiles files;
  private final LeaseCounters counters = new LeaseCounters();
  private final FenceGenesis genesis;

  FenceConversion(Durable durable, LeaseOptions options, Nonces nonces, ShardFiles files) {
    this.durable = durable;
    this.nonces = nonces;
    this.files = files;
    this.genesis = new FenceGenesis(durable, options.clocks(), counters);
  }

  void convert(Map<WorkId, LeaseRecord> records)
      throws PosixException, DurabilityUnknownException, PoisonedException, TableRefusedException {
    Map<WorkId, FenceName> standing = begin(records);
    Map<WorkId, FenceName> moved = move(records, standing);
    for (Map.Entry<WorkId, FenceName> entry : moved.entrySet()) {
      publish(entry.getKey(), entry.getValue());
    }
    barrier();
  }

  /** Where the fence of each id stands: at number 0, or where an earlier run has moved it. */
  private Map<WorkId, FenceName> begin(Map<WorkId, LeaseRecord> records)
      throws PosixException, DurabilityUnknownException, PoisonedException, TableRefusedException {
    Map<WorkId, FenceName> standing = new LinkedHashMap<>();
    Map<FenceView, String> firsts = new LinkedHashMap<>();
    for (WorkId id : records.keySet()) {
      FenceView view = new FenceView(files, id, counters);
      Optional<FileStat> origin = view.origin();
      if (origin.isEmpty()) {
        firsts.put(view, nonces.next());
        continue;
      }
      List<FenceName> fences = view.fences(origin.get());
      if (fences.isEmpty()) {
        throw new TableRefusedException(view.pathOf(view.originName()) + ": it has no fence");
      }
      standing.put(id, fences.get(0));
    }
    if (!firsts.isEmpty()) {
      genesis.begin(firsts).forEach((view, stamp) -> standing.put(view.id(), stamp.at()));
    }
    if (standing.size() != records.size()) {
      throw new TableRefusedException("somebody else is at work in " + files.label());
    }
    return standing;
  }

  /** A fence on its way from number 0. */
  private record Move(WorkId id, FenceName from, FenceName to) {}

  /**
   * Stages what each record becomes, durable, and moves the fences that stand at number 0.
   *
   * @return where all of them stand then
   */
  private Map<WorkId, FenceName> move(
      Map<WorkId, LeaseRecord> records, Map<WorkId, FenceName> standing)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    Map<WorkId, FenceName> moved = new LinkedHashMap<>(standing);
    List<Move> moves = new ArrayList<>();
    try (DirectoryBarrierBatch batch = durable.batch(BarrierReason.BATCH)) {
      for (Map.Entry<WorkId, FenceName> entry : standing.entrySet()) {
        if (entry.getValue().number() == 0) {
          WorkId id = entry.getKey();
          LeaseRecord record = Objects.requireNonNull(records.get(id));
          FenceName to = new FenceName(record.fence() + 1, nonces.next());
          byte[] bytes = FenceCodec.encode(converted(record), new FenceStamp(to, List.of()));
          batch.create(files.dir(), to.record(id), bytes);
          moves.add(new Move(id, entry.getValue(), to));
        }
      }
      batch.flush();
    }
    for (Move move : moves) {
      Name from = move.from().fence(move.id());
      Name to = move.to().fence(move.id());
      PosixException.check(files.rename(from, to), "renameat2", to.bytes());
      moved.put(move.id(), move.to());
    }
    barrier();
    return moved;
  }

  /** What was leased is over: nobody may have it, and so it is free. */
  private static LeaseRecord converted(LeaseRecord record) {
    return record.status() == LeaseStatus.LEASED
        ? record
            .change()
            .set(LeaseRecord.STATUS, LeaseStatus.RELEASED.word())
            .remove(LeaseRecord.SESSION)
            .remove(LeaseRecord.TTL)
            .remove(LeaseRecord.COMMIT)
            .make()
        : record;
  }

  /** Replaces the old record by another link of the new one. */
  private void publish(WorkId id, FenceName at) throws PosixException {
    Name passing = FenceName.passing(id, nonces.next());
    Name record = at.record(id);
    PosixException.check(files.link(record, passing), "linkat", record.bytes());
    PosixException.check(
        files.rename(passing, FenceName.hint(id)), "renameat2", FenceName.hint(id).bytes());
  }

  private void barrier() throws PosixException, DurabilityUnknownException, PoisonedException {
    try (DirectoryBarrierBatch batch = durable.batch(BarrierReason.BATCH)) {
      batch.changed(files.dir());
      batch.flush();
    }
  }
}
