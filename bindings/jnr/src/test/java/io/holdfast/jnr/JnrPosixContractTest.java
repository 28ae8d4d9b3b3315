package io.holdfast.jnr;

import io.holdfast.posix.Posix;
import io.holdfast.testkit.contract.KernelPosixContract;

/** The kernel through libc, without C code of Holdfast's own, keeps the contract of Posix. */
class JnrPosixContractTest extends KernelPosixContract {

  private static final Posix POSIX = load(new JnrProvider());

  @Override
  public Posix posix() {
    return POSIX;
  }
}
