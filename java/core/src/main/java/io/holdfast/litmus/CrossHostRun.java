package io.holdfast.litmus;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** One litmus from the first call to the last; used once. */
final class CrossHostRun {

  private static final long RACE_LEAD_NANOS = 1_000_000L;

  private final NanoClock clock;
  private final EpochClock epochClock;
  private final LitmusRequest request;
  private final Consumer<LitmusEvent> progress;
  private final long start;
  private final long end;
  private final CrossHostFindings findings = new CrossHostFindings();
  private final SharedTree shared;
  private final List<Participant> members;
  private final List<LockSummary> locks = new ArrayList<>();
  private LitmusPhase phase = LitmusPhase.MEMBERSHIP;
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
    this.shared =
        new SharedTree(
            request.members(),
            clock,
            epochClock,
            request.questionTimeoutNanos(),
            end,
            findings.local());
    this.members = shared.members();
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
      Optional<String> left = shared.leave();
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
    List<MemberFacts> facts = shared.enter();
    findings.ofGathering(facts);
    shared.make();
    for (Participant member : members) {
      findings.local().ofMount(member.mount());
      findings.local().ofBarriers(BarrierReach.of(member.mount(), 0));
    }
    done();
    return facts;
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
    SharedPlace place = new SharedPlace(members, shared.made().name(), clock);
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
        operations.add(member, posix, shared.made().name());
      }
      for (Map.Entry<Question, Interview.Experiment> entry : operations.experiments().entrySet()) {
        interview.ask(entry.getKey(), entry.getValue());
      }
    }
    done();
  }

  private void askNames(Interview interview) throws PosixException, LitmusException {
    enter(LitmusPhase.NAMES);
    byte[][] names = {shared.made().name(), Spelling.bytes("races")};
    List<ExclusionRaces.Racer> racers =
        members.stream().map(m -> new ExclusionRaces.Racer(m.worker(), m::toRealtime)).toList();
    long slowest = members.stream().mapToLong(Participant::clockUncertainty).max().orElse(0);
    try (ProbeDir home = shared.made().top().makeDir("races")) {
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
    shared.made().top().makeDir("sight").close();
    byte[][] names = {shared.made().name(), Spelling.bytes("sight")};
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
    shared.made().top().makeDir("locks").close();
    byte[][] names = {shared.made().name(), Spelling.bytes("locks")};
    List<Integer> hosts =
        Topology.representatives(facts.stream().map(MemberFacts::bootId).toList());
    List<Contender> workers = members.stream().map(Participant::worker).toList();
    LockRounds rounds = new LockRounds(workers, hosts, names, clock);
    Participant first = members.get(0);
    Elsewhere elsewhere =
        Elsewhere.host(
            workers.get(hosts.size() > 1 ? hosts.get(1) : 1), Topology.unshown(facts), rounds::run);
    Contender second = shared.helper("a second process");
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
}
