package io.holdfast.litmus;

/** One word for what a lock kind does on a mount. */
public enum LockBehaviour {
  /** Excludes in every scope that was asked. */
  COHERENT,
  /** Excludes within one client, not between clients. */
  LOCAL_ONLY,
  /** Excludes between mounts, but not within one. */
  NO_OWNER,
  /** Everybody gets it. */
  ALWAYS_GRANTED,
  /** The call answers an error; which one stands in the answer. */
  UNSUPPORTED,
  /** A locked file cannot be read or written through another descriptor. */
  MANDATORY,
  /** Not shown. */
  UNKNOWN
}
