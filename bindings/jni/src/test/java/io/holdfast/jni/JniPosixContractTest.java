package io.holdfast.jni;

import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Posix;
import io.holdfast.testkit.contract.KernelPosixContract;

/** The kernel through JNI keeps the contract of Posix. */
class JniPosixContractTest extends KernelPosixContract {

  private static final Posix POSIX = load();

  @Override
  public Posix posix() {
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
