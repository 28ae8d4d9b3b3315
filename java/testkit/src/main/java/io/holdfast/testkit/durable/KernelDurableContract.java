package io.holdfast.testkit.durable;

import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.contract.ScratchDirectory;
import org.jspecify.annotations.Nullable;

/**
 * The contract of the verbs for a binding to the kernel: tests run in a {@link ScratchDirectory},
 * which may lie on any file system. A binding's test extends it and answers {@link #posix}.
 */
public abstract class KernelDurableContract extends DurableContract {

  private @Nullable ScratchDirectory scratch;

  /** Nothing is opened before the first test. */
  protected KernelDurableContract() {}

  @Override
  protected final RawPath makeFreshDirectory() throws PosixException {
    scratch = ScratchDirectory.create(posix());
    return scratch.path();
  }

  @Override
  protected final void discardDirectory() throws PosixException {
    if (scratch != null) {
      scratch.close();
      scratch = null;
    }
  }
}
