package io.holdfast.dispatch;

import java.util.Optional;

/**
 * One lane of a scheduler: knows what could be done, and what it would like to be done first.
 *
 * <p>Proposing changes nothing. Attempts, cooldowns, times of the last scheduling, epochs and
 * cursors move in {@link Round#commit}, for what was admitted and for nothing else: whatever
 * somebody else works on stays as fresh as it was.
 *
 * <p>Called by one thread at a time.
 */
public interface Selector {

  /** The name of this lane, in proposals and counters. */
  String lane();

  /**
   * Begins to propose.
   *
   * @param limit how many jobs are wanted at most; a lane that has quotas shares them by it
   * @param nowNanos on the clock of the scheduler
   */
  Round begin(int limit, long nowNanos);

  /**
   * How many of its jobs may still be proposed, or were and have not ended: 0 when nothing will be
   * proposed any more unless something new comes.
   */
  int waiting();

  /** What has become of a job that this lane proposed, after it was admitted. */
  void ended(Proposal proposal, Ending ending);

  /** Proposals of one call of the scheduler. */
  interface Round {

    /** The next one, each at most once in a round; empty when there are no more. */
    Optional<Proposal> next();

    /** The proposal that was asked for last was admitted. */
    void admitted();

    /** Takes over what was admitted; called once, also when the admission of another failed. */
    void commit();
  }

  /** How a job ended for the coordinator that had it admitted. */
  enum Ending {
    /** Its result is published, by this coordinator. */
    COMMITTED,
    /** It is done, by somebody else: it is never to be proposed again. */
    DONE_ELSEWHERE,
    /** Somebody else works on it, or commits it: it may be proposed again. */
    HELD_ELSEWHERE,
    /** Its record is no record any more: a person must look, and it is never proposed again. */
    BROKEN,
    /** It did not come to a result: it may be proposed again. */
    GIVEN_UP
  }
}
