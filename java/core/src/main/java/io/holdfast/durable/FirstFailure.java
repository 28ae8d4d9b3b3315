package io.holdfast.durable;

import io.holdfast.posix.PosixException;
import org.jspecify.annotations.Nullable;

/** The first of several failures, in the order in which they are told; later ones suppressed. */
final class FirstFailure {

  private @Nullable PosixException refused;
  private @Nullable DurabilityUnknownException unknown;

  boolean happened() {
    return refused != null || unknown != null;
  }

  void add(PosixException failure) {
    if (!suppressed(failure)) {
      refused = failure;
    }
  }

  void add(DurabilityUnknownException failure) {
    if (!suppressed(failure)) {
      unknown = failure;
    }
  }

  /** Takes over what another one knows, after what is known here. */
  void addAll(FirstFailure later) {
    if (later.refused != null) {
      add(later.refused);
    }
    if (later.unknown != null) {
      add(later.unknown);
    }
  }

  /** Throws the first failure, if there is one. */
  void rethrow() throws PosixException, DurabilityUnknownException {
    if (refused != null) {
      throw refused;
    }
    if (unknown != null) {
      throw unknown;
    }
  }

  private boolean suppressed(Exception failure) {
    Exception first = refused != null ? refused : unknown;
    if (first != null && first != failure) {
      first.addSuppressed(failure);
    }
    return first != null;
  }
}
