package io.holdfast.gauge;

import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.PoisonedException;
import io.holdfast.lease.SessionLostException;
import io.holdfast.lease.TableRefusedException;
import io.holdfast.posix.Errno;
import io.holdfast.posix.PosixException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How storage fails: what is no such exception is a mistake of ours. */
final class Failure {

  private Failure() {}

  static boolean isOfStorage(Exception failure) {
    return failure instanceof PosixException
        || failure instanceof DurabilityUnknownException
        || failure instanceof PoisonedException
        || failure instanceof SessionLostException
        || failure instanceof TableRefusedException
        || failure instanceof WrongAnswerException;
  }

  /** Of the first call behind it that failed. */
  static Optional<Errno> errno(Exception failure) {
    for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof PosixException refused) {
        return Optional.of(refused.errno());
      }
    }
    return Optional.empty();
  }

  static String reason(Exception failure) {
    return String.valueOf(failure.getMessage());
  }
}
