package io.holdfast.testkit.durable;

import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.contract.Feature;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * The contract of {@link io.holdfast.durable.Durable}: every verb, every answer, every errno of a
 * call that decides something, in the order of its calls. Whoever wants to know whether a {@link
 * Posix} or a file system carries the verbs extends this class.
 *
 * <p>What a crash leaves is not asked here: see {@code CrashSearch} and the rigs of the lab.
 */
public abstract class DurableContract
    implements PublishContract,
        ReplaceContract,
        MoveContract,
        RemoveContract,
        DirectoriesContract,
        TreeContract,
        PlaceContract,
        BarrierFailureContract,
        BatchContract,
        SharedBarrierContract,
        FanOutContract,
        CounterContract,
        BadInputContract {

  private @Nullable DurableArena arena;

  /** Nothing is opened before the first test. */
  protected DurableContract() {}

  /** The subject, once the directory is made; the same object during one test. */
  protected abstract Posix posix();

  /** Makes a directory that is empty and writable and belongs to one test. */
  protected abstract RawPath makeFreshDirectory() throws PosixException;

  /** Removes the directory with its contents. */
  protected abstract void discardDirectory() throws PosixException;

  /** Everything, unless a subclass knows better. */
  @Override
  public boolean supports(Feature feature) {
    return true;
  }

  @Override
  public final DurableArena arena() {
    if (arena == null) {
      throw new IllegalStateException("no test is running");
    }
    return arena;
  }

  @BeforeEach
  final void openArena() throws PosixException {
    RawPath path = makeFreshDirectory();
    arena = new DurableArena(posix(), path);
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
