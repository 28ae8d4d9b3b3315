package io.holdfast.testkit.result;

import io.holdfast.durable.DurableOptions;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * The contract of results: what is sealed is there, what is published is public once, what can
 * never be committed goes. Whoever wants to know whether a {@link Posix} or a file system carries
 * them extends this class.
 */
public abstract class ResultContract
    implements StageContract, PublicationContract, StageSweepContract {

  private @Nullable ResultArena arena;

  /** Nothing is opened before the first test. */
  protected ResultContract() {}

  /** The subject, once the directory is made; the same object during one test. */
  protected abstract Posix posix();

  /** Makes a directory that is empty and writable and belongs to one test. */
  protected abstract RawPath makeFreshDirectory() throws PosixException;

  /** Removes the directory with its contents. */
  protected abstract void discardDirectory() throws PosixException;

  /** How directories are made durable. */
  protected DurableOptions barriers() {
    return DurableOptions.defaults();
  }

  /** The first, where there is a rename without replacement. */
  @Override
  public int movingCall() {
    return 1;
  }

  @Override
  public final ResultArena arena() {
    if (arena == null) {
      throw new IllegalStateException("no test is running");
    }
    return arena;
  }

  @BeforeEach
  final void openArena() throws Exception {
    RawPath path = makeFreshDirectory();
    arena = new ResultArena(posix(), path, barriers());
  }

  @AfterEach
  final void closeArena() throws Exception {
    if (arena != null) {
      arena.closeAll();
      arena = null;
      discardDirectory();
    }
  }
}
