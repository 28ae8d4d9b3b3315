package io.holdfast.testkit.contract;

import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.PosixProvider;
import org.jspecify.annotations.Nullable;

/**
 * The contract for a binding to the kernel: tests run in a {@link ScratchDirectory}. A binding's
 * test extends it and answers {@link #posix}.
 */
public abstract class KernelPosixContract extends PosixContract implements InterruptionContract {

  private @Nullable ScratchDirectory scratch;

  /** Nothing is opened before the first test. */
  protected KernelPosixContract() {}

  /** A binding that this contract is about; that it cannot be had is an error. */
  protected static Posix load(PosixProvider provider) {
    try {
      return provider.load();
    } catch (BindingUnavailableException e) {
      throw new AssertionError(e);
    }
  }

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
