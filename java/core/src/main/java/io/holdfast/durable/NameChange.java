package io.holdfast.durable;

import io.holdfast.posix.Errno;
import io.holdfast.posix.PosixException;

/**
 * What is known of a call that changes a name, after its error was compared with what can be seen.
 *
 * @param certainty what is known
 * @param result the call's own answer: 0 or -errno
 */
record NameChange(Certainty certainty, int result) {

  enum Certainty {
    DONE,
    /** It was not done and will not be. */
    NOT_DONE,
    /** It may have been done, or may still be. */
    UNKNOWN
  }

  static NameChange done(int result) {
    return new NameChange(Certainty.DONE, result);
  }

  static NameChange notDone(int result) {
    return new NameChange(Certainty.NOT_DONE, result);
  }

  static NameChange unknown(int result) {
    return new NameChange(Certainty.UNKNOWN, result);
  }

  boolean isDone() {
    return certainty == Certainty.DONE;
  }

  /** Not done, and this is why. */
  boolean isRefused(Errno why) {
    return certainty == Certainty.NOT_DONE && why.is(result);
  }

  /**
   * Returns when it was done.
   *
   * @throws PosixException it was not done and will not be
   * @throws DurabilityUnknownException it may have been done
   */
  void require(String operation, byte[] name) throws PosixException, DurabilityUnknownException {
    if (isDone()) {
      return;
    }
    PosixException failure = PosixException.of(operation, result, name);
    if (certainty == Certainty.NOT_DONE) {
      throw failure;
    }
    throw new DurabilityUnknownException(
        "whether this was done cannot be seen: " + failure.getMessage(), failure);
  }
}
