package io.holdfast.testkit.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.durable.BarrierForm;
import io.holdfast.durable.DurableOptions;
import io.holdfast.lease.TableRefusedException;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.contract.Feature;
import io.holdfast.testkit.sim.Credentials;
import io.holdfast.testkit.sim.SimCapabilities;
import io.holdfast.testkit.sim.SimDisk;
import io.holdfast.testkit.sim.SimPosix;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The simulator carries leases: each coordinator is a process of its own on one disk. */
class SimLeaseContractTest {

  @Nested
  class FenceTablesWithEverything extends OnSimulatedDisk implements FenceTableContract {
    FenceTablesWithEverything() {
      super(SimCapabilities.full(), BarrierForm.FSYNC, 022);
    }
  }

  @Nested
  class FenceTablesWithLittle extends OnSimulatedDisk implements FenceTableContract {
    FenceTablesWithLittle() {
      super(little(), BarrierForm.SENTINEL, 022);
    }
  }

  @Nested
  class FenceTablesUnderAnOpenUmask extends OnSimulatedDisk implements FenceTableContract {
    FenceTablesUnderAnOpenUmask() {
      super(SimCapabilities.full(), BarrierForm.FSYNC, 0);
    }
  }

  @Nested
  class FenceTablesUnderAClosedUmask extends OnSimulatedDisk implements FenceTableContract {
    FenceTablesUnderAClosedUmask() {
      super(SimCapabilities.full(), BarrierForm.FSYNC, 077);
    }
  }

  @Nested
  class FlockTablesWithEverything extends OnSimulatedDisk implements FlockTableContract {
    FlockTablesWithEverything() {
      super(SimCapabilities.full(), BarrierForm.FSYNC, 022);
    }
  }

  @Nested
  class FlockTablesWithLittle extends OnSimulatedDisk implements FlockTableContract {
    FlockTablesWithLittle() {
      super(little(), BarrierForm.SENTINEL, 022);
    }
  }

  @Nested
  class FlockTablesUnderAnOpenUmask extends OnSimulatedDisk implements FlockTableContract {
    FlockTablesUnderAnOpenUmask() {
      super(SimCapabilities.full(), BarrierForm.FSYNC, 0);
    }
  }

  @Nested
  class FlockTablesUnderAClosedUmask extends OnSimulatedDisk implements FlockTableContract {
    FlockTablesUnderAClosedUmask() {
      super(SimCapabilities.full(), BarrierForm.FSYNC, 077);
    }
  }

  @Nested
  class MkdirTablesWithEverything extends OnSimulatedDisk implements MkdirTableContract {
    MkdirTablesWithEverything() {
      super(SimCapabilities.full(), BarrierForm.FSYNC, 022);
    }
  }

  @Nested
  class MkdirTablesWithLittle extends OnSimulatedDisk implements MkdirTableContract {
    MkdirTablesWithLittle() {
      super(little(), BarrierForm.SENTINEL, 022);
    }
  }

  @Nested
  class MkdirTablesUnderAnOpenUmask extends OnSimulatedDisk implements MkdirTableContract {
    MkdirTablesUnderAnOpenUmask() {
      super(SimCapabilities.full(), BarrierForm.FSYNC, 0);
    }
  }

  @Nested
  class MkdirTablesUnderAClosedUmask extends OnSimulatedDisk implements MkdirTableContract {
    MkdirTablesUnderAClosedUmask() {
      super(SimCapabilities.full(), BarrierForm.FSYNC, 077);
    }
  }

  private static SimCapabilities little() {
    return SimCapabilities.full()
        .without(
            Feature.TMPFILE,
            Feature.USER_XATTRS,
            Feature.LINK_BY_EMPTY_PATH,
            Feature.RENAME_NOREPLACE);
  }

  private abstract static class OnSimulatedDisk extends LeaseContract {

    private static final int USER = 1000;

    private final SimCapabilities capabilities;
    private final BarrierForm form;
    private final Credentials credentials;
    private final List<SimPosix> processes = new ArrayList<>();
    private SimDisk disk;

    OnSimulatedDisk(SimCapabilities capabilities, BarrierForm form, int umask) {
      this.capabilities = capabilities;
      this.form = form;
      this.credentials = new Credentials(USER, USER, umask);
    }

    @Test
    void tableInARootOfSomebodyElseIsRefused() {
      SimPosix root = disk.newProcess();
      byte[] path = {'/', 'r'};
      assertThat(root.mkdirat(Flags.AT_FDCWD, path, 0755)).isZero();

      assertThat(catchThrowable(() -> arena().open("alpha", RawPath.of(path), arena().manifest())))
          .isInstanceOf(TableRefusedException.class)
          .hasMessageContaining("belongs to user 0");
    }

    @Override
    protected Posix newPosix() {
      SimPosix process = disk.newProcess(credentials);
      processes.add(process);
      return process;
    }

    @Override
    protected DurableOptions barriers() {
      return DurableOptions.defaults().withBarrierForm(form);
    }

    @Override
    protected RawPath makeFreshDirectory() {
      disk = SimDisk.create(capabilities);
      SimPosix root = disk.newProcess();
      byte[] path = {'/', 'd'};
      assertThat(root.mkdirat(Flags.AT_FDCWD, path, 0700)).isZero();
      assertThat(root.fchownat(Flags.AT_FDCWD, path, USER, USER, 0)).isZero();
      return RawPath.of(path);
    }

    @Override
    protected void discardDirectory() {
      for (SimPosix process : processes) {
        assertThat(process.openDescriptors()).as("descriptors left open").isZero();
      }
    }
  }
}
