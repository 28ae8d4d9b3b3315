package io.holdfast.dispatch;

import io.holdfast.dispatch.Selector.Ending;

/**
 * A row that has ended before its result was committed; everything that was held for it is given
 * up.
 *
 * @param ending what its selector is told
 * @param reason for people
 */
public record Rejected(Proposal proposal, Step step, Ending ending, String reason)
    implements ClaimStep, CommitStep {

  /** Where a row can end. */
  public enum Step {
    /** It was pending: too much was carried, or it was tried in the same turn, or all is over. */
    PENDING,
    /** Its pending targets were lost and could not be had again, or a hint's could not be had. */
    TARGETS,
    /** Somebody else has the exact work, or has done it, or it could not be claimed. */
    EXACT_WORK,
    /** It could not be sent. */
    SENDING,
    /** The worker failed, was stopped or has ended. */
    WORKING,
    /** The lease had been lost, or the end came before it: the result is dropped. */
    COMMIT
  }
}
