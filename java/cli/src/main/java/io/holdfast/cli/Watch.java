package io.holdfast.cli;

import io.holdfast.cli.watch.Watched;
import io.holdfast.cli.watch.Watched.Outcome;
import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.qualification.Coordinator;
import io.holdfast.qualification.Qualification;
import io.holdfast.qualification.Qualification.State;
import io.holdfast.qualification.QualificationOptions;
import io.holdfast.qualification.RenewalConfiguration;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Keeps a root qualified as one member of a group, and tells what comes out of each generation,
 * until it ends as asked or fails closed. One thread.
 */
final class Watch {

  /** How long nothing is looked at between two looks for work. */
  static final long IDLE_NANOS = 20_000_000L;

  private static final double MILLIS_PER_SECOND = 1e3;
  private static final String UNDECLARED = ": start a member on every host, or declare --one-host";

  private final Coordinator coordinator;
  private final QualificationOptions options;
  private final Membership membership;
  private final OwnStorage ownStorage;
  private final Watched.Group group;
  private final Consumer<Watched> told;
  private final BooleanSupplier ending;
  private long elapsedNanos;

  /**
   * @param told learns of every generation and of the end
   * @param ending whether it has been asked to end early
   */
  Watch(
      Coordinator coordinator,
      QualificationOptions options,
      Membership membership,
      OwnStorage ownStorage,
      Consumer<Watched> told,
      BooleanSupplier ending) {
    this.coordinator = coordinator;
    this.options = options;
    this.membership = membership;
    this.ownStorage = ownStorage;
    this.group = group(coordinator.exchange(), membership);
    this.told = told;
    this.ending = ending;
  }

  /** Who takes part. */
  static Watched.Group group(Exchange exchange, Membership membership) {
    return new Watched.Group(
        exchange.rank(),
        exchange.members(),
        exchange.transport(),
        membership.identity().isSynthetic());
  }

  /**
   * Generation 0, and as many more as are asked for.
   *
   * @param generations the last one
   */
  ExitCode run(long generations) {
    long start = clock().nanoTime();
    try (Qualification qualification =
        Qualification.start(coordinator, options, new SecureRandom(), ownStorage.failure())) {
      elapsedNanos = clock().nanoTime() - start;
      if (qualification.state() == State.ONE_HOST && !options.oneHostDeclared()) {
        tell(qualification, Outcome.FAILED, qualification.reason() + UNDECLARED);
        return ExitCode.START_FAILED;
      }
      return switch (qualification.state()) {
        case QUALIFIED -> renew(qualification, generations);
        case ONE_HOST -> {
          tell(qualification, Outcome.ONE_HOST, qualification.reason() + ", as declared");
          yield ExitCode.OK;
        }
        case FAILED, CLOSED -> {
          tell(qualification, Outcome.FAILED, qualification.reason());
          yield ExitCode.START_FAILED;
        }
      };
    }
  }

  private ExitCode renew(Qualification qualification, long generations) {
    tell(qualification, Outcome.QUALIFIED, qualification.reason());
    if (!options.configuration().renews()) {
      return ExitCode.OK;
    }
    while (qualification.metrics().generation() < generations && !ending.getAsBoolean()) {
      long start = clock().nanoTime();
      int completed = qualification.doWork(start);
      elapsedNanos = clock().nanoTime() - start;
      if (qualification.state() == State.FAILED) {
        tell(qualification, Outcome.FAILED, qualification.reason());
        return ExitCode.RUN_FAILED;
      }
      if (completed > 0) {
        tell(qualification, Outcome.QUALIFIED, qualification.reason());
      } else {
        membership.pause().nanos(IDLE_NANOS);
      }
    }
    qualification.close();
    elapsedNanos = 0;
    tell(qualification, Outcome.ENDED, ending.getAsBoolean() ? "left the group" : "as asked");
    return ExitCode.OK;
  }

  private void tell(Qualification qualification, Outcome outcome, String reason) {
    long now = membership.wallClock().millis();
    told.accept(
        new Watched(
            outcome,
            qualification.metrics().generation(),
            reason,
            now,
            elapsedNanos,
            group,
            qualification.epoch(),
            qualification.results(),
            qualification.metrics(),
            validUntil(outcome, now),
            shows(outcome)
                ? ownStorage.capability(qualification.results(), group.transport())
                : Optional.empty()));
  }

  /** When a renewal that begins on time has to be over. */
  private OptionalLong validUntil(Outcome outcome, long nowMillis) {
    RenewalConfiguration configuration = options.configuration();
    double seconds = configuration.intervalSeconds() + configuration.timeoutSeconds();
    return outcome == Outcome.QUALIFIED && configuration.renews()
        ? OptionalLong.of(nowMillis + Math.round(seconds * MILLIS_PER_SECOND))
        : OptionalLong.empty();
  }

  private static boolean shows(Outcome outcome) {
    return outcome == Outcome.QUALIFIED || outcome == Outcome.ONE_HOST;
  }

  private NanoClock clock() {
    return coordinator.clock();
  }
}
