package io.holdfast.testkit.contract;

import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import org.jspecify.annotations.Nullable;

/**
 * The contract for a binding to the kernel: tests run in a {@link ScratchDirectory}. A binding's
 * test extends it and answers {@link #posix}.
 */
public abstract class KernelPosixContract extends PosixContract {

  private @Nullable ScratchDirectory scratch;

  /** Nothing is opened before the first test. */
  protected KernelPosixContract() {}

  /** The binding; the same object every time. */
  @Override
  public abstract Posix posix();

  @Override
  protected final int openFreshDirectory() {
    try {
      scratch = ScratchDirectory.create(posix());
      return scratch.descriptor();
    } catch (PosixException e) {
      throw new AssertionError("no scratch directory", e);
    }
  }

  @Override
  protected final void discardDirectory(int directory) {
    try {
      if (scratch != null) {
        scratch.close();
      }
    } catch (PosixException e) {
      throw new AssertionError("the scratch directory stays behind", e);
    }
  }
}
