package io.holdfast.testkit.contract;

import io.holdfast.posix.Posix;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/**
 * The contract of {@link Posix}: every call, good and bad, with every errno that one process can
 * provoke by plain calls. Whoever implements Posix extends this class.
 *
 * <p>It holds for the kernel and therefore for bindings; where a file system lacks something, the
 * subclass says so through {@link #supports} and the documented refusal is asserted.
 *
 * <p>A call that never comes back fails its test after a minute.
 */
@Timeout(60)
public abstract class PosixContract
    implements ArgumentContract,
        OpeningContract,
        NameContract,
        DescriptorContract,
        DataContract,
        BarrierContract,
        LookingContract,
        ListingContract,
        DirectoryContract,
        LinkContract,
        RenameContract,
        AttributeContract,
        XattrContract,
        FlockContract,
        RecordLockContract,
        HostContract {

  private @Nullable Arena arena;

  /** Nothing is opened before the first test. */
  protected PosixContract() {}

  /**
   * Opens, through {@link #posix}, a directory that is empty and writable and belongs to one test,
   * with O_RDONLY|O_DIRECTORY.
   */
  protected abstract int openFreshDirectory();

  /** Closes what {@link #openFreshDirectory} opened and removes the directory with its contents. */
  protected abstract void discardDirectory(int directory);

  /** Everything, unless a subclass knows better. */
  @Override
  public boolean supports(Feature feature) {
    return true;
  }

  @Override
  public final Arena arena() {
    if (arena == null) {
      throw new IllegalStateException("no test is running");
    }
    return arena;
  }

  @BeforeEach
  final void openArena() {
    arena = new Arena(posix(), openFreshDirectory());
  }

  @AfterEach
  final void closeArena() {
    if (arena != null) {
      arena.closeAll();
      discardDirectory(arena.fd());
      arena = null;
    }
  }
}
