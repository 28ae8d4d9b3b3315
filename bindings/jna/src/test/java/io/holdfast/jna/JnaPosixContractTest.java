package io.holdfast.jna;

import io.holdfast.posix.Posix;
import io.holdfast.testkit.contract.KernelPosixContract;

/** The kernel through JNA keeps the contract of Posix. */
class JnaPosixContractTest extends KernelPosixContract {

  private static final Posix POSIX = load(new JnaProvider());

  @Override
  public Posix posix() {
    return POSIX;
  }
}
