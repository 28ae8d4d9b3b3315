package io.holdfast.qualification;

import io.holdfast.litmus.cluster.ClusterResult;
import io.holdfast.litmus.cluster.Epoch;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * How a coordinator wants to be qualified. Immutable.
 *
 * @param configuration the same at every member
 * @param epoch of member 0: the one to go on with; empty for a new one
 * @param heartbeatAll renews everything that this coordinator holds, before each renewal
 * @param probePrepared of member 0: whether a quiescence probe is prepared, during which nothing is
 *     renewed
 * @param remainingNanos of member 0: how long the job may still run; nothing is begun that might
 *     not be finished
 * @param oneHostDeclared all members run on one host, and that is meant so
 * @param listener learns what comes out, on the thread that works
 */
public record QualificationOptions(
    RenewalConfiguration configuration,
    Optional<Epoch> epoch,
    HeartbeatAll heartbeatAll,
    BooleanSupplier probePrepared,
    LongSupplier remainingNanos,
    boolean oneHostDeclared,
    Listener listener) {

  /** One beat over everything that a coordinator holds. */
  @FunctionalInterface
  public interface HeartbeatAll {

    /**
     * Beats.
     *
     * @throws Exception nothing is known of the leases; the renewal fails in every member
     */
    void beat() throws Exception;
  }

  /** Learns what comes out. */
  public interface Listener {

    /** A generation was completed and the root is qualified by it. */
    void qualified(ClusterResult result, QualificationMetrics metrics);

    /**
     * The root is not qualified any more, and never will be by this object: stop what depends on
     * it. Told once.
     */
    void failedClosed(String reason, QualificationMetrics metrics);
  }

  private static final Listener NOBODY =
      new Listener() {
        @Override
        public void qualified(ClusterResult result, QualificationMetrics metrics) {
          // Nobody wants to know.
        }

        @Override
        public void failedClosed(String reason, QualificationMetrics metrics) {
          // RootTrust refuses from now on.
        }
      };

  /** A new epoch, nothing to beat for, no quiescence, no limit of time, several hosts. */
  public static QualificationOptions of(RenewalConfiguration configuration) {
    return new QualificationOptions(
        configuration,
        Optional.empty(),
        () -> {},
        () -> false,
        () -> Long.MAX_VALUE,
        false,
        NOBODY);
  }

  public QualificationOptions withEpoch(Epoch chosen) {
    return new QualificationOptions(
        configuration,
        Optional.of(chosen),
        heartbeatAll,
        probePrepared,
        remainingNanos,
        oneHostDeclared,
        listener);
  }

  public QualificationOptions withHeartbeatAll(HeartbeatAll beat) {
    return new QualificationOptions(
        configuration, epoch, beat, probePrepared, remainingNanos, oneHostDeclared, listener);
  }

  public QualificationOptions withProbePrepared(BooleanSupplier prepared) {
    return new QualificationOptions(
        configuration, epoch, heartbeatAll, prepared, remainingNanos, oneHostDeclared, listener);
  }

  public QualificationOptions withRemainingNanos(LongSupplier remaining) {
    return new QualificationOptions(
        configuration, epoch, heartbeatAll, probePrepared, remaining, oneHostDeclared, listener);
  }

  /** A single host is what was asked for: a verdict for it is enough. */
  public QualificationOptions onOneHost() {
    return new QualificationOptions(
        configuration, epoch, heartbeatAll, probePrepared, remainingNanos, true, listener);
  }

  public QualificationOptions withListener(Listener other) {
    return new QualificationOptions(
        configuration, epoch, heartbeatAll, probePrepared, remainingNanos, oneHostDeclared, other);
  }
}
