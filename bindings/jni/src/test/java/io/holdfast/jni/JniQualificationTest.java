package io.holdfast.jni;

import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.contract.ScratchDirectory;
import io.holdfast.testkit.litmus.QualificationContract;

/** Coordinators in one process, on a real file system. */
class JniQualificationTest extends QualificationContract {

  private final Posix posix = load();
  private ScratchDirectory scratch;

  @Override
  protected Posix posix(int rank) {
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

  private static Posix load() {
    try {
      return new JniProvider().load();
    } catch (BindingUnavailableException e) {
      throw new AssertionError(e);
    }
  }
}
