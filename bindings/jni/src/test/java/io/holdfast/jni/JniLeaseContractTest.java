package io.holdfast.jni;

import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Posix;
import io.holdfast.testkit.lease.KernelLeaseContract;

/** The kernel through JNI carries leases. */
class JniLeaseContractTest extends KernelLeaseContract {

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
