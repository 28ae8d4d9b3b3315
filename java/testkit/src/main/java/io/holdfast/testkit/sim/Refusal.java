package io.holdfast.testkit.sim;

import io.holdfast.posix.Errno;

/** How a simulated call ends with an errno; never leaves {@link SimPosix}. */
final class Refusal extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int result;

  Refusal(Errno errno) {
    super(errno.symbol(), null, false, false);
    result = errno.asResult();
  }

  int result() {
    return result;
  }

  static void when(boolean refused, Errno errno) {
    if (refused) {
      throw new Refusal(errno);
    }
  }
}
