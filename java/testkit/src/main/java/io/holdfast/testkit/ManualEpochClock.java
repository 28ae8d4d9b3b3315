package io.holdfast.testkit;

import io.holdfast.clock.EpochClock;
import java.util.concurrent.atomic.AtomicLong;

/** A wall clock that is set by hand, forwards or backwards. Any thread may use it. */
public final class ManualEpochClock implements EpochClock {

  private final AtomicLong now;

  public ManualEpochClock(long startMillis) {
    now = new AtomicLong(startMillis);
  }

  @Override
  public long millis() {
    return now.get();
  }

  public void set(long epochMillis) {
    now.set(epochMillis);
  }

  /**
   * Jumps, backwards too.
   *
   * @param millis less than 0 goes back
   * @return the new time
   */
  public long advance(long millis) {
    return now.addAndGet(millis);
  }
}
