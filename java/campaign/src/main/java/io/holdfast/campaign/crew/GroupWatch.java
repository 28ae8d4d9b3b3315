package io.holdfast.campaign.crew;

import io.holdfast.campaign.item.Ground;
import io.holdfast.campaign.item.Plan;
import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.dispatch.Quiescence;
import io.holdfast.dispatch.Quiescence.Outgoing;
import io.holdfast.dispatch.QuiescenceCodec;
import io.holdfast.durable.RootTrust;
import io.holdfast.json.JsonFormatException;
import io.holdfast.litmus.KernelHostIdentity;
import io.holdfast.litmus.LitmusException;
import io.holdfast.litmus.LocalAgentLauncher;
import io.holdfast.litmus.LocalQualifier;
import io.holdfast.litmus.LocalRequest;
import io.holdfast.litmus.Verdict;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.Exchange.Channel;
import io.holdfast.litmus.cluster.Exchange.Frame;
import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.litmus.cluster.Member;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.qualification.Coordinator;
import io.holdfast.qualification.Qualification;
import io.holdfast.qualification.Qualification.State;
import io.holdfast.qualification.QualificationMetrics;
import io.holdfast.qualification.QualificationOptions;
import io.holdfast.qualification.QualificationOptions.HeartbeatAll;
import io.holdfast.qualification.RenewalConfiguration;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * For coordinators of several hosts: all of them qualify the directory together at the start and
 * again at an interval, and vote on the end, during which nothing is renewed. A coordinator that is
 * lost ends it for all. That the path still leads to the directory is looked at as well.
 */
final class GroupWatch implements RootWatch {

  private static final long MUSTER_NANOS = TimeUnit.SECONDS.toNanos(90);
  private static final double MILLIS_PER_SECOND = 1e3;

  /** Of the time that a vote may take, the time from one that came to nothing to the next. */
  private static final int PAUSE_SHARE = 4;

  private final PlaceWatch place;
  private final Exchange exchange;
  private final Qualification qualification;
  private final RootTrust shown;
  private final RootClaim claim;
  private final Beat beat;
  private final Quiescence quiescence;
  private final QuiescenceCodec codec;
  private Optional<String> lost = Optional.empty();

  /** The beat of a coordinator that is made later. */
  private static final class Beat implements HeartbeatAll {

    private HeartbeatAll all = () -> {};

    @Override
    public void beat() throws Exception {
      all.beat();
    }
  }

  private GroupWatch(
      PlaceWatch place,
      Exchange exchange,
      Qualification qualification,
      RootTrust shown,
      RootClaim claim,
      Beat beat,
      Quiescence quiescence,
      QuiescenceCodec codec) {
    this.place = place;
    this.exchange = exchange;
    this.qualification = qualification;
    this.shown = shown;
    this.claim = claim;
    this.beat = beat;
    this.quiescence = quiescence;
    this.codec = codec;
  }

  /**
   * Waits for the other coordinators, and qualifies the directory with them.
   *
   * @param exchange between coordinators only; it is closed here in any case
   * @param clock of the exchange, which counts the time the machine sleeps
   * @param renewMillis from one generation's end to the next
   * @throws NotQualifiedException with the reason
   */
  static GroupWatch start(
      Posix kernel,
      Ground ground,
      CrewTask task,
      Exchange exchange,
      NanoClock clock,
      long renewMillis)
      throws NotQualifiedException {
    Plan plan = ground.plan();
    RawPath root = task.directory();
    Optional<String> own = ownFailure(kernel, root, plan);
    RenewalConfiguration configuration = configuration(renewMillis, plan);
    long patience = configuration.timeoutNanos();
    Quiescence quiescence =
        new Quiescence(exchange.rank(), exchange.members(), patience, patience / PAUSE_SHARE);
    Beat beat = new Beat();
    QualificationOptions options =
        QualificationOptions.of(configuration)
            .requiring(plan.exclusion())
            .withHeartbeatAll(beat)
            .withProbePrepared(() -> quiescence.isPrepared() || quiescence.isCommitted());
    RootClaim claim = exchange.rank() == 0 ? RootClaim.of(kernel, root) : RootClaim.NONE;
    boolean begun = false;
    try {
      Member member = Member.on(KernelHostIdentity.read(kernel), exchange.rank());
      Muster.await(exchange, clock.nanoTime() + MUSTER_NANOS);
      Qualification qualification =
          Qualification.start(
              Coordinator.on(kernel, root, exchange, () -> member, clock),
              claim.epoch().map(options::withEpoch).orElse(options),
              new SecureRandom(),
              own.or(claim::failure));
      requireQualified(qualification);
      begun = true;
      return new GroupWatch(
          new PlaceWatch(ground, task.placeMillis()),
          exchange,
          qualification,
          qualification.trust(plan.exclusion()),
          claim,
          beat,
          quiescence,
          new QuiescenceCodec(plan.epoch()));
    } catch (ExchangeException | PosixException e) {
      throw new NotQualifiedException(String.valueOf(e.getMessage()));
    } finally {
      if (!begun) {
        claim.close();
        exchange.close();
      }
    }
  }

  /** A renewal takes a part of the ttl at most: leases outlast it. */
  private static RenewalConfiguration configuration(long renewMillis, Plan plan) {
    RenewalConfiguration usual = RenewalConfiguration.DEFAULT;
    return new RenewalConfiguration(
            renewMillis / MILLIS_PER_SECOND, usual.timeoutSeconds(), usual.jitter())
        .within(plan.ttlMillis() / MILLIS_PER_SECOND);
  }

  private static void requireQualified(Qualification qualification) throws NotQualifiedException {
    if (qualification.state() == State.ONE_HOST) {
      throw new NotQualifiedException(
          qualification.reason()
              + ", and there is nothing between them to renew: leave --renew out");
    }
    if (qualification.state() != State.QUALIFIED) {
      throw new NotQualifiedException(qualification.reason());
    }
  }

  /** Why this host's own way to the storage is not sound. */
  private static Optional<String> ownFailure(Posix kernel, RawPath root, Plan plan) {
    long timeout = LocalRequest.DEFAULT_PROBE_TIMEOUT_NANOS;
    LocalRequest request = new LocalRequest(root, null, null, plan.profile(), timeout, false);
    try {
      Verdict verdict =
          new LocalQualifier(
                  kernel,
                  new LocalAgentLauncher(),
                  KernelHostIdentity.read(kernel),
                  NanoClock.system(),
                  EpochClock.system())
              .qualify(request, answer -> {})
              .verdict();
      return verdict instanceof Verdict.Qualified
          ? Optional.empty()
          : Optional.of("its own storage is " + verdict.word() + ": " + verdict.explanation());
    } catch (LitmusException | PosixException e) {
      return Optional.of("its own storage cannot be asked: " + e.getMessage());
    }
  }

  @Override
  public RootTrust trust() {
    return () ->
        place.trust().ask() instanceof RootTrust.Answer.Refused refused ? refused : shown.ask();
  }

  @Override
  public Optional<String> distrust() {
    Optional<String> before = place.distrust().or(() -> lost);
    return before.isEmpty() && qualification.state() != State.QUALIFIED
        ? Optional.of(qualification.reason())
        : before;
  }

  /** While a vote is open no generation can begin, and a member that leaves has been outvoted. */
  @Override
  public void doWork(long nowNanos) {
    place.doWork(nowNanos);
    if (!quiescence.isPrepared() && !quiescence.isCommitted()) {
      qualification.doWork(nowNanos);
    }
  }

  @Override
  public void renewBy(HeartbeatAll all) {
    beat.all = all;
  }

  @Override
  public boolean isVoting() {
    return quiescence.isPrepared();
  }

  @Override
  public boolean isEnd(Optional<String> view, long nowNanos) {
    if (quiescence.isCommitted() || distrust().isPresent()) {
      return quiescence.isCommitted();
    }
    try {
      for (Optional<Frame> frame = next(); frame.isPresent(); frame = next()) {
        send(quiescence.take(frame.get().from(), codec.read(frame.get().bytes()), view, nowNanos));
      }
      send(quiescence.doWork(view, nowNanos));
    } catch (ExchangeException e) {
      lost = Optional.of("the carrier failed: " + e.getMessage());
    } catch (JsonFormatException | IllegalArgumentException e) {
      lost = Optional.of("a coordinator said what it must not: " + e.getMessage());
    }
    return quiescence.isCommitted();
  }

  private Optional<Frame> next() throws ExchangeException {
    return quiescence.isCommitted() ? Optional.empty() : exchange.receive(Channel.QUIESCENCE, 0);
  }

  private void send(List<Outgoing> messages) {
    for (Outgoing each : messages) {
      try {
        exchange.send(each.to(), Channel.QUIESCENCE, codec.write(each.message()));
      } catch (ExchangeException e) {
        // It has gone, which ends the qualification.
      }
    }
  }

  @Override
  public Map<String, Long> figures() {
    QualificationMetrics metrics = qualification.metrics();
    return Map.of(
        "qualification_attempts", metrics.attempts(),
        "qualification_successes", metrics.successes(),
        "qualification_failures", metrics.failures(),
        "quiescence_aborts", quiescence.aborts());
  }

  @Override
  public void close() {
    place.close();
    qualification.close();
    claim.close();
  }
}
