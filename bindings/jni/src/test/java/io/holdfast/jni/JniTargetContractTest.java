package io.holdfast.jni;

import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.contract.ScratchDirectory;
import io.holdfast.testkit.target.FencedTargetContract;
import io.holdfast.testkit.target.LockedTargetContract;
import org.junit.jupiter.api.Nested;

/** The kernel through JNI carries target groups, by every protocol. */
class JniTargetContractTest {

  private static final Posix POSIX = KernelPosix.load();

  @Nested
  class ByFence extends FencedTargetContract {

    private ScratchDirectory scratch;

    @Override
    protected Posix newPosix() {
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
  }

  @Nested
  class ByFlock extends OnLocks {
    ByFlock() {
      super(Protocol.FLOCK);
    }
  }

  @Nested
  class ByMkdir extends OnLocks {
    ByMkdir() {
      super(Protocol.MKDIR);
    }
  }

  private abstract static class OnLocks extends LockedTargetContract {

    private final Protocol protocol;
    private ScratchDirectory scratch;

    OnLocks(Protocol protocol) {
      this.protocol = protocol;
    }

    @Override
    protected Protocol protocol() {
      return protocol;
    }

    @Override
    protected Posix newPosix() {
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
  }
}
