package io.holdfast.testkit.lease;

import static io.holdfast.testkit.lease.LeaseArena.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lease.ClaimAnswer;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.contract.ScratchDirectory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The contract of lease tables for a binding to the kernel: tests run in a {@link
 * ScratchDirectory}, which may lie on any file system, and several tables of this one process are
 * the coordinators. A binding's test extends it, answers {@link #posix} and signs for a protocol.
 */
public abstract class KernelLeaseContract extends LeaseContract {

  private @Nullable ScratchDirectory scratch;

  /** Nothing is opened before the first test. */
  protected KernelLeaseContract() {}

  /** The binding; the same object during one test. */
  protected abstract Posix posix();

  @Test
  @Timeout(60)
  final void recordPathThatIsAFifoIsRefusedWithoutBlocking() throws Exception {
    Coordinator a = arena().open("alpha");
    a.take(id(1));
    String record = arena().countingRecord(id(1));
    arena().unlink(record);
    arena().dropHint(id(1));
    String path = arena().root() + "/" + record;
    assertThat(new ProcessBuilder("mkfifo", path).inheritIO().start().waitFor()).isZero();

    assertThat(arena().open("beta").claim(id(1)))
        .isInstanceOfSatisfying(
            ClaimAnswer.Corrupt.class,
            corrupt -> {
              assertThat(corrupt.path()).isEqualTo(record);
              assertThat(corrupt.reason()).contains("regular");
            });
  }

  @Override
  protected final Posix newPosix() {
    return posix();
  }

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
