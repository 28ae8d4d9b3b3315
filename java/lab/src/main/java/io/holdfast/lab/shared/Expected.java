package io.holdfast.lab.shared;

import io.holdfast.lab.Expectation;
import io.holdfast.lab.Outcome;
import io.holdfast.litmus.LockBehaviour;
import io.holdfast.litmus.Question;

/** What is expected of storage of several kinds: names have one winner in all of them. */
final class Expected {

  /** A table with update locks can stand here. */
  static final Expectation QUALIFIED = exclusiveNames(Expectation.of(Outcome.QUALIFIED));

  /** A flock that both clients hold decides a table with update locks. */
  static final Expectation REFUTED = exclusiveNames(Expectation.of(Outcome.REFUTED)).says("flock");

  /** Locks of every kind exclude the other client. */
  static final Expectation COHERENT = QUALIFIED.allLocks(LockBehaviour.COHERENT);

  /** Locks of no kind do. */
  static final Expectation ALL_LOCAL = REFUTED.allLocks(LockBehaviour.LOCAL_ONLY);

  private Expected() {}

  private static Expectation exclusiveNames(Expectation expected) {
    return expected
        .answer(Question.EXCLUSIVE_LINK, "qualified")
        .answer(Question.EXCLUSIVE_MOVE, "qualified")
        .answer(Question.EXCLUSIVE_CREATE, "qualified")
        .answer(Question.EXCLUSIVE_MKDIR, "qualified");
  }
}
