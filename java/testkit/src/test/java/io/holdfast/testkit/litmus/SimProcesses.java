package io.holdfast.testkit.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.RawPath;
import io.holdfast.testkit.sim.SimDisk;
import io.holdfast.testkit.sim.SimPosix;
import java.util.ArrayList;
import java.util.List;

/** Processes of the simulator that see one empty directory. */
final class SimProcesses {

  private static final int COUNT = 4;

  private final List<SimPosix> processes = new ArrayList<>();

  SimProcesses() {
    SimDisk disk = SimDisk.create();
    for (int rank = 0; rank < COUNT; rank++) {
      processes.add(disk.newProcess());
    }
    assertThat(processes.get(0).mkdirat(-100, new byte[] {'/', 'd'}, 0700)).isZero();
  }

  SimPosix get(int rank) {
    return processes.get(rank);
  }

  RawPath directory() {
    return RawPath.of("/d");
  }

  /** Of all of them together. */
  int openDescriptors() {
    return processes.stream().mapToInt(SimPosix::openDescriptors).sum();
  }
}
