package io.holdfast.cli;

import io.holdfast.clock.NanoClock;
import io.holdfast.lab.crash.EioRequest;
import java.util.Locale;
import java.util.function.IntConsumer;

/** Says how many trials were made, and how fast. */
final class EioProgress implements IntConsumer {

  private final ProgressLine line;
  private final NanoClock clock;
  private final EioRequest request;
  private final long begunNanos;

  EioProgress(ProgressLine line, NanoClock clock, EioRequest request) {
    this.line = line;
    this.clock = clock;
    this.request = request;
    this.begunNanos = clock.nanoTime();
    line.show(request.fileSystem().id() + ": starting the lab");
  }

  @Override
  public void accept(int made) {
    double seconds = Math.max(1, clock.nanoTime() - begunNanos) / 1e9;
    line.show(
        String.format(
            Locale.ROOT,
            "%s: %d of %d trials, %.1f a second",
            request.fileSystem().id(),
            made,
            request.trials(),
            made / seconds));
  }
}
