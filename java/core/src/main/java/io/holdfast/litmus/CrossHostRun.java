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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One litmus from the first call to the last; used once. */
final class CrossHostRun {

  /** The storage itself may take this long to answer for the first time. */
  private static final long LEAST_PATIENCE_NANOS = 5_000_000_000L;

  /** After the deadline: to remove the tree, and to see the agents end. */
  private static final long REMOVAL_NANOS = 600_000_000L;

  private static final long LEAVE_NANOS = 800_000_000L;
  private static final long RACE_LEAD_NANOS = 1_000_000L;

  private final NanoClock clock;
  private final EpochClock epochClock;
  private final LitmusRequest request;
  private final Consumer<LitmusEvent> progress;
  private final long start;
  private final long end;
  private final List<Participant> members = new ArrayList<>();
  private final List<Contender> helpers = new ArrayList<>();
  private final CrossHostFindings findings = new CrossHostFindings();
  private final List<LockSummary> locks = new ArrayList<>();
  private LitmusPhase phase = LitmusPhase.MEMBERSHIP;
  private @Nullable ProbeTree tree;
  private long latestNewName;

  CrossHostRun(
      NanoClock clock,
      EpochClock epochClock,
      LitmusRequest request,
      Consumer<LitmusEvent> progress) {
    this.clock = clock;
    this.epochClock = epochClock;
    this.request = request;
    this.progress = progress;
    this.start = clock.nanoTime();
    this.end = start + request.deadlineNanos();
    request.members().forEach(m -> members.add(new Participant(m, clock)));
  }

  LitmusReport run() throws LitmusException {
    long started = epochClock.millis();
    List<MemberFacts> facts;
    List<Answer> answers;
    boolean complete = false;
    try {
      facts = gather();
      answers = ask(facts);
      boolean isLate = clock.nanoTime() - end >= 0;
      if (isLate) {
        findings.ofDeadline(request.deadlineNanos(), phase, silent());
      }
      complete = true;
    } catch (AgentLost e) {
      throw new LitmusException(phase.title() + ": " + e.getMessage(), e);
    } finally {
      Optional<String> left = leave();
      if (!complete) {
        left.ifPresent(text -> progress.accept(new LitmusEvent.LeftBehind(text)));
      }
    }
    Profile profile = ScopeVerdict.betweenHosts(request.profile(), request.locksRequired());
    String unshown = Topology.unshown(facts);
    return new LitmusReport(
        profile,
        Scope.CROSS_HOST,
        Topology.reached(facts),
        ScopeVerdict.of(profile, answers, unshown),
        protocols(answers, unshown),
        (int) facts.stream().map(MemberFacts::bootId).distinct().count(),
        members.stream().anyMatch(Participant::isSynthetic),
        started,
        clock.nanoTime() - start,
        facts,
        answers,
        locks,
        findings.all());
  }

  private static List<ProtocolVerdict> protocols(List<Answer> answers, String unshown) {
    Profile fence = ScopeVerdict.betweenHosts(Profile.FENCE_TABLE, false);
    Profile update = ScopeVerdict.betweenHosts(Profile.LEASE_TABLE, true);
    update = update.with(update.id(), Question.LOCK_FRESHNESS);
    return List.of(
        new ProtocolVerdict("moved-fence", fence, ScopeVerdict.of(fence, answers, unshown)),
        new ProtocolVerdict("update-locks", update, ScopeVerdict.of(update, answers, unshown)));
  }

  // ---- gathering

  /** Every member enters its directory; the first makes the tree. */
  private List<MemberFacts> gather() throws LitmusException {
    enter(LitmusPhase.MEMBERSHIP);
    enterAll();
    List<MemberFacts> facts = members.stream().map(m -> m.facts(members.get(0))).toList();
    findings.ofGathering(facts);
    try {
      openTree();
    } catch (Stopped e) {
      throw new LitmusException(members.get(0).name() + ": " + e.getMessage(), e);
    }
    done();
    return facts;
  }

  /** Whoever cannot take part keeps nobody else from being asked whether they can. */
  private void enterAll() throws LitmusException {
    long patience = Math.max(request.questionTimeoutNanos(), LEAST_PATIENCE_NANOS);
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

  private void openTree() throws LitmusException, Stopped {
    Participant first = members.get(0);
    long timeout = request.questionTimeoutNanos();
    Contender custodian = helper("custodian of " + first.name(), first);
    Contender keeper = helper("keeper of " + first.name(), first);
    long deadline = Math.min(clock.nanoTime() + LEAST_PATIENCE_NANOS, end);
    custodian.agent(deadline);
    keeper.agent(deadline);
    AgentPosix posix = new AgentPosix(custodian, clock, timeout, end + REMOVAL_NANOS);
    Descriptor root = Descriptor.own(posix, AgentPosix.ROOT);
    ProcessMark mark = first.mark();
    TreeSweeper sweeper = new TreeSweeper(posix, clock, epochClock, mark, timeout);
    TreeSweeper.Swept swept = sweeper.sweep(root, keeper, first.uid());
    try {
      tree = ProbeTree.make(posix, clock, first.member().directory(), root, keeper, mark, timeout);
    } catch (LitmusException e) {
      throw new LitmusException(first.name() + ": " + e.getMessage(), e);
    }
    findings.local().ofSweep(first.worker().place(), swept, made().note());
    for (Participant member : members) {
      findings.local().ofMount(member.mount());
      findings.local().ofBarriers(BarrierReach.of(member.mount(), 0));
    }
  }

  private ProbeTree made() {
    if (tree == null) {
      throw new IllegalStateException("there is no tree yet");
    }
    return tree;
  }

  private Contender helper(String name, Participant of) {
    Contender helper = Contender.of(name, of.member(), clock);
    helpers.add(helper);
    return helper;
  }

  // ---- asking

  private List<Answer> ask(List<MemberFacts> facts) throws LitmusException {
    Participant first = members.get(0);
    Interview interview =
        new Interview(
            new AgentPosix(first.worker(), clock, request.questionTimeoutNanos(), end),
            first.member().directory(),
            AgentPosix.ROOT,
            clock,
            request.questionTimeoutNanos(),
            end,
            () -> false,
            answer -> progress.accept(new LitmusEvent.Answered(answer)));
    interview.ask(Question.CLOCK_SKEW, deadline -> CrossHostFindings.skew(facts));
    enter(LitmusPhase.SAME_PLACE);
    SharedPlace place = new SharedPlace(members, made().name(), clock);
    boolean same = interview.ask(Question.SAME_PLACE, place::ask).isQualified();
    done();
    if (same) {
      try {
        askOperations(interview);
        askNames(interview);
        SightProbe sight = askSight(interview);
        askLocks(interview, facts, sight);
        latestNewName = sight.latestNewName();
      } catch (PosixException e) {
        throw new LitmusException(
            first.name() + ": " + e.operation() + " answered " + e.errno(), e);
      }
    }
    findings.ofAnswers(interview.answers(), latestNewName);
    return interview.answers();
  }

  private void askOperations(Interview interview) throws PosixException, LitmusException {
    enter(LitmusPhase.OPERATIONS);
    try (MemberOperations operations = new MemberOperations()) {
      for (Participant member : members) {
        AgentPosix posix =
            new AgentPosix(member.worker(), clock, request.questionTimeoutNanos(), end);
        operations.add(member, posix, made().name());
      }
      for (Map.Entry<Question, Interview.Experiment> entry : operations.experiments().entrySet()) {
        interview.ask(entry.getKey(), entry.getValue());
      }
    }
    done();
  }

  private void askNames(Interview interview) throws PosixException, LitmusException {
    enter(LitmusPhase.NAMES);
    byte[][] names = {made().name(), Spelling.bytes("races")};
    List<ExclusionRaces.Racer> racers =
        members.stream().map(m -> new ExclusionRaces.Racer(m.worker(), m::toRealtime)).toList();
    long slowest = members.stream().mapToLong(Participant::clockUncertainty).max().orElse(0);
    try (ProbeDir home = made().top().makeDir("races")) {
      ExclusionRaces races =
          new ExclusionRaces(racers, clock, home, names, RACE_LEAD_NANOS + 4 * slowest);
      for (ExclusionRaces.Race race : ExclusionRaces.Race.values()) {
        interview.ask(race.question(), deadline -> races.run(race, deadline));
      }
    }
    done();
  }

  private SightProbe askSight(Interview interview) throws PosixException, LitmusException {
    enter(LitmusPhase.SIGHT);
    made().top().makeDir("sight").close();
    byte[][] names = {made().name(), Spelling.bytes("sight")};
    SightProbe sight =
        new SightProbe(members.stream().map(Participant::worker).toList(), names, clock);
    interview.ask(Question.RENAME_VISIBILITY, sight::renameVisibility);
    interview.ask(Question.NEGATIVE_LOOKUP, sight::negativeLookup);
    done();
    return sight;
  }

  private void askLocks(Interview interview, List<MemberFacts> facts, SightProbe sight)
      throws PosixException, LitmusException {
    enter(LitmusPhase.LOCKS);
    made().top().makeDir("locks").close();
    byte[][] names = {made().name(), Spelling.bytes("locks")};
    List<Integer> hosts =
        Topology.representatives(facts.stream().map(MemberFacts::bootId).toList());
    List<Contender> workers = members.stream().map(Participant::worker).toList();
    LockRounds rounds = new LockRounds(workers, hosts, names, clock);
    Participant first = members.get(0);
    Elsewhere elsewhere =
        Elsewhere.host(
            workers.get(hosts.size() > 1 ? hosts.get(1) : 1), Topology.unshown(facts), rounds::run);
    Contender second = helper("a second process of " + first.name(), first);
    LockLitmus litmus = new LockLitmus(interview, first.worker(), second, elsewhere, names, clock);
    litmus.run();
    fileSnapshotAnswers(interview);
    interview.ask(Question.LOCK_FRESHNESS, sight::lockFreshness);
    for (LockObservation seen : litmus.observations()) {
      LockExpectation expected = LockExpectation.of(seen.kind(), facts);
      findings.ofLock(seen, expected, litmus.triesAfterClose(seen.kind()));
      locks.add(new LockSummary(seen.kind(), seen.behaviour(), expected.text()));
    }
    adviseOnLocks(interview, facts);
    done();
  }

  /** The two lock operations of the capability snapshot, which are those of flock. */
  private static void fileSnapshotAnswers(Interview interview) {
    ScopeVerdict.fileCombined(
        interview,
        Question.ADVISORY_LOCK_EXCLUSION,
        List.of(Question.FLOCK_SAME_CLIENT, Question.FLOCK_CROSS_HOST));
    ScopeVerdict.fileCombined(
        interview,
        Question.ADVISORY_LOCK_RELEASE,
        List.of(
            Question.FLOCK_RELEASE_UNLOCK,
            Question.FLOCK_RELEASE_CLOSE,
            Question.FLOCK_RELEASE_KILL));
  }

  private void adviseOnLocks(Interview interview, List<MemberFacts> facts) {
    for (LockKind kind : LockKind.values()) {
      for (Question question : LockLitmus.betweenHosts(kind)) {
        Optional<Answer> answer = interview.answer(question);
        if (answer.isPresent() && answer.get().verdict() instanceof Verdict.Refuted) {
          findings.ofRefutedLock(kind, answer.get().errno(), facts);
          break;
        }
      }
    }
  }

  // ---- telling

  private void enter(LitmusPhase next) {
    if (clock.nanoTime() - end < 0) {
      phase = next;
      members.forEach(m -> progress.accept(new LitmusEvent.Working(m.name(), next)));
    }
  }

  private void done() {
    for (Participant member : members) {
      progress.accept(
          member.worker().isRunning()
              ? new LitmusEvent.Done(member.name(), phase)
              : new LitmusEvent.Silent(member.name(), phase));
    }
  }

  private List<String> silent() {
    return members.stream().filter(m -> !m.worker().isRunning()).map(Participant::name).toList();
  }

  // ---- leaving

  /**
   * Ends all agents and removes the tree, whatever happened before.
   *
   * @return what is left of the tree
   */
  private Optional<String> leave() {
    members.forEach(m -> m.worker().abandon());
    Optional<String> left = tree == null ? Optional.empty() : remove(tree);
    findings.local().ofRemoval(left);
    helpers.forEach(Contender::abandon);
    long soon = Math.min(end + LEAVE_NANOS, clock.nanoTime() + LEAVE_NANOS);
    for (Participant member : members) {
      member.worker().closeBy(soon);
      findings.local().ofContender(member.worker());
    }
    for (Contender helper : helpers) {
      helper.closeBy(soon);
      findings.local().ofContender(helper);
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
      Participant first = members.get(0);
      long timeout = request.questionTimeoutNanos();
      long last = end + REMOVAL_NANOS;
      Contender custodian = helper("second custodian of " + first.name(), first);
      custodian.agent(Math.min(clock.nanoTime() + timeout, last));
      return made.through(new AgentPosix(custodian, clock, timeout, last)).remove();
    }
  }
}
