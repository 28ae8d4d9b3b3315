package io.holdfast.jni;

import io.holdfast.posix.Posix;
import io.holdfast.testkit.lease.FenceTableContract;
import io.holdfast.testkit.lease.FlockTableContract;
import io.holdfast.testkit.lease.KernelLeaseContract;
import io.holdfast.testkit.lease.MkdirTableContract;
import org.junit.jupiter.api.Nested;

/** The kernel through JNI carries leases, whatever their protocol. */
class JniLeaseContractTest {

  private static final Posix POSIX = KernelPosix.load();

  @Nested
  class FenceTables extends OnTheKernel implements FenceTableContract {}

  @Nested
  class FlockTables extends OnTheKernel implements FlockTableContract {}

  @Nested
  class MkdirTables extends OnTheKernel implements MkdirTableContract {}

  private abstract static class OnTheKernel extends KernelLeaseContract {

    @Override
    protected Posix posix() {
      return POSIX;
    }
  }
}
