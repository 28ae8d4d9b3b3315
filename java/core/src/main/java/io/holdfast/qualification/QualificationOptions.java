package io.holdfast.qualification;

import io.holdfast.litmus.cluster.ClusterResult;
import io.holdfast.litmus.cluster.Epoch;
import io.holdfast.litmus.cluster.Exclusion;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * How a coordinator wants to be qualified. Immutable.
 *
 * @param configuration the same at every member
 * @param required what every generation has to show, the same at every member: what the job's
 *     tables stand on
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
    Set<Exclusion> required,
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
    void qualified(List<ClusterResult> results, QualificationMetrics metrics);

    /**
     * The root is not qualified any more, and never will be by this object: stop what depends on
     * it. Told once.
     */
    void failedClosed(String reason, QualificationMetrics metrics);
  }

  private static final Listener NOBODY =
      new Listener() {
        @Override
        public void qualified(List<ClusterResult> results, QualificationMetrics metrics) {
          // Nobody wants to know.
        }

        @Override
        public void failedClosed(String reason, QualificationMetrics metrics) {
          // RootTrust refuses from now on.
        }
      };

  /**
   * @throws IllegalArgumentException nothing is required
   */
  public QualificationOptions {
    if (required.isEmpty()) {
      throw new IllegalArgumentException("a qualification that requires nothing shows nothing");
    }
    required = Set.copyOf(required);
  }

  /**
   * Both kinds of table, a new epoch, nothing to beat for, no quiescence, no limit of time, several
   * hosts.
   */
  public static QualificationOptions of(RenewalConfiguration configuration) {
    return new QualificationOptions(
        configuration,
        Set.of(Exclusion.values()),
        Optional.empty(),
        () -> {},
        () -> false,
        () -> Long.MAX_VALUE,
        false,
        NOBODY);
  }

  /** Only this is asked, and trusted. */
  public QualificationOptions requiring(Exclusion first, Exclusion... more) {
    return new QualificationOptions(
        configuration,
        EnumSet.of(first, more),
        epoch,
        heartbeatAll,
        probePrepared,
        remainingNanos,
        oneHostDeclared,
        listener);
  }

  public QualificationOptions withEpoch(Epoch chosen) {
    return new QualificationOptions(
        configuration,
        required,
        Optional.of(chosen),
        heartbeatAll,
        probePrepared,
        remainingNanos,
        oneHostDeclared,
        listener);
  }

  public QualificationOptions withHeartbeatAll(HeartbeatAll beat) {
    return new QualificationOptions(
        configuration,
        required,
        epoch,
        beat,
        probePrepared,
        remainingNanos,
        oneHostDeclared,
        listener);
  }

  public QualificationOptions withProbePrepared(BooleanSupplier prepared) {
    return new QualificationOptions(
        configuration,
        required,
        epoch,
        heartbeatAll,
        prepared,
        remainingNanos,
        oneHostDeclared,
        listener);
  }

  public QualificationOptions withRemainingNanos(LongSupplier remaining) {
    return new QualificationOptions(
        configuration,
        required,
        epoch,
        heartbeatAll,
        probePrepared,
        remaining,
        oneHostDeclared,
        listener);
  }

  /** A single host is what was asked for: a verdict for it is enough. */
  public QualificationOptions onOneHost() {
    return new QualificationOptions(
        configuration,
        required,
        epoch,
        heartbeatAll,
        probePrepared,
        remainingNanos,
        true,
        listener);
  }

  public QualificationOptions withListener(Listener other) {
    return new QualificationOptions(
        configuration,
        required,
        epoch,
        heartbeatAll,
        probePrepared,
        remainingNanos,
        oneHostDeclared,
        other);
  }
}
