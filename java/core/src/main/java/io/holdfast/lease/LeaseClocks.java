package io.holdfast.lease;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.clock.Pause;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;

/**
 * The clocks of a table.
 *
 * @param wall dates that are written into records
 * @param boot durations, the time that the machine sleeps included: deadlines and expiry
 * @param pause waits
 */
public record LeaseClocks(EpochClock wall, NanoClock boot, Pause pause) {

  /** The machine's: CLOCK_BOOTTIME for durations. */
  public static LeaseClocks system(Posix posix) {
    return new LeaseClocks(
        EpochClock.system(), () -> posix.clockGettime(Flags.CLOCK_BOOTTIME), Pause.system());
  }

  /** Now, in Unix milliseconds, refused where no record can be dated so. */
  long wallMillis() {
    long millis = wall.millis();
    if (millis < 0) {
      throw new IllegalArgumentException("the wall clock stands before 1970: " + millis + " ms");
    }
    return millis;
  }

  /** Now, in Unix seconds. */
  double wallSeconds() {
    return wallMillis() / 1e3;
  }
}
