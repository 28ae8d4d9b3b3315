package io.holdfast.cli;

import io.holdfast.lab.lease.LeaseProgress;
import io.holdfast.lab.lease.LeaseRunRequest;
import io.holdfast.lab.lease.LeaseRunResult;
import io.holdfast.lab.lease.Mounts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** A lab that tells what a test wants, and remembers what it was asked. */
final class FakeLeasingLab implements LeasingLab {

  private final List<LeaseRunRequest> requests = new ArrayList<>();
  private Function<LeaseRunRequest, LeaseRunResult> results =
      request -> {
        throw new AssertionError("there was to be no run");
      };
  private Optional<String> reason = Optional.empty();
  private IOException end;

  FakeLeasingLab answering(Function<LeaseRunRequest, LeaseRunResult> answers) {
    results = answers;
    return this;
  }

  FakeLeasingLab unavailable(String why) {
    reason = Optional.of(why);
    return this;
  }

  /** Ends before it is through. */
  FakeLeasingLab ending(String why) {
    end = new IOException(why);
    return this;
  }

  List<LeaseRunRequest> requests() {
    return requests;
  }

  @Override
  public Optional<String> unavailabilityReason(Mounts mounts) {
    return reason;
  }

  @Override
  public LeaseRunResult run(LeaseRunRequest request, Consumer<LeaseProgress> progress)
      throws IOException {
    requests.add(request);
    if (end != null) {
      throw end;
    }
    progress.accept(new LeaseProgress(3, 40, 1, 2));
    return results.apply(request);
  }
}
