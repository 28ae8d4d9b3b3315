package io.holdfast.lease;

import io.holdfast.durable.DurabilityUnknownException;

/** How a change of one record ended. */
sealed interface Outcome<A> {

  /** It is durable, or nothing was to be changed. */
  record Answered<A>(A answer) implements Outcome<A> {}

  /** Whether it happened, or whether it is durable, cannot be said. */
  record Unknown<A>(DurabilityUnknownException reason) implements Outcome<A> {}

  /** The answer, where there is one. */
  default A orThrow() throws DurabilityUnknownException {
    if (this instanceof Unknown<A> unknown) {
      throw unknown.reason();
    }
    return ((Answered<A>) this).answer();
  }
}
