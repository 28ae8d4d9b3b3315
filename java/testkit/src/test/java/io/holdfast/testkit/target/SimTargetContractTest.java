package io.holdfast.testkit.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.durable.BarrierForm;
import io.holdfast.durable.DurableOptions;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.sim.Credentials;
import io.holdfast.testkit.sim.SimCapabilities;
import io.holdfast.testkit.sim.SimDisk;
import io.holdfast.testkit.sim.SimPosix;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;

/** The simulator carries target groups, by every protocol. */
class SimTargetContractTest {

  /** One disk, a process for each coordinator. */
  private static final class Disk {

    private static final Credentials USER = new Credentials(1000, 1000, 022);

    private final SimDisk disk = SimDisk.create(SimCapabilities.full());
    private final List<SimPosix> processes = new ArrayList<>();

    private RawPath root() {
      SimPosix root = disk.newProcess();
      byte[] path = {'/', 'd'};
      assertThat(root.mkdirat(Flags.AT_FDCWD, path, 0700)).isZero();
      assertThat(root.fchownat(Flags.AT_FDCWD, path, USER.uid(), USER.gid(), 0)).isZero();
      return RawPath.of(path);
    }

    private Posix newProcess() {
      SimPosix process = disk.newProcess(USER);
      processes.add(process);
      return process;
    }

    private void requireNothingOpen() {
      for (SimPosix process : processes) {
        assertThat(process.openDescriptors()).as("descriptors left open").isZero();
      }
    }
  }

  @Nested
  class ByFence extends FencedTargetContract {

    private final Disk disk = new Disk();

    @Override
    protected Posix newPosix() {
      return disk.newProcess();
    }

    @Override
    protected RawPath makeFreshDirectory() {
      return disk.root();
    }

    @Override
    protected void discardDirectory() {
      disk.requireNothingOpen();
    }
  }

  /** Every barrier makes and syncs a file, and what was done is looked at behind it. */
  @Nested
  class ByFenceAsOnANetwork extends ByFence {

    @Override
    protected DurableOptions barriers() {
      return DurableOptions.defaults().withBarrierForm(BarrierForm.SENTINEL);
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

    private final Disk disk = new Disk();
    private final Protocol protocol;

    OnLocks(Protocol protocol) {
      this.protocol = protocol;
    }

    @Override
    protected Protocol protocol() {
      return protocol;
    }

    @Override
    protected Posix newPosix() {
      return disk.newProcess();
    }

    @Override
    protected RawPath makeFreshDirectory() {
      return disk.root();
    }

    @Override
    protected void discardDirectory() {
      disk.requireNothingOpen();
    }
  }
}
