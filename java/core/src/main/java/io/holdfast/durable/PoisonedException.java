package io.holdfast.durable;

/**
 * An earlier directory barrier of this table failed in this process, so that nothing can be
 * acknowledged any more: close the table, open it again and read what is there.
 */
public final class PoisonedException extends Exception {

  private static final long serialVersionUID = 1L;

  PoisonedException(Throwable firstFailure) {
    super(
        "a directory barrier failed earlier; nothing is acknowledged until this is reopened",
        firstFailure);
  }
}
