package io.holdfast.litmus;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;

/**
 * Members that repeat the same calls in one place that all of them see: all together, from one
 * moment on, or the first of them alone. Each works in a directory of its own, in a private tree
 * {@code .holdfast-probe.<128 bits>} that the first member makes, mode 0700.
 *
 * <p>Whoever runs this needs no access to the storage. Nothing hangs: each wait has its deadline,
 * and all of them one. A member that gave no answer once is not asked again. To be used by one
 * thread.
 */
public final class SideBySide {

  /** Most of the time that one row is repeated. */
  public static final long MOST_MILLIS = 3_600_000;

  private static final long TIMEOUT_NANOS = LocalRequest.DEFAULT_PROBE_TIMEOUT_NANOS;

  /** How long an operation may take that began just before its time was over. */
  private static final long PATIENCE_NANOS = 10_000_000_000L;

  /** For a request to be there before the moment at which it begins. */
  private static final long LEAD_NANOS = 20_000_000L;

  /** For agents to end by themselves, so that none is at work where the tree is removed. */
  private static final long END_NANOS = 500_000_000L;

  private static final long PARK_NANOS = 500_000L;
  private static final long MILLI_NANOS = 1_000_000L;

  private final NanoClock clock;
  private final long end;
  private final BooleanSupplier ending;
  private final LocalFindings findings = new LocalFindings();
  private final SharedTree shared;
  private final List<Integer> handles = new ArrayList<>();
  private int rows;

  /**
   * Nobody is started yet.
   *
   * @param members {@value LitmusRequest#MEMBER_MINIMUM} to {@value LitmusRequest#MEMBER_LIMIT},
   *     each with a name of its own
   * @param deadlineNanos how long all of it may take; a second later everything has ended
   * @param ending asked while members are waited for: whether to give up
   */
  public SideBySide(
      NanoClock clock,
      EpochClock epochClock,
      List<LitmusMember> members,
      long deadlineNanos,
      BooleanSupplier ending) {
    this.clock = clock;
    this.end = clock.nanoTime() + deadlineNanos;
    this.ending = ending;
    this.shared =
        new SharedTree(
            LitmusRequest.checkMembers(members), clock, epochClock, TIMEOUT_NANOS, end, findings);
  }

  /**
   * Starts all members, makes the tree, and sees that it is one place to all of them. {@link
   * #leave} has to follow, also where this fails.
   *
   * @return what the members told of themselves, in their order
   * @throws LitmusException a member cannot take part, or looks at another place
   */
  public List<MemberFacts> enter() throws LitmusException {
    List<MemberFacts> facts = shared.enter();
    try {
      shared.make();
      byte[] tree = shared.made().name();
      long deadline = deadline(TIMEOUT_NANOS);
      Outcome outcome = new SharedPlace(shared.members(), tree, clock).ask(deadline);
      if (!outcome.isQualified()) {
        throw new LitmusException(outcome.verdict().explanation());
      }
      for (Participant member : shared.members()) {
        handles.add(member.worker().directory(deadline, tree));
      }
    } catch (Stopped | AgentLost e) {
      throw new LitmusException(String.valueOf(e.getMessage()), e);
    }
    return facts;
  }

  /**
   * Lets members repeat one row of calls.
   *
   * @param row its name in the agent's protocol
   * @param blockBytes what is written in place, 512 to 65536
   * @param count so many members, the first ones, begin at one moment
   * @param millis for how long, 0 to {@value #MOST_MILLIS}; an eighth of it is not measured
   * @return one for each of them; where some could not, or were lost, only these
   * @throws CancellationException it is to be given up
   */
  public List<Repeated> repeat(String row, int blockBytes, int count, long millis) {
    List<Participant> asked = shared.members().subList(0, count);
    List<Repeated> lost =
        asked.stream().filter(m -> !m.worker().isRunning()).map(SideBySide::lost).toList();
    if (!lost.isEmpty()) {
      return lost;
    }
    int number = rows++;
    IntFunction<String> place = i -> handles.get(i) + " " + Spelling.hex("row-" + number + "-" + i);
    Answers made = ask(asked, i -> "mkdir " + place.apply(i), TIMEOUT_NANOS);
    if (made.isComplete()) {
      made = ask(asked, i -> "dir " + place.apply(i), TIMEOUT_NANOS);
    }
    if (!made.isComplete()) {
      return made.failures();
    }
    List<String> own = made.firstValues();
    Answers prepared =
        ask(asked, i -> "prepare " + own.get(i) + " " + row + " " + blockBytes, PATIENCE_NANOS);
    if (!prepared.isComplete()) {
      return prepared.failures();
    }
    long slowest = asked.stream().mapToLong(Participant::clockUncertainty).max().orElse(0);
    long lead = LEAD_NANOS + 4 * slowest;
    long start = clock.nanoTime() + lead;
    Answers measured =
        ask(
            asked,
            i -> "@" + asked.get(i).toRealtime(start) + " measure " + millis,
            lead + millis * MILLI_NANOS + PATIENCE_NANOS);
    ask(asked, i -> "close " + own.get(i), TIMEOUT_NANOS);
    return measured.all();
  }

  private static Repeated lost(Participant member) {
    return new Repeated.Lost(member.name(), member.name() + " was lost before");
  }

  /** One answer of each who was asked. */
  private record Answers(List<Participant> asked, List<Reply> replies) {

    boolean isComplete() {
      return replies.stream().allMatch(Reply.Ok.class::isInstance);
    }

    List<String> firstValues() {
      return replies.stream().map(reply -> ((Reply.Ok) reply).values().get(0)).toList();
    }

    /** Of those that could not do it. */
    List<Repeated> failures() {
      List<Repeated> failures = new ArrayList<>();
      for (int i = 0; i < asked.size(); i++) {
        if (!(replies.get(i) instanceof Reply.Ok)) {
          failures.add(RepeatedParser.of(asked.get(i), replies.get(i)));
        }
      }
      return failures;
    }

    /** All of them, or those that are no measurements. */
    List<Repeated> all() {
      List<Repeated> all = new ArrayList<>();
      for (int i = 0; i < asked.size(); i++) {
        all.add(RepeatedParser.of(asked.get(i), replies.get(i)));
      }
      List<Repeated> others = all.stream().filter(r -> !(r instanceof Repeated.Done)).toList();
      return others.isEmpty() ? all : others;
    }
  }

  /** Asks all of them at once. */
  private Answers ask(List<Participant> asked, IntFunction<String> command, long patienceNanos) {
    long deadline = deadline(patienceNanos);
    List<Contender> workers = asked.stream().map(Participant::worker).toList();
    for (int i = 0; i < workers.size(); i++) {
      workers.get(i).send(command.apply(i));
    }
    while (!workers.stream().allMatch(Contender::hasAnswered) && clock.nanoTime() - deadline < 0) {
      if (ending.getAsBoolean()) {
        throw new CancellationException("given up while members were at work");
      }
      LockSupport.parkNanos(PARK_NANOS);
    }
    return new Answers(asked, workers.stream().map(worker -> worker.receive(deadline)).toList());
  }

  private long deadline(long patienceNanos) {
    return Math.min(clock.nanoTime() + patienceNanos, end);
  }

  /**
   * Ends all agents and removes the tree, whatever happened before.
   *
   * @return what is to be told of it, a sentence each
   */
  public List<String> leave() {
    shared.members().forEach(member -> member.worker().dismiss());
    long soon = clock.nanoTime() + END_NANOS;
    shared.members().forEach(member -> member.worker().awaitEnd(soon));
    shared.leave();
    return findings.all().stream().map(Finding::text).toList();
  }
}
