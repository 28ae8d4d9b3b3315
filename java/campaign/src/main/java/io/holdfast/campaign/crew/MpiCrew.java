package io.holdfast.campaign.crew;

import io.holdfast.clock.NanoClock;
import io.holdfast.dispatch.Assignment;
import io.holdfast.dispatch.Report;
import io.holdfast.exchange.mpi.MpiGroup;
import io.holdfast.json.JsonFormatException;
import io.holdfast.litmus.cluster.Exchange.Frame;
import io.holdfast.litmus.cluster.ExchangeException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.SortedSet;

/**
 * Workers that are ranks of the coordinator's MPI job, in a group with it: the number of a worker
 * is its rank there, and the coordinator's is {@value #COORDINATOR}. A worker that is lost is not
 * replaced, since its job ends with it: from then on {@link #poll} fails. One thread.
 */
final class MpiCrew implements Crew {

  static final int COORDINATOR = 0;

  /** The tag of an {@link Order}. */
  static final int ORDER = 1;

  /** The tag of a {@link Word}. */
  static final int WORD = 2;

  private final MpiGroup group;
  private final NanoClock clock;
  private final Queue<Report> reports = new ArrayDeque<>();
  private final Roll roll = new Roll();

  /**
   * @param group is left at {@link #close}
   * @param clock of the group's bridge
   */
  MpiCrew(MpiGroup group, NanoClock clock) {
    this.group = group;
    this.clock = clock;
  }

  @Override
  public int size() {
    return group.members() - 1;
  }

  @Override
  public SortedSet<Integer> idle() {
    return roll.idle();
  }

  @Override
  public void send(int worker, Assignment assignment) throws ExchangeException {
    tell(worker, new Order.Work(assignment));
    roll.sent(worker);
  }

  @Override
  public void stop(int worker) {
    try {
      tell(worker, new Order.Stop());
    } catch (ExchangeException e) {
      // The next look fails.
    }
  }

  private void tell(int worker, Order order) throws ExchangeException {
    group.send(worker, ORDER, order.toBytes());
  }

  @Override
  public Optional<Report> poll() throws ExchangeException, JsonFormatException {
    while (take(clock.nanoTime())) {
      // The next one.
    }
    return Optional.ofNullable(reports.poll());
  }

  /** Takes a word in. @return whether there was one before the deadline */
  private boolean take(long deadlineNanos) throws ExchangeException, JsonFormatException {
    Optional<Frame> frame = group.receive(WORD, deadlineNanos);
    if (frame.isEmpty()) {
      return false;
    }
    Word word = Word.of(frame.get().bytes());
    roll.take(frame.get().from(), word).ifPresent(reports::add);
    return true;
  }

  @Override
  public int end(long nanos) {
    long deadline = clock.nanoTime() + nanos;
    tellAllToEnd();
    try {
      while (roll.ended() < size() && take(deadline)) {
        // The next one.
      }
    } catch (ExchangeException | JsonFormatException e) {
      // Who has not answered so far is not counted.
    }
    return roll.ended();
  }

  private void tellAllToEnd() {
    for (int worker = 1; worker <= size(); worker++) {
      try {
        if (!roll.hasEnded(worker)) {
          tell(worker, new Order.End());
        }
      } catch (ExchangeException e) {
        // It has gone and will not answer.
      }
    }
  }

  /** Tells whoever has not ended once more: a worker waits for as long as nobody is lost. */
  @Override
  public void close() {
    tellAllToEnd();
    group.close();
  }
}
