package io.holdfast.litmus;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Members at work in one place: an agent of each stands in its directory, and the first has made a
 * private tree there. All of it ends with {@link #leave}, whatever happened before. To be used by
 * one thread.
 */
final class SharedTree {

  /** The storage itself may take this long to answer for the first time. */
  private static final long LEAST_PATIENCE_NANOS = 5_000_000_000L;

  /** After the deadline: to remove the tree, and to see the agents end. */
  private static final long REMOVAL_NANOS = 600_000_000L;

  private static final long LEAVE_NANOS = 800_000_000L;

  private final NanoClock clock;
  private final EpochClock epochClock;
  private final long timeoutNanos;
  private final long end;
  private final LocalFindings findings;
  private final List<Participant> members;
  private final List<Contender> helpers = new ArrayList<>();
  private @Nullable ProbeTree tree;

  /**
   * Nobody is started yet.
   *
   * @param timeoutNanos how long one question may take
   * @param end of {@code clock}: nothing is asked any more then
   * @param findings what is to be told of it
   */
  SharedTree(
      List<LitmusMember> members,
      NanoClock clock,
      EpochClock epochClock,
      long timeoutNanos,
      long end,
      LocalFindings findings) {
    this.members = members.stream().map(m -> new Participant(m, clock)).toList();
    this.clock = clock;
    this.epochClock = epochClock;
    this.timeoutNanos = timeoutNanos;
    this.end = end;
    this.findings = findings;
  }

  List<Participant> members() {
    return members;
  }

  /**
   * Every member enters its directory. Whoever cannot take part keeps nobody else from being asked
   * whether they can.
   *
   * @return what they told of themselves
   */
  List<MemberFacts> enter() throws LitmusException {
    long patience = Math.max(timeoutNanos, LEAST_PATIENCE_NANOS);
    Map<Participant, LitmusException> refusals = new HashMap<>();
    Iterator<Participant> next = members.iterator();
    for (int begun = 0; begun < RemoteHost.AT_ONCE && next.hasNext(); begun++) {
      attempt(next.next(), refusals, it -> it.worker().beginStart(end));
    }
    for (Participant member : members) {
      attempt(member, refusals, it -> it.enter(Math.min(clock.nanoTime() + patience, end)));
      if (next.hasNext()) {
        attempt(next.next(), refusals, it -> it.worker().beginStart(end));
      }
    }
    if (!refusals.isEmpty()) {
      throw LitmusException.ofAll(
          members.stream().map(refusals::get).filter(Objects::nonNull).toList());
    }
    return members.stream().map(m -> m.facts(members.get(0))).toList();
  }

  private interface Entry {
    void of(Participant member) throws LitmusException;
  }

  private static void attempt(
      Participant member, Map<Participant, LitmusException> refusals, Entry entry) {
    try {
      if (!refusals.containsKey(member)) {
        entry.of(member);
      }
    } catch (LitmusException e) {
      refusals.put(member, e);
    }
  }

  /** The first member, which has entered, sweeps what killed runs have left and makes the tree. */
  void make() throws LitmusException {
    Participant first = members.get(0);
    try {
      make(first);
    } catch (Stopped e) {
      throw new LitmusException(first.name() + ": " + e.getMessage(), e);
    }
  }

  private void make(Participant first) throws LitmusException, Stopped {
    Contender custodian = helper("custodian");
    Contender keeper = helper("keeper");
    long deadline = Math.min(clock.nanoTime() + LEAST_PATIENCE_NANOS, end);
    custodian.agent(deadline);
    keeper.agent(deadline);
    AgentPosix posix = new AgentPosix(custodian, clock, timeoutNanos, end + REMOVAL_NANOS);
    Descriptor root = Descriptor.own(posix, AgentPosix.ROOT);
    ProcessMark mark = first.mark();
    TreeSweeper sweeper = new TreeSweeper(posix, clock, epochClock, mark, timeoutNanos);
    TreeSweeper.Swept swept = sweeper.sweep(root, keeper, first.uid());
    try {
      tree =
          ProbeTree.make(
              posix, clock, first.member().directory(), root, keeper, mark, timeoutNanos);
    } catch (LitmusException e) {
      throw new LitmusException(first.name() + ": " + e.getMessage(), e);
    }
    findings.ofSweep(first.worker().place(), swept, made().note());
  }

  /** What {@link #make} has made. */
  ProbeTree made() {
    if (tree == null) {
      throw new IllegalStateException("there is no tree yet");
    }
    return tree;
  }

  /** Another process of the first member; it ends with all of them. */
  Contender helper(String title) {
    Participant first = members.get(0);
    Contender helper = Contender.of(title + " of " + first.name(), first.member(), clock);
    helpers.add(helper);
    return helper;
  }

  /**
   * Ends all agents and removes the tree.
   *
   * @return what is left of the tree
   */
  Optional<String> leave() {
    members.forEach(m -> m.worker().abandon());
    Optional<String> left = tree == null ? Optional.empty() : remove(tree);
    findings.ofRemoval(left);
    helpers.forEach(Contender::abandon);
    long soon = Math.min(end + LEAVE_NANOS, clock.nanoTime() + LEAVE_NANOS);
    for (Participant member : members) {
      member.worker().closeBy(soon);
      findings.ofContender(member.worker());
    }
    for (Contender helper : helpers) {
      helper.closeBy(soon);
      findings.ofContender(helper);
    }
    return left;
  }

  private Optional<String> remove(ProbeTree made) {
    String first = members.get(0).name();
    try {
      return removal(made).map(text -> first + ": " + text);
    } catch (AgentLost | Stopped | PosixException | LitmusException e) {
      return Optional.of(first + ": " + made.left(String.valueOf(e.getMessage())));
    }
  }

  /**
   * A custodian that was killed, as by Ctrl-C, which every process of a terminal gets, is replaced.
   */
  private Optional<String> removal(ProbeTree made) throws Stopped, PosixException, LitmusException {
    try {
      return made.remove();
    } catch (AgentLost e) {
      long last = end + REMOVAL_NANOS;
      Contender custodian = helper("second custodian");
      custodian.agent(Math.min(clock.nanoTime() + timeoutNanos, last));
      return made.through(new AgentPosix(custodian, clock, timeoutNanos, last)).remove();
    }
  }
}
