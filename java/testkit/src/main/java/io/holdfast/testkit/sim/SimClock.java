package io.holdfast.testkit.sim;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import java.util.concurrent.TimeUnit;

/** The clocks of a simulated machine; they stand still until told otherwise. Thread-safe. */
public final class SimClock {

  /** 2026-11-01T00:00:00Z, where every new disk begins. */
  public static final long DEFAULT_REALTIME_NANOS = 1_793_491_200_000_000_000L;

  private long realtimeNanos;
  private long monotonicNanos;
  private long boottimeNanos;

  public SimClock() {
    this(DEFAULT_REALTIME_NANOS, 0, 0);
  }

  private SimClock(long realtimeNanos, long monotonicNanos, long boottimeNanos) {
    this.realtimeNanos = realtimeNanos;
    this.monotonicNanos = monotonicNanos;
    this.boottimeNanos = boottimeNanos;
  }

  /** Clocks that show the same and go their own way from here. */
  public synchronized SimClock copy() {
    return new SimClock(realtimeNanos, monotonicNanos, boottimeNanos);
  }

  /** Lets time pass on all clocks. */
  public synchronized void advance(long nanos) {
    requireForwards(nanos);
    realtimeNanos += nanos;
    monotonicNanos += nanos;
    boottimeNanos += nanos;
  }

  /** The machine sleeps: CLOCK_MONOTONIC stands still. */
  public synchronized void suspend(long nanos) {
    requireForwards(nanos);
    realtimeNanos += nanos;
    boottimeNanos += nanos;
  }

  /** Sets the wall clock, forwards or backwards; the others do not notice. */
  public synchronized void setRealtime(long epochNanos) {
    realtimeNanos = epochNanos;
  }

  /** CLOCK_REALTIME. */
  public synchronized long realtimeNanos() {
    return realtimeNanos;
  }

  /** CLOCK_MONOTONIC. */
  public synchronized long monotonicNanos() {
    return monotonicNanos;
  }

  /** CLOCK_BOOTTIME. */
  public synchronized long boottimeNanos() {
    return boottimeNanos;
  }

  /** A view of CLOCK_REALTIME. */
  public EpochClock epochClock() {
    return () -> TimeUnit.NANOSECONDS.toMillis(realtimeNanos());
  }

  /** A view of CLOCK_MONOTONIC. */
  public NanoClock nanoClock() {
    return this::monotonicNanos;
  }

  private static void requireForwards(long nanos) {
    if (nanos < 0) {
      throw new IllegalArgumentException("time does not go back: " + nanos);
    }
  }
}
