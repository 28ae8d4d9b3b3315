package io.holdfast.testkit.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.sim.SimCapabilities;
import io.holdfast.testkit.sim.SimDisk;
import io.holdfast.testkit.sim.SimPosix;
import java.util.ArrayList;
import java.util.List;

/** A dispatcher on the simulator. */
class SimDispatchContractTest extends DispatchContract {

  private final SimDisk disk = SimDisk.create(SimCapabilities.full());
  private final List<SimPosix> processes = new ArrayList<>();

  @Override
  protected Posix newPosix() {
    SimPosix process = disk.newProcess();
    processes.add(process);
    return process;
  }

  @Override
  protected RawPath makeFreshDirectory() {
    byte[] path = {'/', 'd'};
    assertThat(disk.newProcess().mkdirat(Flags.AT_FDCWD, path, 0700)).isZero();
    return RawPath.of(path);
  }

  @Override
  protected void discardDirectory() {
    for (SimPosix process : processes) {
      assertThat(process.openDescriptors()).as("descriptors left open").isZero();
    }
  }
}
