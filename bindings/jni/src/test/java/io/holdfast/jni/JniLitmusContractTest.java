package io.holdfast.jni;

import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.contract.ScratchDirectory;
import io.holdfast.testkit.litmus.LitmusContract;

/** Members in one process, on a real file system: flock excludes between open files. */
class JniLitmusContractTest extends LitmusContract {

  private final Posix posix = KernelPosix.load();
  private ScratchDirectory scratch;

  @Override
  public Posix posix(int rank) {
    return posix;
  }

  @Override
  protected RawPath makeFreshDirectory() throws PosixException {
    scratch = ScratchDirectory.create(posix);
    return scratch.path();
  }

  @Override
  protected void discardDirectory() throws PosixException {
    scratch.close();
  }
}
