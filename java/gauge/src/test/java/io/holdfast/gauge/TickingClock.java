package io.holdfast.gauge;

import io.holdfast.clock.NanoClock;

/** A clock that goes on by the same step whenever somebody looks at it. */
final class TickingClock implements NanoClock {

  private final long stepNanos;
  private long now = Long.MAX_VALUE - 5_000_000;

  TickingClock(long stepNanos) {
    this.stepNanos = stepNanos;
  }

  @Override
  public long nanoTime() {
    now += stepNanos;
    return now;
  }
}
