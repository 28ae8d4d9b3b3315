package io.holdfast.testkit.lease;

import io.holdfast.durable.DurableOptions;
import io.holdfast.lease.LeaseClocks;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Posix;
import io.holdfast.testkit.ManualEpochClock;
import io.holdfast.testkit.ManualNanoClock;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.FaultPosix;
import io.holdfast.testkit.decorator.MeanwhilePosix;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.decorator.RecordingPosix;
import java.util.SplittableRandom;

/**
 * Where a coordinator of a test sits: clocks of its own that are moved by hand, and between it and
 * the storage a trace, faults, and whatever happens meanwhile, in this order. Its waiting moves its
 * own clocks and nobody else's.
 */
public final class Seat {

  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final long WALL_MILLIS = 1_793_491_200_000L;

  private final ManualNanoClock boot;
  private final ManualEpochClock wall;
  private final MeanwhilePosix meanwhile;
  private final FaultPosix faults;
  private final RecordingPosix calls;
  private final LeaseOptions options;

  /**
   * @param subject the storage
   * @param seed of its random numbers, another for each seat
   */
  public Seat(Posix subject, DurableOptions barriers, long seed) {
    this.boot = new ManualNanoClock(seed * NANOS_PER_MILLI);
    this.wall = new ManualEpochClock(WALL_MILLIS);
    this.meanwhile = new MeanwhilePosix(subject);
    this.faults = new FaultPosix(meanwhile);
    this.calls = new RecordingPosix(faults);
    this.options =
        LeaseOptions.defaults(new LeaseClocks(wall, boot, boot::advance))
            .withRandom(new SplittableRandom(seed))
            .withDurable(barriers);
  }

  /** What its coordinator calls. */
  public Posix posix() {
    return calls;
  }

  /** How a table opens by default. */
  public LeaseOptions options() {
    return options;
  }

  public MeanwhilePosix meanwhile() {
    return meanwhile;
  }

  public FaultPosix faults() {
    return faults;
  }

  public RecordingPosix calls() {
    return calls;
  }

  public ManualEpochClock wall() {
    return wall;
  }

  public long nanoTime() {
    return boot.nanoTime();
  }

  /** From now on its session's end does not arrive: its coordinator is as one that is killed. */
  public void silence() {
    faults.heal();
    faults.inject(
        Fault.of(PosixCall.RENAMEAT2, Errno.EIO)
            .where(call -> call.names().get(1).toString().endsWith(".dead"))
            .forEver());
  }

  /** Lets time pass for this coordinator alone. */
  public void pass(long millis) {
    boot.advance(millis * NANOS_PER_MILLI);
    wall.advance(millis);
  }
}
