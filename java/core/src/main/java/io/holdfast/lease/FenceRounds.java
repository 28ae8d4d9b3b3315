package io.holdfast.lease;

import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.PoisonedException;
import io.holdfast.lease.FenceReader.Found;
import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;

/**
 * One change of some ids, each by itself: rounds of read, decide, stage, move, barrier,
 * acknowledge, until each id is answered. An id that another coordinator wins goes into the next
 * round. One thread, used once.
 */
final class FenceRounds<A> {

  private final Fences fences;
  private final BiFunction<WorkId, Reading, Step<A>> transition;
  private final long deadline;
  private final TreeSet<WorkId> open;
  private final Map<WorkId, Outcome<A>> outcomes = new TreeMap<>();

  FenceRounds(
      Fences fences,
      Collection<WorkId> ids,
      BiFunction<WorkId, Reading, Step<A>> transition,
      long deadline) {
    this.fences = fences;
    this.transition = transition;
    this.deadline = deadline;
    this.open = new TreeSet<>(ids);
  }

  Map<WorkId, Outcome<A>> run()
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    Waiting waiting = new Waiting(fences.clocks(), deadline);
    for (boolean late = false; !open.isEmpty(); late = !open.isEmpty() && !waiting.again()) {
      acknowledge(moveAll(fences.stage(decide(late))));
    }
    return outcomes;
  }

  /** Reads each open id and answers it or prepares its move. */
  private List<FenceMove<A>> decide(boolean late)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    Map<WorkId, Found> found = new TreeMap<>();
    Map<WorkId, Step<A>> steps = new TreeMap<>();
    for (WorkId id : List.copyOf(open)) {
      Found at = late ? Fences.contended() : fences.find(id, deadline);
      Step<A> step = transition.apply(id, Fences.reading(at));
      if (step instanceof Step.Keep<A> keep) {
        answer(id, new Outcome.Answered<>(keep.answer()));
      } else if (step instanceof Step.Confirm<A> confirm) {
        fences.makeDurable(id);
        answer(id, new Outcome.Answered<>(confirm.answer()));
      } else if (at instanceof Found.Counts counts && counts.isRetiring()) {
        fences.finishRetiring(id, counts);
      } else {
        found.put(id, at);
        steps.put(id, step);
      }
    }
    return fences.prepare(found, steps);
  }

  /** Moves the fences in the order of ids. @return those that were won */
  private List<FenceMove<A>> moveAll(List<FenceMove<A>> moves) {
    List<FenceMove<A>> won = new ArrayList<>();
    for (FenceMove<A> move : moves) {
      if (fences.move(move, deadline, why -> leaveUnknown(move, why)).isWon()) {
        won.add(move);
      }
    }
    return won;
  }

  private void acknowledge(List<FenceMove<A>> won)
      throws DurabilityUnknownException, PoisonedException, SessionLostException {
    if (won.isEmpty()) {
      return;
    }
    fences.makeDurable(won);
    List<FenceMove<A>> standing = new ArrayList<>();
    for (FenceMove<A> move : won) {
      try {
        if (fences.stands(move, deadline)) {
          fences.session().require();
          standing.add(move);
        } else {
          leaveUnknown(move, "its fence is not seen any more behind the barrier");
        }
      } catch (PosixException e) {
        leaveUnknown(move, "it was won, and then the storage did not answer: " + e.getMessage());
      }
    }
    standing.forEach(move -> answer(move.id(), new Outcome.Answered<>(move.answer())));
    fences.acknowledge(standing);
  }

  private void leaveUnknown(FenceMove<A> move, String why) {
    answer(move.id(), fences.unknown(move, why));
  }

  private void answer(WorkId id, Outcome<A> outcome) {
    open.remove(id);
    outcomes.put(id, outcome);
  }
}
