package io.holdfast.litmus;

import org.jspecify.annotations.Nullable;

/**
 * What was seen of one lock kind, scope by scope.
 *
 * @param sameProcess two descriptors of one process
 * @param sameClient two processes through one path
 * @param twoMounts two processes through two paths; null where there is one path
 * @param mandatory a file that somebody locked cannot be read
 */
record LockObservation(
    LockKind kind,
    Exclusion sameProcess,
    Exclusion sameClient,
    @Nullable Exclusion twoMounts,
    boolean mandatory) {

  /** What became of a second try while the lock was held. */
  enum Exclusion {
    /** It was refused. */
    EXCLUDED,
    /** It was granted. */
    GRANTED,
    /** The call itself answers an error. */
    UNSUPPORTED,
    /** Nothing was shown. */
    UNKNOWN
  }

  /** The one word for it. */
  LockBehaviour behaviour() {
    if (is(Exclusion.UNSUPPORTED)) {
      return LockBehaviour.UNSUPPORTED;
    }
    if (sameClient == Exclusion.UNKNOWN || twoMounts == Exclusion.UNKNOWN) {
      return LockBehaviour.UNKNOWN;
    }
    boolean processAgrees = kind == LockKind.POSIX || sameProcess == sameClient;
    if (sameClient == Exclusion.GRANTED) {
      return twoMounts == Exclusion.EXCLUDED ? LockBehaviour.NO_OWNER : granted(processAgrees);
    }
    if (mandatory) {
      return LockBehaviour.MANDATORY;
    }
    if (twoMounts == Exclusion.GRANTED) {
      return LockBehaviour.LOCAL_ONLY;
    }
    return processAgrees ? LockBehaviour.COHERENT : LockBehaviour.UNKNOWN;
  }

  private static LockBehaviour granted(boolean processAgrees) {
    return processAgrees ? LockBehaviour.ALWAYS_GRANTED : LockBehaviour.UNKNOWN;
  }

  private boolean is(Exclusion exclusion) {
    return sameProcess == exclusion || sameClient == exclusion || twoMounts == exclusion;
  }
}
