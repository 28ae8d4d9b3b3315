package io.holdfast.cli;

import io.holdfast.lab.Facilities;
import io.holdfast.lab.lease.LeaseLab;
import io.holdfast.lab.lease.LeaseProgress;
import io.holdfast.lab.lease.LeaseRunRequest;
import io.holdfast.lab.lease.LeaseRunResult;
import io.holdfast.lab.lease.Mounts;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/** The lab on this machine. */
final class HostLeasingLab implements LeasingLab {

  private final LeaseLab lab = new LeaseLab(Facilities.here());

  @Override
  public Optional<String> unavailabilityReason(Mounts mounts) {
    return lab.unavailabilityReason(mounts);
  }

  @Override
  public LeaseRunResult run(LeaseRunRequest request, Consumer<LeaseProgress> progress)
      throws IOException {
    return lab.run(request, progress);
  }
}
