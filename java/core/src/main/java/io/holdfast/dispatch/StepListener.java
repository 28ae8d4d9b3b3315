package io.holdfast.dispatch;

/** Learns how long the steps of rows take; called on the thread of the dispatcher. */
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
}
