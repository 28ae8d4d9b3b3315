package io.holdfast.lease;

/** A directory is not opened as a table; the message says why, and nothing was changed in it. */
public final class TableRefusedException extends Exception {

  private static final long serialVersionUID = 1L;

  TableRefusedException(String reason) {
    super(reason);
  }
}
