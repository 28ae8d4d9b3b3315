package io.holdfast.durable;

import org.jspecify.annotations.Nullable;

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

  private long started;
  private long ended;

  /** The first of those that need the barrier after the one under way. */
  private @Nullable Thread heir;

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
    heir = null;
    return true;
  }

  /** Until the needed barrier has ended, or none is under way and the caller is the heir. */
  private void awaitTurn(long needed) {
    Thread me = Thread.currentThread();
    if (heir == null) {
      heir = me;
    }
    boolean interrupted = false;
    while (ended < needed && (ended < started || heir != me)) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
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
