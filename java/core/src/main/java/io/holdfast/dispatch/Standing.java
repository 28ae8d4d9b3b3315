package io.holdfast.dispatch;

import java.util.OptionalLong;

/**
 * What a lane remembers of one of its jobs. It changes when the job was admitted, and by nothing
 * else; its end changes only that it is not in work any more.
 *
 * @param attempts how often it was admitted
 * @param lastScheduledNanos when it was last, on the clock of the scheduler; empty: never
 * @param cooldownNanos how long from then on it is not proposed; 0 as long as it never was admitted
 * @param queueEpoch by which of the lane's rounds it was last, counted from 1; 0: by none
 * @param inWork whether it was admitted and has not ended
 */
public record Standing(
    int attempts,
    OptionalLong lastScheduledNanos,
    long cooldownNanos,
    long queueEpoch,
    boolean inWork) {

  /** Of a job that never was admitted. */
  public static final Standing FRESH = new Standing(0, OptionalLong.empty(), 0, 0, false);

  Standing admitted(long nowNanos, long epoch, Cooldown cooldown) {
    int more = attempts == Integer.MAX_VALUE ? attempts : attempts + 1;
    return new Standing(more, OptionalLong.of(nowNanos), cooldown.afterAttempts(more), epoch, true);
  }

  Standing ended() {
    return new Standing(attempts, lastScheduledNanos, cooldownNanos, queueEpoch, false);
  }

  boolean isCool(long nowNanos) {
    return lastScheduledNanos.isEmpty()
        || nowNanos - lastScheduledNanos.getAsLong() >= cooldownNanos;
  }
}
