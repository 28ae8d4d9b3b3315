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
import java.util.TreeSet;
import java.util.function.BiFunction;

/**
 * One change of some ids: rounds of read, decide, stage, move, barrier, acknowledge, until each id
 * is answered. An id that another coordinator wins goes into the next round. One thread, used once.
 */
final class FenceRounds<A> {

  private final Parts parts;
  private final BiFunction<WorkId, Reading, Step<A>> transition;
  private final long deadline;
  private final TreeSet<WorkId> open;
  private final Map<WorkId, Outcome<A>> outcomes = new TreeMap<>();

  /** What the rounds of one table share. */
  record Parts(
      Durable durable,
      Shards shards,
      LeaseClocks clocks,
      Session session,
      LeaseCounters counters,
      FenceReader reader,
      FenceGenesis genesis,
      Unsettled unsettled,
      KnownFences known) {}

  FenceRounds(
      Parts parts,
      Collection<WorkId> ids,
      BiFunction<WorkId, Reading, Step<A>> transition,
      long deadline) {
    this.parts = parts;
    this.transition = transition;
    this.deadline = deadline;
    this.open = new TreeSet<>(ids);
  }

  Map<WorkId, Outcome<A>> run()
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    Waiting waiting = new Waiting(parts.clocks, deadline);
    for (boolean late = false; !open.isEmpty(); late = !open.isEmpty() && !waiting.again()) {
      acknowledge(moveAll(stage(decide(late))));
    }
    return outcomes;
  }

  /** Reads each open id and answers it or prepares its move; begins the history of new ids. */
  private List<FenceMove<A>> decide(boolean late)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    List<FenceMove<A>> moves = new ArrayList<>();
    Map<FenceView, String> firsts = new LinkedHashMap<>();
    Map<FenceView, Step.Put<A>> firstSteps = new LinkedHashMap<>();
    for (WorkId id : List.copyOf(open)) {
      Found found = late ? contended() : find(id);
      Step<A> step = transition.apply(id, FencedRecords.reading(found));
      if (step instanceof Step.Keep<A> keep) {
        answer(id, new Outcome.Answered<>(keep.answer()));
        continue;
      }
      FenceView view = view(id);
      if (found instanceof Found.Counts counts) {
        moves.add(move(view, counts.stamped().stamp(), put(step)));
      } else if (found instanceof Found.FirstUse) {
        firsts.put(view, parts.reader.nonce());
        firstSteps.put(view, put(step));
      } else {
        throw new IllegalStateException("nothing can be put where " + found + " was found");
      }
    }
    if (!firsts.isEmpty()) {
      parts
          .genesis
          .begin(firsts)
          .forEach(
              (view, stamp) ->
                  moves.add(move(view, stamp, Objects.requireNonNull(firstSteps.get(view)))));
    }
    return moves;
  }

  private static Found contended() {
    return new Found.Failed(new Reading.Unavailable("others kept changing it until the deadline"));
  }

  private Found find(WorkId id) throws PosixException {
    Optional<ShardFiles> files = parts.shards.existing(id.shard(parts.shards.count()));
    return files.isEmpty()
        ? new Found.FirstUse()
        : parts.reader.read(new FenceView(files.get(), id, parts.counters), deadline);
  }

  private FenceView view(WorkId id)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    ShardFiles files = parts.shards.make(id.shard(parts.shards.count()));
    return new FenceView(files, id, parts.counters);
  }

  private FenceMove<A> move(FenceView view, FenceStamp from, Step.Put<A> put) {
    return new FenceMove<>(view, from, parts.reader.nonce(), put.record(), put.answer());
  }

  /** Records of a fence table stay: who frees one writes that it is free. */
  private static <A> Step.Put<A> put(Step<A> step) {
    if (step instanceof Step.Free<A> free) {
      LeaseRecord released =
          free.record()
              .change()
              .set(LeaseRecord.STATUS, LeaseStatus.RELEASED.word())
              .remove(LeaseRecord.SESSION)
              .remove(LeaseRecord.TTL)
              .remove(LeaseRecord.COMMIT)
              .make();
      return new Step.Put<>(released, any -> free.answer());
    }
    return (Step.Put<A>) step;
  }

  /**
   * Writes the records under their final names, durable before any fence moves. Where a server can
   * fail without its client, it may have lost a record before the barrier that was to cover it:
   * each is looked at behind the barrier.
   *
   * @return those whose records are there; the others go into the next round
   */
  private List<FenceMove<A>> stage(List<FenceMove<A>> moves)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    if (moves.isEmpty()) {
      return moves;
    }
    parts.session.require();
    try (DirectoryBarrierBatch batch = parts.durable.batch(BarrierReason.BATCH)) {
      for (FenceMove<A> move : moves) {
        batch.create(move.view().files().dir(), move.recordName(), move.recordBytes());
      }
      batch.flush();
    } catch (PosixException e) {
      moves.forEach(move -> move.removeRecord(parts.counters));
      throw e;
    }
    List<FenceMove<A>> staged = new ArrayList<>();
    for (FenceMove<A> move : moves) {
      if (isLocal(move) || move.isStaged()) {
        staged.add(move);
      }
    }
    return staged;
  }

  /** Moves the fences in the order of ids. @return those that were won */
  private List<FenceMove<A>> moveAll(List<FenceMove<A>> moves) {
    List<FenceMove<A>> won = new ArrayList<>();
    for (FenceMove<A> move : moves) {
      try {
        switch (move.move(parts.reader, deadline)) {
          case WON, SUPERSEDED -> won.add(move);
          case LOST -> lose(move);
          case UNKNOWN -> leaveUnknown(move, "its fence was not seen to move or to stay");
        }
      } catch (PosixException e) {
        leaveUnknown(move, "its fence cannot be looked at: " + e.getMessage());
      }
    }
    return won;
  }

  /** On a network file system the record of a loser is the sweeper's: its move may come late. */
  private void lose(FenceMove<A> move) {
    parts.counters.lostMove();
    if (isLocal(move)) {
      move.removeRecord(parts.counters);
    } else {
      parts.counters.leftover();
    }
  }

  private boolean isLocal(FenceMove<A> move) {
    return parts.durable.barrierForm(move.view().files().dir()) == BarrierForm.FSYNC;
  }

  private void acknowledge(List<FenceMove<A>> won)
      throws DurabilityUnknownException, PoisonedException, SessionLostException {
    if (won.isEmpty()) {
      return;
    }
    makeDurable(won);
    List<FenceMove<A>> standing = new ArrayList<>();
    for (FenceMove<A> move : won) {
      try {
        if (isLocal(move) || stillStands(move)) {
          parts.session.require();
          standing.add(move);
        } else {
          leaveUnknown(move, "its fence is not seen any more behind the barrier");
        }
      } catch (PosixException e) {
        leaveUnknown(move, "it was won, and then the storage did not answer: " + e.getMessage());
      }
    }
    for (FenceMove<A> move : standing) {
      parts.known.acknowledged(move.record(), move.at());
      answer(move.id(), new Outcome.Answered<>(move.answer()));
    }
    standing.forEach(move -> move.publish(parts.reader.nonce(), parts.counters));
  }

  private void makeDurable(List<FenceMove<A>> won)
      throws DurabilityUnknownException, PoisonedException {
    boolean durable = false;
    try (DirectoryBarrierBatch batch = parts.durable.batch(BarrierReason.BATCH)) {
      for (FenceMove<A> move : won) {
        batch.changed(move.view().files().dir());
      }
      batch.flush();
      durable = true;
    } catch (PosixException e) {
      throw new DurabilityUnknownException("fences were moved, and not made durable", e);
    } finally {
      if (!durable) {
        won.forEach(move -> parts.unsettled.add(move.view(), move.at(), move.record()));
      }
    }
  }

  /** Where a server can fail without its client, the transition must be seen behind the barrier. */
  private boolean stillStands(FenceMove<A> move) throws PosixException {
    Sighting seen = parts.reader.whoWon(move.view(), move.at(), deadline);
    return seen == Sighting.SUPERSEDED || (seen == Sighting.WON && move.isStaged());
  }

  private void leaveUnknown(FenceMove<A> move, String why) {
    parts.unsettled.add(move.view(), move.at(), move.record());
    answer(
        move.id(),
        new Outcome.Unknown<>(
            new DurabilityUnknownException(
                "whether "
                    + move.id()
                    + " became number "
                    + move.at().number()
                    + " cannot be said: "
                    + why,
                null)));
  }

  private void answer(WorkId id, Outcome<A> outcome) {
    open.remove(id);
    outcomes.put(id, outcome);
  }
}
