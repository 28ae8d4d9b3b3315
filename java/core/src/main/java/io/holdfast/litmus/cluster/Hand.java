package io.holdfast.litmus.cluster;

/**
 * The part of a member that touches storage. One thread.
 *
 * <p>A hand that cannot answer before the deadline answers {@link Observation.Blind}, as far as the
 * kernel lets it: a call that hangs in the kernel hangs a {@link PosixLockHand}, and the other
 * members then name its member at their deadline.
 */
public interface Hand extends AutoCloseable {

  /**
   * Does one act.
   *
   * @param deadlineNanos of the whole litmus, by the clock that the hand was made with
   */
  Observation perform(Act act, long deadlineNanos);

  /** Lets go of everything, in any state. */
  @Override
  void close();
}
