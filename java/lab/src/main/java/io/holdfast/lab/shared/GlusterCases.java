package io.holdfast.lab.shared;

import io.holdfast.lab.Expectation;
import io.holdfast.lab.Outcome;
import io.holdfast.litmus.LockBehaviour;
import io.holdfast.litmus.Question;
import java.util.List;

/** How clients mount GlusterFS, and what must be seen. */
final class GlusterCases {

  /** Of mkdir nothing is said: in some runs nobody is told that a round was won. */
  private static final Expectation COHERENT =
      Expectation.of(Outcome.QUALIFIED)
          .answer(Question.EXCLUSIVE_LINK, "qualified")
          .answer(Question.EXCLUSIVE_MOVE, "qualified")
          .answer(Question.EXCLUSIVE_CREATE, "qualified")
          .allLocks(LockBehaviour.COHERENT);

  /** All cases, in the order in which they are run. */
  static final List<StorageCase> ALL =
      List.of(StorageCase.both("gluster/one-brick", "two clients of one brick", "", COHERENT));

  private GlusterCases() {}
}
