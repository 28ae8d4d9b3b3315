package io.holdfast.litmus.cluster;

/** What a member's hand has to do in a phase. */
public enum Act {
  /** Open the root directory and keep it. */
  OPEN_ROOT,
  /** Make the lock object, or compare the one that is there; under its lock. */
  PREPARE,
  /** Open the lock object, which must exist, compare its bytes, and keep it. */
  OPEN_ANCHOR,
  /** Open the lock object once more; it must be the one that is kept. */
  OPEN,
  /** Take the lock; a refusal may be tried again for a moment. */
  TAKE,
  /** Try to take the lock, once. */
  TRY,
  /** Unlock where the lock is held, then close. */
  RELEASE,
  /** Open, take the lock until the deadline, unlock, close. */
  REACQUIRE,
  /** Look whether root and name still lead to what is kept; close both. */
  CLOSE_ANCHORS,
  /** Make the directory of names, and all sources in it. */
  MAKE_NAMES,
  /** Open it, and make what this member links. */
  OPEN_NAMES,
  /** Move every source, link every name: win what can be won. */
  REACH,
  /** Look what stands there now. */
  LOOK,
  /** Remove the directory and all in it. */
  REMOVE_NAMES
}
