package io.holdfast.litmus.cluster;

import io.holdfast.posix.Errno;

/** What a {@link LockHand} saw when it did one {@link Act}. */
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
   * Nothing was seen.
   *
   * @param why in words
   */
  record Blind(String why) implements Observation {}

  Observation DONE = new Done();
  Observation ACQUIRED = new Acquired();
  Observation BUSY = new Busy();
}
