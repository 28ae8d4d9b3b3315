package io.holdfast.litmus;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import java.util.List;
import java.util.function.Consumer;

/** One litmus from the first call to the last; used once. */
final class CrossHostRun {

  private final NanoClock clock;
  private final EpochClock epochClock;
  private final LitmusRequest request;
  private final Consumer<LitmusEvent> progress;

  CrossHostRun(
      NanoClock clock,
      EpochClock epochClock,
      LitmusRequest request,
      Consumer<LitmusEvent> progress) {
    this.clock = clock;
    this.epochClock = epochClock;
    this.request = request;
    this.progress = progress;
  }

  LitmusReport run() throws LitmusException {
    long started = epochClock.millis();
    long start = clock.nanoTime();
    request.members().forEach(m -> progress.accept(working(m)));
    return new LitmusReport(
        request.profile(),
        Scope.CROSS_HOST,
        Scope.SAME_CLIENT,
        Verdict.inconclusive("no question was asked"),
        List.of(),
        0,
        false,
        started,
        clock.nanoTime() - start,
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  private static LitmusEvent working(LitmusMember member) {
    return new LitmusEvent.Working(member.name(), LitmusPhase.MEMBERSHIP);
  }
}
