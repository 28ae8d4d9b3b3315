package io.holdfast.jni;

import io.holdfast.posix.Posix;
import io.holdfast.testkit.contract.KernelPosixContract;

/** The kernel through JNI keeps the contract of Posix. */
class JniPosixContractTest extends KernelPosixContract {

  private static final Posix POSIX = KernelPosix.load();

  @Override
  public Posix posix() {
    return POSIX;
  }
}
