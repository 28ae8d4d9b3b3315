package io.holdfast.durable;

/**
 * Who makes the next barrier of one directory.
 *
 * <p>Whoever has changed a name needs a barrier that <em>starts</em> after the change. The first
 * that finds none under way leads, at once, without waiting for more to come; whoever comes while
 * one is under way needs the one after it, and one of those that wait will lead that. A barrier
 * under way has started too early and is never joined.
 *
 * <p>Any number of threads. Interruption is not looked at and stays set.
 */
final class Turns {

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
    boolean interrupted = false;
    while (ended < needed && ended < started) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (ended >= needed) {
      return false;
    }
    started = needed;
    return true;
  }

  /** The barrier of whoever took the turn has ended, well or badly. */
  synchronized void end() {
    ended = started;
    notifyAll();
  }
}
