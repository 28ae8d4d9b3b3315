package io.holdfast.durable;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Who makes the next barrier of one directory.
 *
 * <p>Whoever has changed a name needs a barrier that <em>starts</em> after the change. The first
 * that finds none under way leads, at once, without waiting for more to come; whoever comes while
 * one is under way needs the one after it, and the first of those that wait will lead that, unless
 * somebody who comes anew is quicker. A barrier under way has started too early and is never
 * joined.
 *
 * <p>Any number of threads. Interruption is not looked at and stays set.
 */
final class Turns {

  private final Queue<Thread> waiting = new ArrayDeque<>();
  private long started;
  private long ended;

  /**
   * Waits for the caller's turn.
   *
   * @return true: the caller makes the barrier, now, and then says {@link #end}; false: a barrier
   *     that started after this call has ended
   */
  synchronized boolean take() {
    long needed = started + 1;
    if (ended < started) {
      awaitTurn(needed);
    }
    if (ended >= needed) {
      return false;
    }
    started = needed;
    return true;
  }

  /** Until the needed barrier has ended, or none is under way and the caller waits longest. */
  private void awaitTurn(long needed) {
    Thread me = Thread.currentThread();
    waiting.add(me);
    boolean interrupted = false;
    while (ended < needed && (ended < started || waiting.peek() != me)) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    waiting.remove(me);
    if (interrupted) {
      me.interrupt();
    }
  }

  /** The barrier of whoever took the turn has ended, well or badly. */
  synchronized void end() {
    ended = started;
    notifyAll();
  }
}
