package io.holdfast.testkit;

import io.holdfast.clock.NanoClock;
import java.util.concurrent.atomic.AtomicLong;

/** A monotonic clock that moves when it is told to. Any thread may use it. */
public final class ManualNanoClock implements NanoClock {

  private final AtomicLong now;

  public ManualNanoClock(long startNanos) {
    now = new AtomicLong(startNanos);
  }

  @Override
  public long nanoTime() {
    return now.get();
  }

  /**
   * Lets time pass.
   *
   * @param nanos at least 0: this clock never goes back
   * @return the new time
   */
  public long advance(long nanos) {
    if (nanos < 0) {
      throw new IllegalArgumentException("a monotonic clock never goes back: " + nanos);
    }
    return now.addAndGet(nanos);
  }
}
