package io.holdfast.qualification;

import io.holdfast.litmus.cluster.ClusterResult;
import io.holdfast.litmus.cluster.Epoch;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where one member stands between its generations. Pure: times are arguments. Not thread-safe.
 *
 * <p>A generation is begun once and completed once, and a failed one is consumed like any other:
 * nothing that was shown before it counts any more.
 */
final class RenewalState {

  /**
   * Beyond its timeout, for how long a renewal is waited for, and what must be left of a job's time
   * for one to begin.
   */
  static final long MARGIN_NANOS = 1_000_000_000L;

  private final Epoch epoch;
  private final RenewalConfiguration configuration;
  private Generation generation = Generation.START;
  private @Nullable Generation inFlight;
  private long completedAtNanos;
  private long attempts;
  private long successes;
  private long failures;
  private long refusedRequests;
  private long partialSends;
  private long totalElapsedNanos;
  private long lastElapsedNanos;

  /**
   * @param qualifiedAtNanos when generation 0 was completed
   */
  RenewalState(Epoch epoch, RenewalConfiguration configuration, long qualifiedAtNanos) {
    this.epoch = epoch;
    this.configuration = configuration;
    this.completedAtNanos = qualifiedAtNanos;
  }

  /** The one request that is acceptable now. */
  RenewalRequest nextRequest() {
    return new RenewalRequest(epoch, generation.next().number(), configuration.digest(epoch));
  }

  /** Whether the next generation's time has come. */
  boolean isDue(long nowNanos) {
    return inFlight == null && generation.hasNext() && nowNanos - completedAtNanos >= delayNanos();
  }

  /** When what was shown last is too old, whoever should have renewed it. */
  long expiresAtNanos() {
    return completedAtNanos + delayNanos() + configuration.timeoutNanos() + MARGIN_NANOS;
  }

  /** The next generation is under way from now on. */
  Generation begin() {
    if (inFlight != null) {
      throw new IllegalStateException("generation " + inFlight.number() + " is under way");
    }
    Generation next = generation.next();
    inFlight = next;
    attempts++;
    return next;
  }

  /**
   * The generation that is under way came to its end. Nothing is changed where the result is not of
   * that generation.
   *
   * @return why it failed; empty when it renewed the qualification
   */
  Optional<String> complete(ClusterResult result, long nowNanos, long elapsedNanos) {
    Generation running = inFlight;
    if (running == null) {
      throw new IllegalStateException("no generation is under way");
    }
    if (result.generation() != running.number()) {
      throw new IllegalArgumentException(
          "a result of generation " + result.generation() + " for " + running.number());
    }
    if (elapsedNanos < 0) {
      throw new IllegalArgumentException("time ran backwards");
    }
    generation = running;
    inFlight = null;
    totalElapsedNanos += elapsedNanos;
    lastElapsedNanos = elapsedNanos;
    if (result.isVerified()) {
      successes++;
      completedAtNanos = nowNanos;
      return Optional.empty();
    }
    failures++;
    return Optional.of(result.words());
  }

  void countRefusedRequest() {
    refusedRequests++;
  }

  void countPartialSend() {
    partialSends++;
  }

  QualificationMetrics metrics() {
    return new QualificationMetrics(
        generation.number(),
        inFlight == null ? 0 : inFlight.number(),
        attempts,
        successes,
        failures,
        refusedRequests,
        partialSends,
        totalElapsedNanos,
        lastElapsedNanos);
  }

  private long delayNanos() {
    return configuration.delayNanos(epoch, generation.next().number());
  }
}
