package io.holdfast.jni;

import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Posix;

/** The kernel through JNI, for tests that cannot go without. */
final class KernelPosix {

  private KernelPosix() {}

  static Posix load() {
    try {
      return new JniProvider().load();
    } catch (BindingUnavailableException e) {
      throw new AssertionError(e);
    }
  }
}
