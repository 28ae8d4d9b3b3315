package io.holdfast.litmus;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.LockObservation.Exclusion;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tries to catch two holders of one lock: each kind within a process, between two processes through
 * one path, and between two processes through two paths; then whether a lock that was let go is
 * free.
 *
 * <p>Every step has the question's deadline. A lock call that blocks (a file server in its grace
 * period, a lock service that is not there) costs its process, not ours.
 */
final class LockLitmus {

  private final Interview interview;
  private final Contender holder;
  private final Contender rival;
  private final @Nullable Elsewhere elsewhere;
  private final byte[][] directory;
  private final NanoClock clock;
  private final Map<LockKind, Integer> triesAfterClose = new EnumMap<>(LockKind.class);
  private final Set<LockKind> mandatory = EnumSet.noneOf(LockKind.class);
  private final List<LockObservation> observations = new ArrayList<>();
  private int files;

  /** How a lock is let go. */
  private enum Release {
    UNLOCK(" unlocked it"),
    CLOSE(" closed its descriptor"),
    KILL(" was killed");

    private final String words;

    Release(String words) {
      this.words = words;
    }
  }

  /** The questions about one kind. */
  private record Questions(
      Question sameProcess, Question sameClient, Question unlock, Question close, Question kill) {

    static Questions of(LockKind kind) {
      return switch (kind) {
        case FLOCK ->
            new Questions(
                Question.FLOCK_SAME_PROCESS,
                Question.FLOCK_SAME_CLIENT,
                Question.FLOCK_RELEASE_UNLOCK,
                Question.FLOCK_RELEASE_CLOSE,
                Question.FLOCK_RELEASE_KILL);
        case OFD ->
            new Questions(
                Question.OFD_SAME_PROCESS,
                Question.OFD_SAME_CLIENT,
                Question.OFD_RELEASE_UNLOCK,
                Question.OFD_RELEASE_CLOSE,
                Question.OFD_RELEASE_KILL);
        case POSIX ->
            new Questions(
                Question.POSIX_SAME_PROCESS,
                Question.POSIX_SAME_CLIENT,
                Question.POSIX_RELEASE_UNLOCK,
                Question.POSIX_RELEASE_CLOSE,
                Question.POSIX_RELEASE_KILL);
      };
    }
  }

  /**
   * @param holder A
   * @param rival B, through the same path
   * @param other B through a second path to the same place, or null
   * @param isOneClient whether the second path has the first one's st_dev
   * @param directory how all of them reach an empty directory
   */
  LockLitmus(
      Interview interview,
      Contender holder,
      Contender rival,
      @Nullable Contender other,
      boolean isOneClient,
      byte[][] directory,
      NanoClock clock) {
    this(
        interview,
        holder,
        rival,
        other == null ? null : Elsewhere.mount(other, isOneClient),
        directory,
        clock);
  }

  /**
   * @param elsewhere who tries besides the rival, or null
   */
  LockLitmus(
      Interview interview,
      Contender holder,
      Contender rival,
      @Nullable Elsewhere elsewhere,
      byte[][] directory,
      NanoClock clock) {
    this.interview = interview;
    this.holder = holder;
    this.rival = rival;
    this.elsewhere = elsewhere;
    this.directory = directory.clone();
    this.clock = clock;
  }

  /** What decides whether a kind is any good between hosts. */
  static List<Question> betweenHosts(LockKind kind) {
    Questions questions = Questions.of(kind);
    Question exclusion =
        switch (kind) {
          case FLOCK -> Question.FLOCK_CROSS_HOST;
          case OFD -> Question.OFD_CROSS_HOST;
          case POSIX -> Question.POSIX_CROSS_HOST;
        };
    return List.of(exclusion, questions.unlock(), questions.close(), questions.kill());
  }

  /** Asks everything about every kind. */
  void run() throws LitmusException {
    for (LockKind kind : LockKind.values()) {
      observations.add(run(kind));
    }
  }

  /** What was seen, one for each kind. */
  List<LockObservation> observations() {
    return List.copyOf(observations);
  }

  /** How many tries it took until a closed descriptor's lock was free; 0 where unknown. */
  int triesAfterClose(LockKind kind) {
    return triesAfterClose.getOrDefault(kind, 0);
  }

  private LockObservation run(LockKind kind) throws LitmusException {
    Questions questions = Questions.of(kind);
    Outcome sameProcess =
        interview.ask(questions.sameProcess(), deadline -> sameProcess(kind, deadline));
    Outcome sameClient =
        interview.ask(questions.sameClient(), deadline -> exclusion(kind, rival, deadline));
    Exclusion there = null;
    Exclusion decisive = exclusionOf(sameClient);
    Elsewhere other = elsewhere;
    if (other != null) {
      there = askElsewhere(kind, other);
      decisive = there;
    }
    askReleases(kind, questions, other == null ? rival : other.contender(), decisive);
    return new LockObservation(
        kind,
        exclusionInProcess(kind, sameProcess),
        exclusionOf(sameClient),
        there,
        mandatory.contains(kind));
  }

  private Exclusion askElsewhere(LockKind kind, Elsewhere other) throws LitmusException {
    Elsewhere.Rounds rounds = other.rounds();
    Interview.Experiment experiment =
        rounds == null
            ? deadline -> exclusion(kind, other.contender(), deadline)
            : deadline -> rounds.run(kind, deadline);
    return exclusionOf(interview.ask(other.exclusion(kind), experiment, other::inScope));
  }

  /**
   * Two descriptors of one process, and what reading the file through the second and closing it
   * does to the lock.
   */
  private Outcome sameProcess(LockKind kind, long deadline) throws Stopped, LitmusException {
    LockExperiment experiment = experiment(kind, rival, deadline);
    try {
      experiment.prepare();
      experiment.hold();
      boolean otherExcluded = experiment.isRivalExcluded();
      boolean excluded = experiment.isSecondDescriptorExcluded();
      if (kind == LockKind.POSIX) {
        return sharedInProcess(experiment, excluded, otherExcluded);
      }
      if (!excluded) {
        return Outcome.refuted(
            "a second descriptor of "
                + holder.name()
                + " acquired the "
                + kind.title()
                + " that "
                + holder.name()
                + " held through the first (phase held)",
            null);
      }
      String kept = holder.name() + " read the file through the second descriptor and closed it";
      if (otherExcluded && !experiment.isRivalExcluded()) {
        return Outcome.refuted(
            kept
                + ", and "
                + rival.name()
                + " acquired the "
                + kind.title()
                + " that "
                + holder.name()
                + " still held",
            null);
      }
      return Outcome.qualified(
          "second descriptor busy; " + kept + (otherExcluded ? ", the lock stayed" : ""));
    } finally {
      experiment.finish();
    }
  }

  private Outcome sharedInProcess(
      LockExperiment experiment, boolean excluded, boolean otherExcluded)
      throws Stopped, LitmusException {
    if (excluded) {
      return Outcome.refuted(
          "a POSIX lock belongs to its process, and a second descriptor was refused", null);
    }
    if (!otherExcluded) {
      return Outcome.qualified("second descriptor granted, as was another process");
    }
    boolean stayed = experiment.isRivalExcluded();
    return Outcome.qualified(
        stayed
            ? "second descriptor granted; closing it kept the lock, which POSIX does not promise"
            : "second descriptor granted; closing it dropped the lock: "
                + rival.name()
                + " acquired it");
  }

  private Outcome exclusion(LockKind kind, Contender b, long deadline)
      throws Stopped, LitmusException {
    LockExperiment experiment = experiment(kind, b, deadline);
    try {
      experiment.prepare();
      experiment.hold();
      if (!experiment.isRivalExcluded()) {
        return Outcome.refuted(
            named(b, b)
                + " acquired the "
                + kind.title()
                + " while "
                + named(holder, b)
                + " held it (phase held)",
            null);
      }
      boolean kept = experiment.isRivalKeptFromReading();
      if (kept) {
        mandatory.add(kind);
      }
      experiment.unlock();
      return Outcome.qualified(
          "control granted, "
              + named(b, b)
              + " busy while "
              + named(holder, b)
              + " held it"
              + (kept ? ", " + b.name() + " cannot read the locked file" : ""));
    } finally {
      experiment.finish();
    }
  }

  private void askReleases(LockKind kind, Questions questions, Contender b, Exclusion exclusion)
      throws LitmusException {
    interview.ask(
        questions.unlock(), deadline -> release(kind, Release.UNLOCK, b, exclusion, deadline));
    interview.ask(
        questions.close(), deadline -> release(kind, Release.CLOSE, b, exclusion, deadline));
    interview.ask(
        questions.kill(), deadline -> release(kind, Release.KILL, b, exclusion, deadline));
  }

  private Outcome release(
      LockKind kind, Release release, Contender b, Exclusion exclusion, long deadline)
      throws Stopped, LitmusException {
    if (exclusion == Exclusion.GRANTED || exclusion == Exclusion.UNSUPPORTED) {
      Elsewhere other = elsewhere;
      String nobody = other == null ? " excludes nobody" : " does not exclude " + other.between();
      String why = exclusion == Exclusion.GRANTED ? nobody : " is refused";
      return Outcome.inconclusive(
          "no release can be shown, because the " + kind.title() + why, null);
    }
    LockExperiment experiment = experiment(kind, b, deadline);
    try {
      experiment.prepare();
      if (release == Release.UNLOCK) {
        mustBeFree(
            kind, experiment.triesUntilHolderHasIt(), holder.name(), named(b, b) + " unlocked it");
      } else {
        experiment.hold();
      }
      if (!experiment.isRivalExcluded()) {
        return Outcome.inconclusive(b.name() + " was excluded a moment ago and is not now", null);
      }
      long start = clock.nanoTime();
      letGo(experiment, release);
      String released = named(holder, b) + release.words;
      int tries = experiment.triesUntilRivalHasIt();
      mustBeFree(kind, tries, named(b, b), released);
      if (release == Release.CLOSE) {
        triesAfterClose.put(kind, tries);
      }
      String time = Spelling.duration(clock.nanoTime() - start);
      return Outcome.qualified(
          named(b, b) + " acquired it at try " + tries + ", " + time + " after " + released);
    } finally {
      experiment.finish();
    }
  }

  private static void letGo(LockExperiment experiment, Release release)
      throws Stopped, LitmusException {
    switch (release) {
      case UNLOCK -> experiment.unlock();
      case CLOSE -> experiment.closeHolder();
      case KILL -> experiment.killHolder();
    }
  }

  private static void mustBeFree(LockKind kind, int tries, String who, String released)
      throws Stopped {
    if (tries < 0) {
      throw Stopped.refuted(
          who
              + " was refused the "
              + kind.title()
              + " "
              + -tries
              + " times after "
              + released
              + " (phase released)",
          null);
    }
  }

  private LockExperiment experiment(LockKind kind, Contender b, long deadline) {
    String file = kind.id() + "-" + files++;
    return new LockExperiment(kind, holder, b, directory, file, clock, deadline);
  }

  /** A name, and the path where B tries from elsewhere and names do not tell who is where. */
  private String named(Contender who, Contender b) {
    Elsewhere other = elsewhere;
    return who.name() + (other != null && b == other.contender() ? other.through(who) : "");
  }

  /** A POSIX lock is as it should be when it does not exclude within its process. */
  private static Exclusion exclusionInProcess(LockKind kind, Outcome outcome) {
    Exclusion exclusion = exclusionOf(outcome);
    if (kind != LockKind.POSIX) {
      return exclusion;
    }
    return switch (exclusion) {
      case EXCLUDED -> Exclusion.GRANTED;
      case GRANTED -> Exclusion.EXCLUDED;
      default -> exclusion;
    };
  }

  private static Exclusion exclusionOf(Outcome outcome) {
    if (outcome.isQualified()) {
      return Exclusion.EXCLUDED;
    }
    if (!outcome.isRefuted()) {
      return Exclusion.UNKNOWN;
    }
    return outcome.errno() == null ? Exclusion.GRANTED : Exclusion.UNSUPPORTED;
  }
}
