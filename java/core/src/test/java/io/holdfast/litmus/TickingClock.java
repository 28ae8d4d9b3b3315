package io.holdfast.litmus;

import io.holdfast.clock.NanoClock;

/** Goes on by a fixed step at every look, so that every deadline comes without waiting for it. */
final class TickingClock implements NanoClock {

  private final long stepNanos;
  private long now = -1_000_000L;

  TickingClock(long stepNanos) {
    this.stepNanos = stepNanos;
  }

  @Override
  public long nanoTime() {
    now += stepNanos;
    return now;
  }
}
