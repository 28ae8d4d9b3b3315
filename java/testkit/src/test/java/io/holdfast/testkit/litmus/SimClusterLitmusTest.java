package io.holdfast.testkit.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.sim.SimDisk;
import io.holdfast.testkit.sim.SimPosix;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** Members that are processes of the simulator; none keeps a descriptor, whatever happened. */
class SimClusterLitmusTest extends ClusterLitmusContract {

  private static final int MEMBERS = 4;

  /** The one descriptor that the test itself keeps, of member 0. */
  private static final int OWN = 1;

  private final List<SimPosix> processes = new ArrayList<>();

  @Override
  protected Posix posix(int rank) {
    return processes.get(rank);
  }

  @Override
  protected RawPath makeFreshDirectory() {
    SimDisk disk = SimDisk.create();
    for (int rank = 0; rank < MEMBERS; rank++) {
      processes.add(disk.newProcess());
    }
    assertThat(processes.get(0).mkdirat(-100, new byte[] {'/', 'd'}, 0700)).isZero();
    return RawPath.of("/d");
  }

  @Override
  protected void discardDirectory() {
    // It goes with the disk.
  }

  @AfterEach
  void nothingIsLeftOpen() {
    for (int rank = 0; rank < MEMBERS; rank++) {
      assertThat(processes.get(rank).openDescriptors()).isEqualTo(rank == 0 ? OWN : 0);
    }
  }
}
