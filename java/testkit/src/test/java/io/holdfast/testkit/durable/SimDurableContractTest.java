package io.holdfast.testkit.durable;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.contract.Feature;
import io.holdfast.testkit.sim.SimCapabilities;
import io.holdfast.testkit.sim.SimDisk;
import io.holdfast.testkit.sim.SimPosix;
import org.junit.jupiter.api.Nested;

/** The simulator carries the verbs, with everything and with as little as NFS has. */
class SimDurableContractTest {

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
  }

  private abstract static class OnSimulatedDisk extends DurableContract {

    private final SimCapabilities capabilities;
    private SimPosix posix;

    OnSimulatedDisk(SimCapabilities capabilities) {
      this.capabilities = capabilities;
    }

    @Override
    protected Posix posix() {
      return posix;
    }

    @Override
    public boolean supports(Feature feature) {
      return capabilities.has(feature);
    }

    @Override
    protected RawPath makeFreshDirectory() {
      posix = SimDisk.create(capabilities).newProcess();
      assertThat(posix.mkdirat(-100, new byte[] {'/', 'd'}, 0700)).isZero();
      return RawPath.of("/d");
    }

    @Override
    protected void discardDirectory() {
      assertThat(posix.openDescriptors()).as("descriptors left open").isZero();
    }
  }
}
