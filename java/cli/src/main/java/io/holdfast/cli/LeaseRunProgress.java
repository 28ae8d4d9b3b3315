package io.holdfast.cli;

import io.holdfast.lab.lease.LeaseProgress;
import io.holdfast.lab.lease.LeaseRunRequest;
import java.util.Locale;
import java.util.function.Consumer;

/** Says how many ids are done, and what happened to coordinators meanwhile. */
final class LeaseRunProgress implements Consumer<LeaseProgress> {

  private final ProgressLine line;
  private final LeaseRunRequest request;

  LeaseRunProgress(ProgressLine line, LeaseRunRequest request) {
    this.line = line;
    this.request = request;
    line.show("starting " + request.processes() + " coordinators");
  }

  @Override
  public void accept(LeaseProgress far) {
    line.show(
        String.format(
            Locale.ROOT,
            "%d s of %d: %d of %d ids done, %d kills, %d stops",
            far.seconds(),
            request.seconds(),
            far.done(),
            request.ids(),
            far.kills(),
            far.stops()));
  }
}
