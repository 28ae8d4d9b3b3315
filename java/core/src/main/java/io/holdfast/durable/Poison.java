package io.holdfast.durable;

import java.util.concurrent.atomic.AtomicReference;

/** Remembers the first failed directory barrier of one {@link Durable}; there is no way back. */
final class Poison {

  private final AtomicReference<Throwable> first = new AtomicReference<>();

  /** Answers true for the first failure. */
  boolean spoil(Throwable failure) {
    return first.compareAndSet(null, failure);
  }

  /** For whoever has changed nothing yet. */
  void check() throws PoisonedException {
    Throwable failure = first.get();
    if (failure != null) {
      throw new PoisonedException(failure);
    }
  }

  /** For whoever has already changed something: it can no longer be acknowledged. */
  void refuse() throws DurabilityUnknownException {
    Throwable failure = first.get();
    if (failure != null) {
      throw new DurabilityUnknownException("a directory barrier failed", failure);
    }
  }
}
