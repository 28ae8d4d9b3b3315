package io.holdfast.testkit.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;

/** Members that are processes of the simulator; none keeps a descriptor, whatever happened. */
class SimLitmusContractTest extends LitmusContract {

  private SimProcesses processes;

  @Override
  public Posix posix(int rank) {
    return processes.get(rank);
  }

  @Override
  protected RawPath makeFreshDirectory() {
    processes = new SimProcesses();
    return processes.directory();
  }

  @Override
  protected void discardDirectory() {
    assertThat(processes.openDescriptors()).isZero();
  }
}
