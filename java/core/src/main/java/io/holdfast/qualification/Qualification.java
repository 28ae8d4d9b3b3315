package io.holdfast.qualification;

import io.holdfast.durable.RootTrust;
import io.holdfast.json.JsonFormatException;
import io.holdfast.litmus.LockKind;
import io.holdfast.litmus.cluster.ClusterLitmus;
import io.holdfast.litmus.cluster.ClusterResult;
import io.holdfast.litmus.cluster.Epoch;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.Exchange.Channel;
import io.holdfast.litmus.cluster.Exchange.Frame;
import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.litmus.cluster.Exclusion;
import io.holdfast.litmus.cluster.Part;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Holds the verdict over a root for one coordinator of a job, lets it expire, and renews it.
 *
 * <p>Every coordinator of the job makes one with {@link #start} and then calls {@link #doWork}
 * often. Member 0 alone decides when a generation begins; the others follow when they are asked for
 * exactly the one that is next. Each generation is the whole litmus again. When one fails, when a
 * member is lost, or when nobody has renewed in time, the qualification <em>fails closed</em>: it
 * is over for good, {@link #trust} refuses, and the listener is told once. An earlier verdict never
 * counts again.
 *
 * <p>One thread works; any thread may ask {@link #trust}, {@link #state} and {@link #metrics}.
 */
public final class Qualification implements AutoCloseable {

  private final Coordinator coordinator;
  private final QualificationOptions options;
  private final ClusterLitmus litmus;
  private final long timeoutNanos;
  private @Nullable RenewalState renewals;
  private Epoch epoch;
  private volatile Standing standing;

  /** What a qualification stands for. */
  public enum State {
    /** Shown between hosts, and not too old. */
    QUALIFIED,
    /** All members are on one host: nothing was wrong, and nothing between hosts was shown. */
    ONE_HOST,
    /** Over for good. */
    FAILED,
    /** Given up by its owner. */
    CLOSED
  }

  /**
   * All that other threads may know, replaced as a whole.
   *
   * @param reason why it is trusted, or not
   * @param expiresAtNanos when it is too old; empty where nothing is renewed
   */
  private record Standing(
      State state,
      String reason,
      OptionalLong expiresAtNanos,
      List<ClusterResult> results,
      QualificationMetrics metrics) {

    boolean isExpired(long nowNanos) {
      return state == State.QUALIFIED
          && expiresAtNanos.isPresent()
          && nowNanos - expiresAtNanos.getAsLong() >= 0;
    }
  }

  private Qualification(Coordinator coordinator, QualificationOptions options) {
    this.coordinator = coordinator;
    this.options = options;
    this.litmus = new ClusterLitmus(coordinator.exchange(), coordinator.hands());
    this.timeoutNanos = options.configuration().timeoutNanos();
    this.epoch = new Epoch("0".repeat(2 * Epoch.BYTES));
    this.standing = with(State.FAILED, "not qualified yet", List.of());
  }

  /**
   * Generation 0: agrees on epoch and configuration, and runs the litmus once.
   *
   * <p>Without a second host, or without an interval, nothing will be renewed and the carrier is
   * let go at once. Otherwise the root keeps the configuration from now on, or has to have kept the
   * very same: {@link ConfigurationFile}.
   *
   * @param localFailure why this member's own storage is not sound; it fails all members
   * @return never null; what came out is its {@link #state}
   */
  public static Qualification start(
      Coordinator coordinator,
      QualificationOptions options,
      SecureRandom random,
      Optional<String> localFailure) {
    Qualification qualification = new Qualification(coordinator, options);
    qualification.qualify(random, localFailure);
    return qualification;
  }

  /**
   * Renews when it is time, and notices when it was not done in time. A renewal takes at most the
   * timeout and half a second of this thread, unless the hand hangs in the kernel.
   *
   * @param nowNanos by the coordinator's clock
   * @return how many generations were completed
   */
  public int doWork(long nowNanos) {
    RenewalState state = renewals;
    if (state == null || standing.state() != State.QUALIFIED) {
      return 0;
    }
    try {
      boolean begin =
          coordinator.exchange().rank() == 0 ? mayBegin(state, nowNanos) : isAsked(state);
      if (begin) {
        renew(state);
        return 1;
      }
    } catch (ExchangeException e) {
      failClosed("the carrier failed: " + e.getMessage(), standing.results());
      return 0;
    }
    if (standing.state() == State.QUALIFIED && nowNanos - state.expiresAtNanos() >= 0) {
      failClosed(
          "nobody renewed generation " + state.metrics().generation() + " in time", List.of());
    }
    return 0;
  }

  /** What it stands for now. */
  public State state() {
    return current().state();
  }

  /** Why, in one sentence. */
  public String reason() {
    return current().reason();
  }

  /**
   * What the last generation came to, one result for each litmus that was run; empty where none got
   * that far.
   */
  public List<ClusterResult> results() {
    return standing.results();
  }

  /** The job's epoch. */
  public Epoch epoch() {
    return epoch;
  }

  public QualificationMetrics metrics() {
    return standing.metrics();
  }

  /**
   * Whether tables may rely on the root that stand on an exclusion: it was shown between the hosts,
   * in the last generation, and that is not too old. One host is enough only where it was declared.
   *
   * @param needed NAMES for fence tables, FLOCK for tables with update locks
   */
  public RootTrust trust(Exclusion needed) {
    return () -> answer(needed);
  }

  /**
   * Leaves the group; {@link #trust} refuses from now on. The others fail closed: at once where it
   * is member 0 that leaves, at the next generation else.
   */
  @Override
  public void close() {
    boolean renews = standing.state() == State.QUALIFIED && renewals != null;
    if (renews && coordinator.exchange().rank() == 0) {
      tell(new Farewell(epoch).bytes());
    }
    if (standing.state() != State.FAILED) {
      standing = with(State.CLOSED, "the qualification was closed", standing.results());
    }
    coordinator.exchange().close();
  }

  // ---- generation 0

  private void qualify(SecureRandom random, Optional<String> localFailure) {
    long deadline = coordinator.clock().nanoTime() + timeoutNanos;
    List<ClusterResult> results;
    try {
      Optional<String> disagreement =
          coordinator.exchange().rank() == 0 ? invite(random) : beInvited(deadline);
      Optional<String> failure = localFailure.isPresent() ? localFailure : disagreement;
      results = run(Generation.START, failure, deadline);
    } catch (ExchangeException e) {
      failClosed("the carrier failed: " + e.getMessage(), List.of());
      return;
    }
    ClusterResult decisive = decisive(results);
    if (decisive.isVerified()) {
      qualified(results);
    } else if (decisive.clean()) {
      standing = with(State.ONE_HOST, "all members are on one host", results);
      coordinator.exchange().close();
    } else {
      failClosed(decisive.words(), results);
    }
  }

  private void qualified(List<ClusterResult> results) {
    RenewalConfiguration configuration = options.configuration();
    if (!configuration.renews()) {
      coordinator.exchange().close();
      stand(results);
      return;
    }
    Optional<String> disagreement = coordinator.configurationFile().agree(configuration, epoch);
    if (disagreement.isPresent()) {
      failClosed(disagreement.get(), results);
    } else {
      renewals = new RenewalState(epoch, configuration, coordinator.clock().nanoTime());
      stand(results);
    }
  }

  private Optional<String> invite(SecureRandom random) {
    epoch = options.epoch().orElseGet(() -> Epoch.random(random));
    byte[] invitation = new Invitation(epoch, options.configuration().digest(epoch)).bytes();
    return tell(invitation)
        ? Optional.empty()
        : Optional.of("member 0 could not tell every member the epoch");
  }

  private Optional<String> beInvited(long deadline) throws ExchangeException {
    for (; ; ) {
      Optional<Frame> frame = coordinator.exchange().receive(Channel.RENEWAL, deadline);
      if (frame.isEmpty()) {
        throw new ExchangeException("member 0 told no epoch until the deadline");
      }
      if (frame.get().from() != 0) {
        continue;
      }
      try {
        Invitation invitation = Invitation.read(frame.get().bytes());
        epoch = invitation.epoch();
        boolean same = options.configuration().digest(epoch).equals(invitation.configuration());
        return same
            ? Optional.empty()
            : Optional.of(
                "member "
                    + coordinator.exchange().rank()
                    + " has another renewal configuration than member 0");
      } catch (JsonFormatException e) {
        throw new ExchangeException("member 0 sent what is no invitation: " + e.getMessage(), e);
      }
    }
  }

  // ---- renewals

  private boolean mayBegin(RenewalState state, long nowNanos) {
    if (!state.isDue(nowNanos)
        || options.probePrepared().getAsBoolean()
        || options.remainingNanos().getAsLong() <= timeoutNanos + RenewalState.MARGIN_NANOS) {
      return false;
    }
    if (!tell(state.nextRequest().bytes())) {
      state.countPartialSend();
    }
    return true;
  }

  /** Tells every other member. @return whether each one's carrier took it */
  private boolean tell(byte[] message) {
    Exchange exchange = coordinator.exchange();
    boolean all = true;
    for (int to = 1; to < exchange.members(); to++) {
      try {
        exchange.send(to, Channel.RENEWAL, message);
      } catch (ExchangeException e) {
        all = false;
      }
    }
    return all;
  }

  /**
   * Whether the one request that is acceptable is there; others change nothing. Member 0's farewell
   * ends it.
   */
  private boolean isAsked(RenewalState state) throws ExchangeException {
    long noWaiting = coordinator.clock().nanoTime();
    for (; ; ) {
      Optional<Frame> frame = coordinator.exchange().receive(Channel.RENEWAL, noWaiting);
      if (frame.isEmpty()) {
        return false;
      }
      try {
        if (frame.get().from() != 0) {
          throw new JsonFormatException("only member 0 asks");
        }
        if (new Farewell(epoch).is(frame.get().bytes())) {
          failClosed("member 0 has left: nobody asks for generations any more", List.of());
          return false;
        }
        state.nextRequest().require(frame.get().bytes());
        return true;
      } catch (JsonFormatException e) {
        state.countRefusedRequest();
      }
    }
  }

  private void renew(RenewalState state) {
    long start = coordinator.clock().nanoTime();
    Generation generation = state.begin();
    standing = with(State.QUALIFIED, standing.reason(), standing.results());
    List<ClusterResult> results = run(generation, beatAll(), start + timeoutNanos);
    long now = coordinator.clock().nanoTime();
    Optional<String> failure = state.complete(decisive(results), now, now - start);
    if (failure.isPresent()) {
      failClosed("generation " + generation.number() + " " + failure.get(), results);
    } else {
      stand(results);
    }
  }

  /** Every litmus that is required, in one order, up to the first that shows nothing. */
  private List<ClusterResult> run(
      Generation generation, Optional<String> localFailure, long deadline) {
    List<ClusterResult> results = new ArrayList<>();
    Part part = part(generation, localFailure);
    for (Exclusion asked : Exclusion.values()) {
      if (options.required().contains(asked)
          && (results.isEmpty() || decisive(results).isVerified())) {
        results.add(litmus.run(asked, part, deadline));
      }
    }
    return List.copyOf(results);
  }

  /** All before the last were verified. */
  private static ClusterResult decisive(List<ClusterResult> results) {
    return results.get(results.size() - 1);
  }

  private Optional<String> beatAll() {
    try {
      options.heartbeatAll().beat();
      return Optional.empty();
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      return Optional.of("its heartbeat failed: " + e);
    }
  }

  private Part part(Generation generation, Optional<String> localFailure) {
    return new Part(
        epoch,
        generation.number(),
        LockKind.FLOCK,
        coordinator.exchange().rank(),
        coordinator.member().get(),
        localFailure);
  }

  // ---- what it stands for

  private RootTrust.Answer answer(Exclusion needed) {
    Standing now = current();
    if (!options.required().contains(needed)) {
      return new RootTrust.Answer.Refused(
          "whether " + needed.words() + " was not asked: this qualification does not require it");
    }
    if (now.state() == State.ONE_HOST) {
      return options.oneHostDeclared()
          ? new RootTrust.Answer.Trusted(now.reason() + ", as declared")
          : new RootTrust.Answer.Refused(now.reason() + ", which was not declared to be enough");
    }
    return now.state() == State.QUALIFIED
        ? new RootTrust.Answer.Trusted(now.reason())
        : new RootTrust.Answer.Refused(now.reason());
  }

  /** Too old is as good as failed, also before {@link #doWork} notices. */
  private Standing current() {
    Standing now = standing;
    return now.isExpired(coordinator.clock().nanoTime())
        ? new Standing(
            State.FAILED,
            "the last generation is too old",
            now.expiresAtNanos(),
            now.results(),
            now.metrics())
        : now;
  }

  private void stand(List<ClusterResult> results) {
    ClusterResult last = decisive(results);
    String reason =
        String.join(", ", results.stream().map(result -> result.asked().words()).toList())
            + " between "
            + last.representatives().size()
            + " hosts, generation "
            + last.generation();
    standing = with(State.QUALIFIED, reason, results);
    options.listener().qualified(results, standing.metrics());
  }

  private void failClosed(String reason, List<ClusterResult> results) {
    standing = with(State.FAILED, reason, results);
    coordinator.exchange().close();
    options.listener().failedClosed(reason, standing.metrics());
  }

  private Standing with(State state, String reason, List<ClusterResult> results) {
    RenewalState now = renewals;
    return now == null
        ? new Standing(state, reason, OptionalLong.empty(), results, QualificationMetrics.NONE)
        : new Standing(
            state, reason, OptionalLong.of(now.expiresAtNanos()), results, now.metrics());
  }
}
