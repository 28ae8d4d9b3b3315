package io.holdfast.litmus.cluster;

import io.holdfast.clock.NanoClock;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;

/** Gives a member a new hand for each litmus; it holds nothing yet. */
public interface Hands {

  /** A hand that locks. */
  Hand forLock(LockObject object);

  /** A hand that reaches for names. */
  Hand forNames(NameField field, int rank);

  /** Hands that make their calls in this process. */
  static Hands of(Posix posix, RawPath root, NanoClock clock) {
    return new Hands() {
      @Override
      public Hand forLock(LockObject object) {
        return new PosixLockHand(posix, root, clock, object);
      }

      @Override
      public Hand forNames(NameField field, int rank) {
        return new PosixNameHand(posix, root, field, rank);
      }
    };
  }
}
