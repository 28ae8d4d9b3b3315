package io.holdfast.clock;

/** Tells dates: wall time, which may jump in either direction. Never used for waiting. */
@FunctionalInterface
public interface EpochClock {

  /** Milliseconds since 1970-01-01T00:00:00Z. */
  long millis();

  /** The machine's wall clock. */
  static EpochClock system() {
    return System::currentTimeMillis;
  }
}
