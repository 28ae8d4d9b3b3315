package io.holdfast.jni;

import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Posix;
import io.holdfast.testkit.durable.KernelDurableContract;

/** The kernel through JNI carries the verbs. */
class JniDurableContractTest extends KernelDurableContract {

  private static final Posix POSIX = load();

  @Override
  protected Posix posix() {
    return POSIX;
  }

  private static Posix load() {
    try {
      return new JniProvider().load();
    } catch (BindingUnavailableException e) {
      throw new AssertionError(e);
    }
  }
}
