package io.holdfast.dispatch;

import java.util.Optional;
import java.util.SortedSet;

/**
 * Carries assignments to workers, and what they report back: threads, processes, ranks of MPI.
 * Called by one thread; no call waits for a worker.
 */
public interface Workers {

  /** The numbers of those that can be sent something; one that was sent something is not among. */
  SortedSet<Integer> idle();

  /**
   * Sends.
   *
   * @param worker one of {@link #idle}
   * @throws Exception nothing was sent
   */
  void send(int worker, Assignment assignment) throws Exception;

  /**
   * Tells a worker to leave what it works on, because others may have it or all is over. It still
   * reports, or is gone.
   */
  void stop(int worker);

  /** What was reported and not yet taken, the oldest first; empty when there is nothing. */
  Optional<Report> poll() throws Exception;
}
