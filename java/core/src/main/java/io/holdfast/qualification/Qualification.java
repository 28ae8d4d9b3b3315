package io.holdfast.qualification;

import io.holdfast.durable.RootTrust;
import io.holdfast.json.JsonFormatException;
import io.holdfast.litmus.LockKind;
import io.holdfast.litmus.Verdict;
import io.holdfast.litmus.cluster.ClusterLitmus;
import io.holdfast.litmus.cluster.ClusterResult;
import io.holdfast.litmus.cluster.Epoch;
import io.holdfast.litmus.cluster.Exchange;
import io.holdfast.litmus.cluster.Exchange.Channel;
import io.holdfast.litmus.cluster.Exchange.Frame;
import io.holdfast.litmus.cluster.ExchangeException;
import io.holdfast.litmus.cluster.FlockLitmus;
import java.security.SecureRandom;
import java.util.Optional;
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

  private static final double NANOS_PER_SECOND = 1e9;

  private final Participant participant;
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
   * @param expiresAtNanos when a qualified one is too old
   * @param expires whether it ever is
   */
  private record Standing(
      State state,
      String reason,
      boolean expires,
      long expiresAtNanos,
      @Nullable ClusterResult last,
      QualificationMetrics metrics) {}

  private Qualification(Participant participant, QualificationOptions options) {
    this.participant = participant;
    this.options = options;
    this.litmus = new ClusterLitmus(participant.exchange(), participant.hands());
    this.timeoutNanos = nanos(options.configuration().timeoutSeconds());
    this.epoch = new Epoch("0".repeat(2 * Epoch.BYTES));
    this.standing = failed("not qualified yet", null);
  }

  /**
   * Generation 0: agrees on epoch and configuration, and runs the litmus once.
   *
   * <p>Without a second host, or without an interval, nothing will be renewed and the carrier is
   * let go at once.
   *
   * @param localFailure why this member's own storage is not sound; it fails all members
   * @return never null; what came out is its {@link #state}
   */
  public static Qualification start(
      Participant participant,
      QualificationOptions options,
      SecureRandom random,
      Optional<String> localFailure) {
    Qualification qualification = new Qualification(participant, options);
    qualification.qualify(random, localFailure);
    return qualification;
  }

  /**
   * Renews when it is time, and notices when it was not done in time. A renewal takes at most the
   * timeout and half a second of this thread, unless the hand hangs in the kernel.
   *
   * @param nowNanos by the participant's clock
   * @return how many generations were completed
   */
  public int doWork(long nowNanos) {
    RenewalState state = renewals;
    if (state == null || standing.state() != State.QUALIFIED) {
      return 0;
    }
    try {
      boolean begin =
          participant.exchange().rank() == 0 ? mayBegin(state, nowNanos) : isAsked(state);
      if (begin) {
        renew(state);
        return 1;
      }
    } catch (ExchangeException e) {
      failClosed("the carrier failed: " + e.getMessage(), standing.last());
      return 0;
    }
    if (nowNanos - state.expiresAtNanos() >= 0) {
      failClosed("nobody renewed generation " + state.metrics().generation() + " in time", null);
    }
    return 0;
  }

  /** What it stands for now. */
  public State state() {
    return isExpired() ? State.FAILED : standing.state();
  }

  /** Why, in one sentence. */
  public String reason() {
    return isExpired() ? "the last generation is too old" : standing.reason();
  }

  /** What the last generation came to; empty where none got that far. */
  public Optional<ClusterResult> last() {
    return Optional.ofNullable(standing.last());
  }

  /** The job's epoch. */
  public Epoch epoch() {
    return epoch;
  }

  public QualificationMetrics metrics() {
    return standing.metrics();
  }

  /**
   * Whether tables with update locks may rely on the root: flock was shown to exclude between the
   * hosts, in the last generation, and that is not too old. One host is enough only where it was
   * declared.
   */
  public RootTrust trust() {
    return this::answer;
  }

  /** Leaves the group; {@link #trust} refuses from now on. */
  @Override
  public void close() {
    if (standing.state() != State.FAILED) {
      standing = with(State.CLOSED, "the qualification was closed", standing.last());
    }
    participant.exchange().close();
  }

  // ---- generation 0

  private void qualify(SecureRandom random, Optional<String> localFailure) {
    long deadline = participant.clock().nanoTime() + timeoutNanos;
    ClusterResult result;
    try {
      Optional<String> disagreement =
          participant.exchange().rank() == 0 ? invite(random) : beInvited(deadline);
      Optional<String> failure = localFailure.isPresent() ? localFailure : disagreement;
      result = litmus.run(part(Generation.START, failure), deadline);
    } catch (ExchangeException e) {
      failClosed("the carrier failed: " + e.getMessage(), null);
      return;
    }
    if (result.isVerified()) {
      qualified(result);
    } else if (result.clean()) {
      standing = with(State.ONE_HOST, "all members are on one host", result);
      participant.exchange().close();
    } else {
      failClosed(words(result.verdict()), result);
    }
  }

  private void qualified(ClusterResult result) {
    long now = participant.clock().nanoTime();
    RenewalState state = new RenewalState(epoch, options.configuration(), now);
    if (options.configuration().renews()) {
      renewals = state;
    }
    stand(result, state);
    if (renewals == null) {
      participant.exchange().close();
    }
    options.listener().qualified(result, state.metrics());
  }

  private Optional<String> invite(SecureRandom random) throws ExchangeException {
    epoch = options.epoch().orElseGet(() -> Epoch.random(random));
    byte[] invitation = new Invitation(epoch, options.configuration().digest(epoch)).bytes();
    return tell(invitation)
        ? Optional.empty()
        : Optional.of("member 0 could not tell every member the epoch");
  }

  private Optional<String> beInvited(long deadline) throws ExchangeException {
    for (; ; ) {
      Optional<Frame> frame = participant.exchange().receive(Channel.RENEWAL, deadline);
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
                    + participant.exchange().rank()
                    + " has another renewal configuration than member 0");
      } catch (JsonFormatException e) {
        throw new ExchangeException("member 0 sent what is no invitation: " + e.getMessage(), e);
      }
    }
  }

  // ---- renewals

  private boolean mayBegin(RenewalState state, long nowNanos) throws ExchangeException {
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
    Exchange exchange = participant.exchange();
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

  /** Whether the one request that is acceptable is there; others change nothing. */
  private boolean isAsked(RenewalState state) throws ExchangeException {
    long noWaiting = participant.clock().nanoTime();
    for (; ; ) {
      Optional<Frame> frame = participant.exchange().receive(Channel.RENEWAL, noWaiting);
      if (frame.isEmpty()) {
        return false;
      }
      try {
        if (frame.get().from() != 0) {
          throw new JsonFormatException("only member 0 asks");
        }
        state.nextRequest().require(frame.get().bytes());
        return true;
      } catch (JsonFormatException e) {
        state.countRefusedRequest();
      }
    }
  }

  private void renew(RenewalState state) {
    long start = participant.clock().nanoTime();
    Generation generation = state.begin();
    standing = with(State.QUALIFIED, standing.reason(), standing.last());
    ClusterResult result = litmus.run(part(generation, beatAll()), start + timeoutNanos);
    long now = participant.clock().nanoTime();
    Optional<String> failure = state.complete(result, now, now - start);
    if (failure.isPresent()) {
      failClosed("generation " + generation.number() + " " + failure.get(), result);
    } else {
      stand(result, state);
      options.listener().qualified(result, state.metrics());
    }
  }

  private Optional<String> beatAll() {
    try {
      options.heartbeatAll().beat();
      return Optional.empty();
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      return Optional.of(
          "the heartbeat of " + participant.member().get().hostName() + " failed: " + e);
    }
  }

  private FlockLitmus.Part part(Generation generation, Optional<String> localFailure) {
    return new FlockLitmus.Part(
        epoch,
        generation.number(),
        LockKind.FLOCK,
        participant.exchange().rank(),
        participant.member().get(),
        localFailure);
  }

  // ---- what it stands for

  private RootTrust.Answer answer() {
    Standing now = standing;
    boolean trusted =
        (now.state() == State.QUALIFIED && !isExpired())
            || (now.state() == State.ONE_HOST && options.oneHostDeclared());
    return trusted
        ? new RootTrust.Answer.Trusted(reason())
        : new RootTrust.Answer.Refused(refusal(now));
  }

  private String refusal(Standing now) {
    return now.state() == State.ONE_HOST
        ? now.reason() + ", which was not declared to be enough"
        : reason();
  }

  private boolean isExpired() {
    Standing now = standing;
    return now.state() == State.QUALIFIED
        && now.expires()
        && participant.clock().nanoTime() - now.expiresAtNanos() >= 0;
  }

  private void stand(ClusterResult result, RenewalState state) {
    String reason =
        "flock excludes between "
            + result.representatives().size()
            + " hosts, generation "
            + result.generation();
    standing =
        new Standing(
            State.QUALIFIED,
            reason,
            options.configuration().renews(),
            state.expiresAtNanos(),
            result,
            state.metrics());
  }

  private void failClosed(String reason, @Nullable ClusterResult result) {
    standing = failed(reason, result);
    participant.exchange().close();
    options.listener().failedClosed(reason, standing.metrics());
  }

  private Standing failed(String reason, @Nullable ClusterResult result) {
    return with(State.FAILED, reason, result);
  }

  private Standing with(State state, String reason, @Nullable ClusterResult result) {
    RenewalState now = renewals;
    QualificationMetrics metrics =
        now == null ? new QualificationMetrics(0, 0, 0, 0, 0, 0, 0, 0, 0) : now.metrics();
    boolean expires = now != null;
    return new Standing(
        state, reason, expires, now == null ? 0 : now.expiresAtNanos(), result, metrics);
  }

  private static String words(Verdict verdict) {
    return verdict.word() + ": " + verdict.explanation();
  }

  private static long nanos(double seconds) {
    return Math.round(seconds * NANOS_PER_SECOND);
  }
}
