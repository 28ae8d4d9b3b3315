package io.holdfast.testkit.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.durable.BarrierForm;
import io.holdfast.durable.DurableOptions;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.contract.Feature;
import io.holdfast.testkit.sim.SimCapabilities;
import io.holdfast.testkit.sim.SimDisk;
import io.holdfast.testkit.sim.SimPosix;
import org.junit.jupiter.api.Nested;

/** The simulator carries results, with everything and with as little as NFS has. */
class SimResultContractTest {

  @Nested
  class WithEverything extends OnSimulatedDisk {
    WithEverything() {
      super(SimCapabilities.full());
    }
  }

  @Nested
  class WithLittle extends OnSimulatedDisk {
    WithLittle() {
      super(
          SimCapabilities.full()
              .without(
                  Feature.TMPFILE,
                  Feature.USER_XATTRS,
                  Feature.LINK_BY_EMPTY_PATH,
                  Feature.RENAME_NOREPLACE));
    }

    @Override
    public int movingCall() {
      return 2;
    }

    @Override
    protected DurableOptions barriers() {
      return DurableOptions.defaults().withBarrierForm(BarrierForm.SENTINEL);
    }
  }

  private abstract static class OnSimulatedDisk extends ResultContract {

    private final SimPosix posix;

    OnSimulatedDisk(SimCapabilities capabilities) {
      posix = SimDisk.create(capabilities).newProcess();
    }

    @Override
    protected Posix posix() {
      return posix;
    }

    @Override
    protected RawPath makeFreshDirectory() {
      RawPath path = RawPath.of("/d");
      assertThat(posix.mkdirat(Flags.AT_FDCWD, path.bytes(), 0700)).isZero();
      return path;
    }

    @Override
    protected void discardDirectory() {
      assertThat(posix.openDescriptors()).as("descriptors left open").isZero();
    }
  }
}
