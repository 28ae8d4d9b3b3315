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

  /** Now, in Unix seconds. */
  double wallSeconds() {
    return wall.millis() / 1e3;
  }
}
