package io.holdfast.dispatch;

/**
 * Learns how rows go: how long their steps take, that their work is claimed, and how each ends.
 * Each proposal that was admitted ends once, {@link #rejected} or {@link #released}.
 *
 * <p>Called on the thread of the dispatcher, in the middle of its work: no method may wait, throw,
 * or call the dispatcher.
 */
@FunctionalInterface
public interface StepListener {

  /** Listens to nothing. */
  StepListener NONE = (step, nanos) -> {};

  /** What is measured. */
  enum Step {
    /** From the wish to find work for idle workers to what was admitted. */
    FILL,
    /** Targets renewed or claimed, and the exact work claimed, whatever the answer. */
    CLAIM,
    /** From sending an assignment to its report. */
    WORK,
    /** The commit begun, the result published and completed, when all of it came off. */
    COMMIT,
    /** Learnt from, targets free. */
    RELEASE
  }

  /** A step has ended. */
  void took(Step step, long nanos);

  /**
   * The targets and the exact work of a row are leased, and nothing is sent yet. {@link
   * Claimed#isStolen} says whether another coordinator had the work before.
   */
  default void claimed(Claimed claimed) {}

  /**
   * A row has ended without a result of this coordinator. Everything that was held for it is given
   * up; what could not be is owed ({@link Dispatcher#owed}).
   */
  default void rejected(Rejected rejected) {}

  /**
   * A row has ended with its result. {@link Released#targetsFree} says whether others can have its
   * targets now, or they are owed.
   */
  default void released(Released released) {}
}
