package io.holdfast.testkit.proof;

import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.FaultPosix;
import io.holdfast.testkit.sim.SimCapabilities;
import io.holdfast.testkit.sim.SimDisk;
import io.holdfast.testkit.sim.SimPosix;
import java.util.List;

/**
 * A fresh simulated disk for each run, whose writes are short; what a power cut leaves can be
 * asked.
 */
public final class SimulatedFaults implements FaultyStorage {

  private static final RawPath ROOT = RawPath.of("/d");
  private static final int STATES = 6;
  private static final long SHORT_WRITES_SEED = 11;

  private final SimDisk disk;
  private final SimPosix plain;
  private final FaultPosix faulty;

  public SimulatedFaults(SimCapabilities capabilities) {
    disk = SimDisk.create(capabilities);
    plain = disk.newProcess();
    faulty = new FaultPosix(plain).cutAll(SHORT_WRITES_SEED);
    try {
      int made = plain.mkdirat(Flags.AT_FDCWD, ROOT.bytes(), 0700);
      PosixException.check(made, "mkdirat", ROOT.bytes());
    } catch (PosixException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public Posix faulty() {
    return faulty;
  }

  @Override
  public Posix plain() {
    return plain;
  }

  @Override
  public RawPath root() {
    return ROOT;
  }

  @Override
  public void arm(CallFault fault, int nth) {
    Fault order = Fault.of(fault.call(), fault.errno()).onCall(nth);
    faulty.inject(fault.afterwards() ? order.afterwards() : order);
  }

  @Override
  public void disarm() {
    faulty.heal();
  }

  @Override
  public boolean struck() {
    return !faulty.injected().isEmpty();
  }

  @Override
  public int openDescriptors() {
    return plain.openDescriptors();
  }

  @Override
  public List<String> contradictionsAfterPowerCut(Comparison comparison) {
    return disk.crashStates(STATES, disk.changes())
        .flatMap(
            state ->
                comparison.with(state.disk().newProcess(), ROOT).stream()
                    .map(text -> text + "; crash: " + state))
        .toList();
  }

  @Override
  public void close() {
    plain.kill();
  }
}
