package io.holdfast.ffm;

import io.holdfast.posix.Posix;
import io.holdfast.testkit.contract.KernelPosixContract;

/** The kernel through java.lang.foreign keeps the contract of Posix. */
class FfmPosixContractTest extends KernelPosixContract {

  private static final Posix POSIX = load(new FfmProvider());

  @Override
  public Posix posix() {
    return POSIX;
  }
}
