package io.holdfast.lease;

import io.holdfast.durable.DurabilityUnknownException;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * One change of a group: its fences are moved in the order of their ids, and at the first that
 * somebody else wins those already moved are put back. Whoever gets all of them beats before it is
 * told so: a holder that was frozen meanwhile, and whose session was declared dead, must not
 * believe in a group of which others may have taken members already. One thread, used once.
 */
final class FenceGroup<M, A> {

  private final Fences fences;
  private final Collection<WorkId> ids;
  private final Function<Map<WorkId, Reading>, GroupStep<M, A>> decision;
  private final long patienceNanos;
  private final long deadline;

  FenceGroup(
      Fences fences,
      Collection<WorkId> ids,
      Function<Map<WorkId, Reading>, GroupStep<M, A>> decision,
      long patienceNanos) {
    this.fences = fences;
    this.ids = new TreeSet<>(ids);
    this.decision = decision;
    this.patienceNanos = patienceNanos;
    this.deadline = fences.clocks().boot().nanoTime() + patienceNanos;
  }

  Outcome<A> run()
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    Waiting waiting = new Waiting(fences.clocks(), deadline);
    for (boolean late = false; ; late = !waiting.again()) {
      Map<WorkId, Found> found = find(late);
      GroupStep<M, A> step = decision.apply(readings(found));
      if (step instanceof GroupStep.Keep<M, A> keep) {
        return new Outcome.Answered<>(keep.answer());
      }
      if (step instanceof GroupStep.FreeAll<M, A> free) {
        return freeAll(free);
      }
      GroupStep.PutAll<M, A> put = (GroupStep.PutAll<M, A>) step;
      if (finishRetiring(found)) {
        continue;
      }
      Optional<List<FenceMove<M>>> staged = stage(found, put.steps());
      if (staged.isPresent()) {
        return new Puts(put, readings(found)).run(staged.get());
      }
    }
  }

  /**
   * @return whether a member was being retired: it is to be read anew
   */
  private boolean finishRetiring(Map<WorkId, Found> found)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    boolean finished = false;
    for (Map.Entry<WorkId, Found> entry : found.entrySet()) {
      if (entry.getValue() instanceof Found.Counts counts && counts.isRetiring()) {
        fences.finishRetiring(entry.getKey(), counts);
        finished = true;
      }
    }
    return finished;
  }

  private Map<WorkId, Found> find(boolean late) throws PosixException {
    Map<WorkId, Found> found = new TreeMap<>();
    for (WorkId id : ids) {
      found.put(id, late ? Fences.contended() : fences.find(id, deadline));
    }
    return found;
  }

  private static Map<WorkId, Reading> readings(Map<WorkId, Found> found) {
    Map<WorkId, Reading> readings = new TreeMap<>();
    found.forEach((id, at) -> readings.put(id, Fences.reading(at)));
    return readings;
  }

  /** Stages the records of all; where that does not come off, of none. */
  private Optional<List<FenceMove<M>>> stage(
      Map<WorkId, Found> found, Map<WorkId, Step.Put<M>> steps)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    List<FenceMove<M>> moves = fences.prepare(found, steps);
    if (moves.size() < steps.size()) {
      return Optional.empty();
    }
    List<FenceMove<M>> staged = fences.stage(moves);
    if (staged.size() < steps.size()) {
      staged.forEach(move -> move.removeRecord(fences.counters()));
      return Optional.empty();
    }
    return Optional.of(staged);
  }

  private Outcome<A> freeAll(GroupStep.FreeAll<M, A> free)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    Set<WorkId> lost = new TreeSet<>();
    Map<WorkId, Outcome<Boolean>> outcomes =
        new FenceRounds<>(
                fences,
                ids,
                (id, now) -> free(Objects.requireNonNull(free.records().get(id)), now),
                deadline)
            .run();
    for (Map.Entry<WorkId, Outcome<Boolean>> entry : outcomes.entrySet()) {
      if (entry.getValue() instanceof Outcome.Unknown<Boolean> unknown) {
        return new Outcome.Unknown<>(unknown.reason());
      }
      if (!((Outcome.Answered<Boolean>) entry.getValue()).answer()) {
        lost.add(entry.getKey());
      }
    }
    return new Outcome.Answered<>(lost.isEmpty() ? free.answer() : free.lost().apply(lost));
  }

  private static Step<Boolean> free(LeaseRecord seen, Reading now) {
    return now instanceof Reading.Present present && present.record().isHeldBy(seen.token())
        ? new Step.Free<>(present.record(), true)
        : new Step.Keep<>(false);
  }

  /** The moves of a group whose records are all staged. */
  private final class Puts {

    private final GroupStep.PutAll<M, A> put;
    private final Map<WorkId, Reading> before;
    private final Map<WorkId, FenceMove<M>> won = new TreeMap<>();
    private final Set<WorkId> lost = new TreeSet<>();
    private final List<Outcome<A>> unknown = new ArrayList<>();

    private Puts(GroupStep.PutAll<M, A> put, Map<WorkId, Reading> before) {
      this.put = put;
      this.before = before;
    }

    private Outcome<A> run(List<FenceMove<M>> staged)
        throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
      for (FenceMove<M> move : staged) {
        if (isSpoilt()) {
          move.removeRecord(fences.counters());
        } else {
          move(move);
        }
      }
      if (!isSpoilt()) {
        fences.makeDurable(won.values());
        won.values().forEach(this::requireStanding);
      }
      if (!isSpoilt()) {
        return acknowledge();
      }
      putBack();
      return unknown.isEmpty() ? new Outcome.Answered<>(put.lost().apply(lost)) : unknown.get(0);
    }

    private boolean isSpoilt() {
      return !lost.isEmpty() || !unknown.isEmpty();
    }

    private void move(FenceMove<M> move) {
      Sighting seen = fences.move(move, deadline, why -> unknown.add(fences.unknown(move, why)));
      if (seen.isWon()) {
        won.put(move.id(), move);
      } else if (seen == Sighting.LOST) {
        lost.add(move.id());
      }
    }

    private void requireStanding(FenceMove<M> move) {
      try {
        if (!fences.stands(move, deadline)) {
          unknown.add(fences.unknown(move, "its fence is not seen any more behind the barrier"));
        }
      } catch (PosixException e) {
        unknown.add(fences.unknown(move, "the storage does not answer: " + e.getMessage()));
      }
    }

    private Outcome<A> acknowledge()
        throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
      try {
        fences.session().beat();
      } catch (PosixException e) {
        putBack();
        throw e;
      }
      Map<WorkId, M> members = new LinkedHashMap<>();
      won.forEach((id, move) -> members.put(id, move.answer()));
      fences.acknowledge(won.values());
      return new Outcome.Answered<>(put.answer().apply(members));
    }

    /**
     * Makes of every record that was put what it was before, by a transition of its own. Until that
     * is done they are leases of this session that nobody knows of, which a later beat gives up.
     */
    private void putBack()
        throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
      won.values().forEach(fences::remember);
      long until = fences.clocks().boot().nanoTime() + patienceNanos;
      Map<WorkId, Outcome<Boolean>> outcomes =
          new FenceRounds<>(fences, won.keySet(), this::back, until).run();
      outcomes.forEach(
          (id, outcome) -> {
            if (outcome instanceof Outcome.Answered<Boolean> done && done.answer()) {
              fences.unsettled().settled(Objects.requireNonNull(won.get(id)).at());
            }
          });
    }

    /** What is not ours any more needs nothing. @return whether nothing is left to do then */
    private Step<Boolean> back(WorkId id, Reading now) {
      if (!(now instanceof Reading.Present present)) {
        return new Step.Keep<>(false);
      }
      LeaseToken token = Objects.requireNonNull(put.steps().get(id)).record().token();
      if (!present.record().isHeldBy(token)) {
        return new Step.Keep<>(true);
      }
      return before.get(id) instanceof Reading.Present was
              && was.record().status() != LeaseStatus.RELEASED
          ? new Step.Put<>(was.record(), any -> true)
          : new Step.Free<>(present.record(), true);
    }
  }
}
