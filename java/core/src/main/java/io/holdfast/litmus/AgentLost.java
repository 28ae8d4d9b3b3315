package io.holdfast.litmus;

import java.io.Serial;

/**
 * An agent behind {@link AgentPosix} gave no answer that a system call could have given; carries
 * what is known then through code that knows system calls only.
 */
final class AgentLost extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  AgentLost(Stopped cause) {
    super(cause.getMessage(), cause);
  }

  AgentLost(LitmusException cause) {
    super(cause.getMessage(), cause);
  }

  /** The outcome of the experiment in which it happened. */
  Outcome outcome() throws LitmusException {
    if (getCause() instanceof Stopped stopped) {
      return stopped.outcome();
    }
    throw (LitmusException) getCause();
  }
}
