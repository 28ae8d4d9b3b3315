package io.holdfast.dispatch;

/** Nobody could say in time whether leases are held: ask again. */
public final class UndecidedException extends Exception {

  private static final long serialVersionUID = 1L;

  UndecidedException(String reason) {
    super(reason);
  }
}
