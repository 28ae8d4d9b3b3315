package io.holdfast.clock;

import java.util.concurrent.locks.LockSupport;

/** Waits for a while; a simulation puts its own in the place of the machine's. */
@FunctionalInterface
public interface Pause {

  /** Returns after at least so many nanoseconds, or earlier without a reason. */
  void nanos(long nanos);

  /** Parks the thread. A thread that is interrupted does not wait, and stays interrupted. */
  static Pause system() {
    return LockSupport::parkNanos;
  }
}
