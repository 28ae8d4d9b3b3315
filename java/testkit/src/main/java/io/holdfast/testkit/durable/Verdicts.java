package io.holdfast.testkit.durable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.PoisonedException;
import io.holdfast.posix.Errno;
import io.holdfast.posix.PosixException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Assertions on the three ways in which a verb says that it did not succeed. */
final class Verdicts {

  private Verdicts() {}

  /** Nothing changed, with this errno. */
  static PosixException refused(ThrowingCallable verb, Errno errno) {
    Throwable thrown = catchThrowable(verb);
    assertThat(thrown).isInstanceOf(PosixException.class);
    PosixException refusal = (PosixException) thrown;
    assertThat(refusal.errno()).isEqualTo(errno);
    return refusal;
  }

  /** It may or may not be there. */
  static DurabilityUnknownException unknown(ThrowingCallable verb) {
    Throwable thrown = catchThrowable(verb);
    assertThat(thrown).isInstanceOf(DurabilityUnknownException.class);
    return (DurabilityUnknownException) thrown;
  }

  /** It may or may not be there, because of this errno. */
  static DurabilityUnknownException unknown(ThrowingCallable verb, Errno errno) {
    DurabilityUnknownException thrown = unknown(verb);
    assertThat(thrown)
        .cause()
        .isInstanceOfSatisfying(
            PosixException.class, cause -> assertThat(cause.errno()).isEqualTo(errno));
    return thrown;
  }

  /** An earlier barrier failed, nothing was touched. */
  static void poisoned(ThrowingCallable verb) {
    assertThat(catchThrowable(verb)).isInstanceOf(PoisonedException.class);
  }
}
