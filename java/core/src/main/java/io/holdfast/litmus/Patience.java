package io.holdfast.litmus;

/** Until when something is tried again, so that the last try still has time for its answer. */
final class Patience {

  /** Kept for the answer to the last try: a busy machine must not turn a refusal into silence. */
  private static final long ANSWER_NANOS = 250_000_000L;

  private Patience() {}

  /** The time of the last try before a deadline: a quarter of what is left stays, at most. */
  static long lastTry(long now, long deadline) {
    return deadline - Math.min(ANSWER_NANOS, (deadline - now) / 4);
  }
}
