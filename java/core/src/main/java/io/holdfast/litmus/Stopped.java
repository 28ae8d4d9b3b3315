package io.holdfast.litmus;

import io.holdfast.posix.Errno;
import org.jspecify.annotations.Nullable;

/** An experiment ended before its last step; what is known then is its outcome. */
final class Stopped extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient Outcome outcome;

  Stopped(Outcome outcome) {
    super(outcome.verdict().explanation());
    this.outcome = outcome;
  }

  static Stopped inconclusive(String reason) {
    return new Stopped(Outcome.inconclusive(reason, null));
  }

  static Stopped inconclusive(String reason, @Nullable Errno errno) {
    return new Stopped(Outcome.inconclusive(reason, errno));
  }

  static Stopped refuted(String counterExample, @Nullable Errno errno) {
    return new Stopped(Outcome.refuted(counterExample, errno));
  }

  Outcome outcome() {
    return outcome;
  }
}
