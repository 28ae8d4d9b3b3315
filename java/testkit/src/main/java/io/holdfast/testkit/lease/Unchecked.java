package io.holdfast.testkit.lease;

import java.util.concurrent.Callable;

/** Calls that may throw anything, where only unchecked exceptions can pass. */
final class Unchecked {

  private Unchecked() {}

  static <T> T call(Callable<T> callable) {
    try {
      return callable.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
