package io.holdfast.litmus.cluster;

import io.holdfast.posix.Errno;
import java.util.List;
import java.util.Set;

/** What a {@link Hand} saw when it did one {@link Act}. */
public sealed interface Observation {

  /** It was done. */
  record Done() implements Observation {}

  /** The lock was granted. */
  record Acquired() implements Observation {}

  /** The lock was refused because somebody has it: EAGAIN; EACCES on SMB. */
  record Busy() implements Observation {}

  /**
   * A call answered an error.
   *
   * @param operation the call's name
   */
  record Failed(String operation, Errno errno) implements Observation {}

  /**
   * The lock object is not what it has to be.
   *
   * @param what in words, e.g. <em>the lock file was replaced by another file</em>
   */
  record Differs(String what) implements Observation {}

  /**
   * Which rounds this member won; one character for each round.
   *
   * @param moves {@code 1} for a round that was won, {@code 0} for another
   * @param links the same for links
   */
  record Won(String moves, String links) implements Observation {}

  /**
   * Who is seen to have won each round.
   *
   * @param moves the ranks whose target of a move stands there, round by round
   * @param links the rank whose file the linked name leads to; empty where it leads nowhere known
   */
  record Standing(List<Set<Integer>> moves, List<Set<Integer>> links) implements Observation {

    public Standing {
      moves = List.copyOf(moves);
      links = List.copyOf(links);
    }
  }

  /**
   * Nothing was seen.
   *
   * @param why in words
   */
  record Blind(String why) implements Observation {}

  Observation DONE = new Done();
  Observation ACQUIRED = new Acquired();
  Observation BUSY = new Busy();
}
