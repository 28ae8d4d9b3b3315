package io.holdfast.jni;

import io.holdfast.posix.Posix;
import io.holdfast.testkit.durable.KernelDurableContract;

/** The kernel through JNI carries the verbs. */
class JniDurableContractTest extends KernelDurableContract {

  private static final Posix POSIX = KernelPosix.load();

  @Override
  protected Posix posix() {
    return POSIX;
  }
}
