package io.holdfast.jni;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.durable.Dir;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.result.ResultPublisher;
import io.holdfast.testkit.contract.ScratchDirectory;
import io.holdfast.testkit.result.ResultContract;
import org.junit.jupiter.api.Test;

/** The kernel through JNI carries results. */
class JniResultContractTest extends ResultContract {

  private static final Posix POSIX = KernelPosix.load();

  private ScratchDirectory scratch;

  @Override
  protected Posix posix() {
    return POSIX;
  }

  @Override
  protected RawPath makeFreshDirectory() throws PosixException {
    scratch = ScratchDirectory.create(POSIX);
    return scratch.path();
  }

  @Override
  protected void discardDirectory() throws PosixException {
    scratch.close();
  }

  @Test
  void rootsOnTwoFileSystemsAreRefusedAtTheStart() throws PosixException {
    try (Durable durable = new Durable(POSIX, DurableOptions.defaults());
        Dir here = Dir.open(POSIX, scratch.path());
        Dir elsewhere = Dir.open(POSIX, RawPath.of("/proc"))) {
      assertThatThrownBy(() -> new ResultPublisher(POSIX, durable, here, elsewhere))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("moved, not copied");
    }
  }
}
