package io.holdfast.testkit.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.contract.Feature;
import io.holdfast.testkit.contract.PosixContract;
import org.junit.jupiter.api.Nested;

/** The simulator keeps the contract that bindings keep against the kernel. */
class SimPosixContractTest {

  private abstract static class SimContract extends PosixContract {

    private static final RawPath HOME = RawPath.of("/home");

    private final SimDisk disk;
    private final SimPosix posix;

    SimContract(SimCapabilities capabilities, Credentials credentials) {
      disk = SimDisk.create(capabilities);
      posix = disk.newProcess(credentials);
      SimPosix root = disk.newProcess();
      assertThat(root.mkdirat(Flags.AT_FDCWD, HOME.bytes(), 0755)).isZero();
      int owner = credentials.uid();
      assertThat(root.fchownat(Flags.AT_FDCWD, HOME.bytes(), owner, owner, 0)).isZero();
      root.kill();
    }

    @Override
    public Posix posix() {
      return posix;
    }

    @Override
    public boolean supports(Feature feature) {
      return disk.capabilities().has(feature);
    }

    @Override
    protected int openFreshDirectory() {
      int flags = Flags.O_RDONLY | Flags.O_DIRECTORY;
      return posix.openat(Flags.AT_FDCWD, HOME.bytes(), flags, 0);
    }

    @Override
    protected void discardDirectory(int directory) {
      assertThat(posix.close(directory)).isZero();
      assertThat(posix.openDescriptors()).as("descriptors that the test left open").isZero();
    }
  }

  @Nested
  class AsRoot extends SimContract {
    AsRoot() {
      super(SimCapabilities.full(), Credentials.root());
    }
  }

  @Nested
  class AsUser extends SimContract {
    AsUser() {
      super(SimCapabilities.full(), Credentials.user(1000));
    }
  }

  @Nested
  class WithoutAnyOptionalFeature extends SimContract {
    WithoutAnyOptionalFeature() {
      super(SimCapabilities.full().without(Feature.values()), Credentials.root());
    }
  }

  @Nested
  class WithoutFlock extends SimContract {
    WithoutFlock() {
      super(SimCapabilities.full().without(Feature.FLOCK), Credentials.user(7));
    }
  }

  @Nested
  class WithFlockAsOnNfs extends SimContract {
    WithFlockAsOnNfs() {
      super(
          SimCapabilities.full()
              .without(Feature.FLOCK_READ_ONLY_EXCLUSIVE, Feature.FAILED_FLOCK_CHANGE_LOSES_LOCK),
          Credentials.root());
    }
  }

  @Nested
  class WithJournaledBarriers extends SimContract {
    WithJournaledBarriers() {
      super(SimCapabilities.full().withBarriers(Barriers.JOURNALED), Credentials.root());
    }
  }
}
