package io.holdfast.cli;

import io.holdfast.lab.lease.LeaseLab;
import io.holdfast.lab.lease.LeaseProgress;
import io.holdfast.lab.lease.LeaseRunRequest;
import io.holdfast.lab.lease.LeaseRunResult;
import io.holdfast.lab.lease.Mounts;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/** Coordinators that are killed and frozen, as commands see them; replaced in tests. */
public interface LeasingLab {

  /**
   * Why there can be no run here; empty where there can.
   *
   * @see LeaseLab#unavailabilityReason
   */
  Optional<String> unavailabilityReason(Mounts mounts);

  /**
   * Makes one run.
   *
   * @see LeaseLab#run
   */
  LeaseRunResult run(LeaseRunRequest request, Consumer<LeaseProgress> progress) throws IOException;
}
