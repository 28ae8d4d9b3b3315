package io.holdfast.lease;

import io.holdfast.durable.BarrierForm;
import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.PoisonedException;
import io.holdfast.lease.FenceReader.Found;
import io.holdfast.lease.FenceReader.Sighting;
import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The phases through which every change of a fence table goes: find, prepare, stage, move, make
 * durable, look whether it stands. What follows upon what is decided by {@link FenceRounds} and
 * {@link FenceGroup}.
 */
record Fences(
    Durable durable,
    Shards shards,
    LeaseClocks clocks,
    Session session,
    LeaseCounters counters,
    FenceReader reader,
    FenceGenesis genesis,
    FenceRetirement retirement,
    Unsettled unsettled,
    KnownFences known) {

  /** Reads what counts; see {@link FenceReader#read}. */
  Found find(WorkId id, long deadline) throws PosixException {
    Optional<ShardFiles> files = shards.existing(id.shard(shards.count()));
    return files.isEmpty()
        ? new Found.FirstUse(FenceEra.FIRST)
        : reader.read(new FenceView(files.get(), id, counters), deadline);
  }

  /** What a read comes to at the deadline of somebody whom others always outran. */
  static Found contended() {
    return new Found.Failed(new Reading.Unavailable("others kept changing it until the deadline"));
  }

  static Reading reading(Found found) {
    if (found instanceof Found.Counts counts) {
      return new Reading.Present(counts.stamped().record());
    }
    if (found instanceof Found.Retired retired) {
      return new Reading.Present(retired.record());
    }
    return found instanceof Found.Failed failed ? failed.why() : new Reading.Absent();
  }

  /**
   * Prepares the moves of some ids, in their order; begins the history of those that have none.
   *
   * @param steps what is put or freed
   * @return without those whose history somebody else has begun meanwhile
   */
  <M> List<FenceMove<M>> prepare(Map<WorkId, Found> found, Map<WorkId, ? extends Step<M>> steps)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    List<FenceMove<M>> moves = new ArrayList<>();
    Map<FenceView, String> firsts = new LinkedHashMap<>();
    for (Map.Entry<WorkId, ? extends Step<M>> entry : steps.entrySet()) {
      FenceView view = view(entry.getKey());
      Found at = found.get(entry.getKey());
      if (at instanceof Found.Counts counts) {
        FenceStamp from = counts.stamped().stamp();
        moves.add(move(view.in(counts.era()), counts.sighted(), from, entry.getValue()));
      } else if (at instanceof Found.FirstUse first) {
        firsts.put(view.in(first.era()), reader.nonce());
      } else {
        throw new IllegalStateException("nothing can be put where " + at + " was found");
      }
    }
    if (!firsts.isEmpty()) {
      for (Map.Entry<FenceView, FenceStamp> begun : genesis.begin(firsts).entrySet()) {
        FenceView view = begun.getKey();
        Step<M> step = Objects.requireNonNull(steps.get(view.id()));
        moves.add(move(view, true, begun.getValue(), step));
      }
    }
    moves.sort((a, b) -> a.id().compareTo(b.id()));
    return moves;
  }

  FenceView view(WorkId id) throws PosixException, DurabilityUnknownException, PoisonedException {
    ShardFiles files = shards.make(id.shard(shards.count()));
    return new FenceView(files, id, counters);
  }

  private <M> FenceMove<M> move(FenceView view, boolean sighted, FenceStamp from, Step<M> step) {
    Step.Put<M> put = put(step);
    return new FenceMove<>(view, sighted, from, reader.nonce(), put.record(), put.answer());
  }

  /** Records of a fence table stay: who frees one writes that it is free. */
  private <M> Step.Put<M> put(Step<M> step) {
    if (step instanceof Step.Free<M> free) {
      LeaseRecord released =
          free.record()
              .change()
              .set(LeaseRecord.STATUS, LeaseStatus.RELEASED.word())
              .set(LeaseRecord.UPDATED, clocks.wallSeconds())
              .remove(LeaseRecord.SESSION)
              .remove(LeaseRecord.TTL)
              .remove(LeaseRecord.COMMIT)
              .make();
      return new Step.Put<>(released, any -> free.answer());
    }
    return (Step.Put<M>) step;
  }

  /**
   * Writes the records under their final names, durable before any fence moves. Where a server can
   * fail without its client, it may have lost a record before the barrier that was to cover it:
   * each is looked at behind the barrier.
   *
   * <p>What is to be moved because of an origin is moved if no tombstone is seen, behind the
   * barrier, that ends the era of that origin.
   *
   * @return those whose records are there, and whose era is not over
   */
  <M> List<FenceMove<M>> stage(List<FenceMove<M>> moves)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    if (moves.isEmpty()) {
      return moves;
    }
    session.require();
    try (DirectoryBarrierBatch batch = durable.batch(BarrierReason.BATCH)) {
      for (FenceMove<M> move : moves) {
        batch.create(move.view().files().dir(), move.recordName(), move.recordBytes());
      }
      batch.flush();
    } catch (PosixException e) {
      moves.forEach(move -> move.removeRecord(counters));
      throw e;
    }
    List<FenceMove<M>> staged = new ArrayList<>();
    for (FenceMove<M> move : moves) {
      if (!isLocal(move) && !move.isStaged()) {
        continue;
      }
      if (move.isSighted() && !isOfThisEra(move)) {
        move.removeRecord(counters);
      } else {
        staged.add(move);
      }
    }
    return staged;
  }

  /** The barrier has made the mount look anew into the shard, and not into its tombstones. */
  private boolean isOfThisEra(FenceMove<?> move) throws PosixException {
    if (!isLocal(move)) {
      move.view().files().tombstones().refresh(reader.nonce());
    }
    return move.isOfThisEra();
  }

  /**
   * Moves a fence. The record of a loser goes, where that is safe.
   *
   * @param unknown is told why it cannot be said whether it was won
   */
  Sighting move(FenceMove<?> move, long deadline, Consumer<String> unknown) {
    try {
      Sighting seen = move.move(reader, deadline);
      if (seen == Sighting.LOST) {
        lose(move);
      } else if (seen == Sighting.UNKNOWN) {
        unknown.accept("its fence was not seen to move or to stay");
      }
      return seen;
    } catch (PosixException e) {
      unknown.accept("its fence cannot be looked at: " + e.getMessage());
      return Sighting.UNKNOWN;
    }
  }

  /** On a network file system the record of a loser is the sweeper's: its move may come late. */
  private void lose(FenceMove<?> move) {
    counters.lostMove();
    if (isLocal(move)) {
      move.removeRecord(counters);
    } else {
      counters.leftover();
    }
  }

  private boolean isLocal(FenceMove<?> move) {
    return durable.barrierForm(move.view().files().dir()) == BarrierForm.FSYNC;
  }

  /** One barrier for each directory in which a fence was moved. */
  void makeDurable(Collection<? extends FenceMove<?>> won)
      throws DurabilityUnknownException, PoisonedException {
    boolean isDurable = false;
    try {
      barrier(won.stream().map(FenceMove::view).toList());
      isDurable = true;
    } catch (PosixException e) {
      throw new DurabilityUnknownException("fences were moved, and not made durable", e);
    } finally {
      if (!isDurable) {
        won.forEach(this::remember);
      }
    }
  }

  /** A barrier for what somebody has written of an id, a tombstone included. */
  void makeDurable(WorkId id) throws DurabilityUnknownException, PoisonedException {
    try {
      FenceView view = view(id);
      barrier(List.of(view));
      relyOnTombstones(view);
    } catch (PosixException e) {
      throw new DurabilityUnknownException("what was read of " + id + " is not durable", e);
    }
  }

  private void barrier(List<FenceView> changed)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    try (DirectoryBarrierBatch batch = durable.batch(BarrierReason.BATCH)) {
      for (FenceView view : changed) {
        batch.changed(view.files().dir());
      }
      batch.flush();
    }
  }

  /**
   * Retires an id to the end, where somebody has begun to: nothing else follows on what he wrote.
   *
   * @param found what was read, which need not be durable yet
   */
  void finishRetiring(WorkId id, Found.Counts found)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    makeDurable(id);
    FenceView view = view(id);
    FenceCodec.Stamped retiring = found.stamped();
    if (view.isThere(retiring.stamp().at())) {
      RetiredId retired = RetiredId.of(retiring.record(), retiring.stamp());
      retirement.finish(view.files(), new TreeMap<>(Map.of(id, retired)));
    }
  }

  private void relyOnTombstones(FenceView view)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    try (DirectoryBarrierBatch batch = durable.batch(BarrierReason.BATCH)) {
      view.files().tombstones().coverBy(batch);
      batch.flush();
    }
  }

  /** Where a server can fail without its client, the transition must be seen behind the barrier. */
  boolean stands(FenceMove<?> move, long deadline) throws PosixException {
    if (isLocal(move)) {
      return true;
    }
    if (move.isFirst()) {
      move.view().files().tombstones().refresh(reader.nonce());
    }
    Sighting seen = reader.whoWon(move.view(), move.at(), deadline);
    return seen == Sighting.SUPERSEDED || (seen == Sighting.WON && move.isStaged());
  }

  /** A transition that may have been won without anybody knowing is settled at a later beat. */
  void remember(FenceMove<?> move) {
    unsettled.add(move.view(), move.at(), move.record());
  }

  /** Remembers a transition of which nobody can say whether it was won. */
  <A> Outcome<A> unknown(FenceMove<?> move, String why) {
    remember(move);
    String what = "whether " + move.id() + " became number " + move.at().number();
    return new Outcome.Unknown<>(
        new DurabilityUnknownException(what + " cannot be said: " + why, null));
  }

  /** Takes note of a transition that is told to its caller, and shows it to others. */
  void acknowledge(Collection<? extends FenceMove<?>> moves) {
    moves.forEach(move -> known.acknowledged(move.record(), move.at()));
    moves.forEach(move -> move.publish(reader.nonce(), counters));
  }
}
