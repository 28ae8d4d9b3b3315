package io.holdfast.dispatch;

import java.util.Optional;

/** Gives advice on a job right before it is sent. */
@FunctionalInterface
public interface Hints {

  /** No advice on anything. */
  Hints NONE = (job, worker) -> Optional.empty();

  /**
   * Advice on one job.
   *
   * @param worker who will get it
   */
  Optional<Hint> on(Job job, int worker);
}
