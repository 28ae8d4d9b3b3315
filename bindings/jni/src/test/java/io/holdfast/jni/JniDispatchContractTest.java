package io.holdfast.jni;

import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.contract.ScratchDirectory;
import io.holdfast.testkit.dispatch.DispatchContract;

/** A dispatcher on a real directory, through JNI. */
class JniDispatchContractTest extends DispatchContract {

  private static final Posix POSIX = KernelPosix.load();

  private ScratchDirectory scratch;

  @Override
  protected Posix newPosix() {
    return POSIX;
  }

  @Override
  protected RawPath makeFreshDirectory() throws PosixException {
    scratch = ScratchDirectory.create(POSIX);
    return scratch.path();
  }

  @Override
  protected void discardDirectory() throws PosixException {
    scratch.close();
  }
}
