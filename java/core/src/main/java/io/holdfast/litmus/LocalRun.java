package io.holdfast.litmus;

import io.holdfast.clock.EpochClock;
import io.holdfast.clock.NanoClock;
import io.holdfast.mount.KernelFiles;
import io.holdfast.mount.MountFacts;
import io.holdfast.mount.NfsClient;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One qualification from the first call to the last; used once. */
final class LocalRun {

  /** The storage itself may take this long to answer for the first time. */
  private static final long LEAST_PATIENCE_NANOS = 5_000_000_000L;

  private static final long RACE_LEAD_NANOS = 1_000_000L;

  private static final Set<Question> ASKED_THROUGH_BOTH =
      EnumSet.of(
          Question.FILE_FSYNC,
          Question.DIRECTORY_FSYNC,
          Question.SAME_DIRECTORY_REPLACE,
          Question.CROSS_DIRECTORY_REPLACE,
          Question.HARD_LINK,
          Question.DURABLE_UNLINK);

  private static final Set<Question> TWO_MOUNTS =
      EnumSet.of(Question.FLOCK_TWO_MOUNTS, Question.OFD_TWO_MOUNTS, Question.POSIX_TWO_MOUNTS);

  private final Posix posix;
  private final AgentLauncher agents;
  private final HostIdentity host;
  private final NanoClock clock;
  private final EpochClock epochClock;
  private final LocalRequest request;
  private final Consumer<Answer> progress;
  private final Deque<ProbePlace> places = new ArrayDeque<>();
  private final List<Contender> contenders = new ArrayList<>();
  private final LocalFindings findings = new LocalFindings();

  LocalRun(
      Posix posix,
      AgentLauncher agents,
      HostIdentity host,
      NanoClock clock,
      EpochClock epochClock,
      LocalRequest request,
      Consumer<Answer> progress) {
    this.posix = posix;
    this.agents = agents;
    this.host = host;
    this.clock = clock;
    this.epochClock = epochClock;
    this.request = request;
    this.progress = progress;
  }

  /** Everything that was opened for this run. */
  private record Stage(
      ProbePlace main,
      @Nullable ProbePlace also,
      @Nullable ProbePlace publication,
      Contender a,
      Contender b,
      Contender other,
      Interview interview) {

    boolean isOneClient() {
      return also != null && also.stat().dev() == main.stat().dev();
    }
  }

  /** What was seen beside the answers. */
  private record Seen(List<LockSummary> locks, List<BarrierCost> costs) {}

  LocalReport run() throws LitmusException {
    long started = epochClock.millis();
    long start = clock.nanoTime();
    Stage stage;
    Seen seen;
    try {
      stage = open();
      seen = ask(stage);
    } finally {
      leave();
    }
    List<Answer> answers = stage.interview().answers();
    findings.ofTwoMounts(request.also() == null ? List.of() : answers);
    Scope scope = request.also() == null ? Scope.SAME_CLIENT : Scope.SAME_HOST_TWO_MOUNTS;
    Profile profile = ScopeVerdict.effective(request.profile(), scope);
    return new LocalReport(
        request.directory(),
        request.also(),
        request.publication(),
        profile,
        scope,
        ScopeVerdict.of(profile, answers, stage.isOneClient()),
        posix.binding(),
        KernelFiles.lineOr(posix, "/proc/sys/kernel/osrelease", "unknown"),
        host.bootId(),
        host.hostName(),
        started,
        clock.nanoTime() - start,
        stage.main().mount(),
        mount(stage.also()),
        mount(stage.publication()),
        answers,
        seen.locks(),
        seen.costs(),
        findings.all());
  }

  private Stage open() throws LitmusException {
    ProcessMark own = ProcessMark.own(posix, host);
    long timeout = request.probeTimeoutNanos();
    TreeSweeper sweeper = new TreeSweeper(posix, clock, epochClock, own, timeout);
    ProbePlace.Opening opening = new ProbePlace.Opening(posix, clock, sweeper, own, timeout);
    ProbePlace main = place(opening, request.directory());
    ProbePlace also = request.also() == null ? null : place(opening, request.also());
    ProbePlace publication =
        request.publication() == null ? null : place(opening, request.publication());
    Interview interview =
        new Interview(
            posix, main.path(), main.fd(), clock, timeout, () -> main.tree().isGone(), progress);
    return new Stage(
        main,
        also,
        publication,
        contender("A", main.path()),
        contender("B", main.path()),
        contender("B", also == null ? main.path() : also.path()),
        interview);
  }

  private ProbePlace place(ProbePlace.Opening opening, RawPath path) throws LitmusException {
    Contender keeper = contender("keeper", path);
    long patience = Math.max(request.probeTimeoutNanos(), LEAST_PATIENCE_NANOS);
    ProbePlace place = ProbePlace.open(opening, path, keeper, patience);
    places.push(place);
    findings.ofPlace(path.toString(), place.mount(), place.stat());
    NfsClient.of(posix, place.mount()).ifPresent(findings::ofNfsClient);
    place.linkTarget().ifPresent(leadsTo -> findings.ofLink(path.toString(), leadsTo));
    findings.ofSweep(path.toString(), place.swept(), place.tree().note());
    return place;
  }

  private Contender contender(String name, RawPath path) {
    Contender contender = new Contender(name, path, agents, clock);
    contenders.add(contender);
    return contender;
  }

  private Seen ask(Stage stage) throws LitmusException {
    try {
      boolean samePlace = askSamePlace(stage);
      Contender second = samePlace ? stage.other() : null;
      askOperations(stage, samePlace);
      askFeatures(stage);
      LockLitmus litmus = askLocks(stage, second);
      askRaces(stage, second == null ? stage.b() : second);
      List<BarrierCost> costs = measureCosts(stage);
      for (ProbePlace place : places) {
        place.checkInPlace();
      }
      return conclude(stage, litmus, costs);
    } catch (PosixException e) {
      ProbePlace main = stage.main();
      throw Unaskable.failing(posix, main.path(), main.fd(), e);
    }
  }

  private boolean askSamePlace(Stage stage) throws LitmusException {
    ProbePlace also = stage.also();
    if (also == null) {
      return false;
    }
    ProbePlace main = stage.main();
    Optional<String> ground = CommonGround.of(main.side(), also.side());
    SamePlace question =
        new SamePlace(stage.a(), stage.other(), main.tree().name(), also.tree().name(), clock);
    return stage
        .interview()
        .ask(Question.SAME_PLACE, deadline -> question.ask(ground, deadline))
        .isQualified();
  }

  private void askOperations(Stage stage, boolean samePlace)
      throws PosixException, LitmusException {
    ProbePlace main = stage.main();
    ProbePlace published = stage.publication();
    findings.ofBarriers(main.reach());
    ProbeDir top = main.tree().top();
    ProbeDir target = published == null ? top : published.tree().top();
    try (ProbeDir home = top.makeDir("operations");
        ProbeDir publication = target.makeDir("publication")) {
      Map<Question, Interview.Experiment> experiments =
          new LocalProbe(home, publication, main.reach()).experiments();
      ProbePlace also = stage.also();
      if (also == null || !samePlace) {
        askAll(stage.interview(), experiments);
        return;
      }
      try (ProbeDir otherTop = also.open(main.tree());
          ProbeDir otherHome = otherTop.makeDir("operations-b");
          ProbeDir otherPublication = otherTop.makeDir("publication-b")) {
        Map<Question, Interview.Experiment> others =
            new LocalProbe(otherHome, otherPublication, also.reach()).experiments();
        others.keySet().retainAll(ASKED_THROUGH_BOTH);
        others.forEach(
            (question, other) -> experiments.compute(question, (q, e) -> both(e, other)));
        askAll(stage.interview(), experiments);
      }
    }
  }

  /** The first path's outcome where it is no good, else the second path's. */
  private static Interview.Experiment both(
      Interview.@Nullable Experiment first, Interview.Experiment second) {
    return deadline -> {
      Outcome one = first == null ? Outcome.qualified("") : first.run(deadline);
      if (!one.isQualified()) {
        return one;
      }
      Outcome other = second.run(deadline);
      return new Outcome(other.verdict(), other.errno(), one.evidence())
          .withEvidence("through the second path: " + other.evidence());
    };
  }

  private static void askAll(Interview interview, Map<Question, Interview.Experiment> experiments)
      throws LitmusException {
    for (Map.Entry<Question, Interview.Experiment> entry : experiments.entrySet()) {
      interview.ask(entry.getKey(), entry.getValue());
    }
  }

  private void askFeatures(Stage stage) throws PosixException, LitmusException {
    ProbeTree tree = stage.main().tree();
    byte[] name = Spelling.bytes("features");
    try (ProbeDir home = tree.top().makeDir("features")) {
      FeatureProbe probe = new FeatureProbe(home, stage.a(), tree.name(), name);
      askAll(stage.interview(), probe.experiments());
    }
  }

  private LockLitmus askLocks(Stage stage, @Nullable Contender second)
      throws PosixException, LitmusException {
    ProbeTree tree = stage.main().tree();
    tree.top().makeDir("locks").close();
    byte[][] directory = {tree.name(), Spelling.bytes("locks")};
    LockLitmus litmus =
        new LockLitmus(
            stage.interview(), stage.a(), stage.b(), second, stage.isOneClient(), directory, clock);
    litmus.run();
    if (stage.also() != null && second == null) {
      for (Question question : TWO_MOUNTS) {
        stage
            .interview()
            .file(
                question,
                Outcome.inconclusive("not asked: both paths do not show one place", null),
                0);
      }
    }
    fileSnapshotAnswers(stage);
    return litmus;
  }

  /** The two lock operations of the capability snapshot, which are those of flock. */
  private void fileSnapshotAnswers(Stage stage) {
    Interview interview = stage.interview();
    List<Question> exclusion = new ArrayList<>(List.of(Question.FLOCK_SAME_CLIENT));
    if (stage.also() != null) {
      exclusion.add(Question.FLOCK_TWO_MOUNTS);
    }
    List<Question> release =
        List.of(
            Question.FLOCK_RELEASE_UNLOCK,
            Question.FLOCK_RELEASE_CLOSE,
            Question.FLOCK_RELEASE_KILL);
    ScopeVerdict.fileCombined(interview, Question.ADVISORY_LOCK_EXCLUSION, exclusion);
    ScopeVerdict.fileCombined(interview, Question.ADVISORY_LOCK_RELEASE, release);
  }

  private void askRaces(Stage stage, Contender rival) throws PosixException, LitmusException {
    ProbeTree tree = stage.main().tree();
    byte[][] names = {tree.name(), Spelling.bytes("races")};
    try (ProbeDir home = tree.top().makeDir("races")) {
      LongUnaryOperator toRealtime =
          nanos -> posix.clockGettime(Flags.CLOCK_REALTIME) + nanos - clock.nanoTime();
      List<ExclusionRaces.Racer> racers =
          Stream.of(stage.a(), rival).map(c -> new ExclusionRaces.Racer(c, toRealtime)).toList();
      ExclusionRaces races = new ExclusionRaces(racers, clock, home, names, RACE_LEAD_NANOS);
      for (ExclusionRaces.Race race : ExclusionRaces.Race.values()) {
        stage.interview().ask(race.question(), deadline -> races.run(race, deadline));
      }
    }
  }

  private List<BarrierCost> measureCosts(Stage stage) throws PosixException {
    if (!request.measureCosts()) {
      return List.of();
    }
    ProbePlace main = stage.main();
    boolean hasTmpfile =
        stage
            .interview()
            .answer(Question.TMPFILE_LINK)
            .map(a -> a.verdict() instanceof Verdict.Qualified)
            .orElse(false);
    try (ProbeDir home = main.tree().top().makeDir("costs")) {
      return new BarrierCostMeter(home, clock, main.reach()).measure(hasTmpfile);
    }
  }

  private Seen conclude(Stage stage, LockLitmus litmus, List<BarrierCost> costs) {
    List<LockSummary> summaries = new ArrayList<>();
    for (LockObservation seen : litmus.observations()) {
      LockExpectation expected = LockExpectation.of(seen.kind(), stage.main().mount());
      findings.ofLock(seen, expected, litmus.triesAfterClose(seen.kind()));
      summaries.add(new LockSummary(seen.kind(), seen.behaviour(), expected.text()));
    }
    findings.ofFeatures(stage.interview().answers());
    findings.ofCosts(costs);
    return new Seen(List.copyOf(summaries), costs);
  }

  private void leave() {
    for (Contender contender : contenders) {
      if (!contender.name().equals("keeper")) {
        contender.close();
      }
    }
    while (!places.isEmpty()) {
      findings.ofRemoval(places.pop().leave());
    }
    for (Contender contender : contenders) {
      contender.close();
      findings.ofContender(contender);
    }
  }

  private static @Nullable MountFacts mount(@Nullable ProbePlace place) {
    return place == null ? null : place.mount();
  }
}
