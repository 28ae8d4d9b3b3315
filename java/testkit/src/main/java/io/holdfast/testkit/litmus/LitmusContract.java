package io.holdfast.testkit.litmus;

import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/**
 * The contract of what members of a job ask together: litmus and qualification, on storage that
 * keeps its word about flock and names between processes. Its clock stands still unless a test
 * moves it, so that a member that waits for nothing hangs: then the test is ended and named.
 */
@Timeout(120)
public abstract class LitmusContract implements ClusterLitmusContract, QualificationContract {

  private @Nullable RootLook root;

  /** Nothing is opened before the first test. */
  protected LitmusContract() {}

  /** What the member with this rank calls, once the directory is made; all see one storage. */
  @Override
  public abstract Posix posix(int rank);

  /** Makes an empty directory. */
  protected abstract RawPath makeFreshDirectory() throws PosixException;

  /** Takes away what {@link #makeFreshDirectory} made. */
  protected abstract void discardDirectory() throws PosixException;

  @Override
  public final RootLook root() {
    if (root == null) {
      throw new IllegalStateException("no test is running");
    }
    return root;
  }

  @BeforeEach
  final void openRoot() throws PosixException {
    RawPath path = makeFreshDirectory();
    root = new RootLook(posix(0), path);
  }

  @AfterEach
  final void closeRoot() throws PosixException {
    if (root != null) {
      root.close();
      root = null;
      discardDirectory();
    }
  }
}
