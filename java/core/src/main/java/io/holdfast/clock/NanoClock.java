package io.holdfast.clock;

/** Measures durations: nanoseconds of a clock that never goes back. Its zero means nothing. */
@FunctionalInterface
public interface NanoClock {

  /** Now. Only differences of two answers of one clock mean something. */
  long nanoTime();

  /** The JVM's monotonic clock; it stands still while the machine sleeps. */
  static NanoClock system() {
    return System::nanoTime;
  }
}
