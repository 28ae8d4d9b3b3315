package io.holdfast.litmus;

import io.holdfast.clock.NanoClock;
import io.holdfast.posix.Errno;
import io.holdfast.posix.PosixException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.LongUnaryOperator;

/**
 * Processes reach for one name at the same moment, many times: by rename of one source, by link, by
 * open(O_EXCL), by mkdir. One has to win every round, and the tree has to show that one.
 *
 * <p>All agents start each round at a time given beforehand, so that the calls overlap; requests
 * are sent in batches because a round trip to an agent costs more than the race.
 */
final class ExclusionRaces {

  /** Rounds of every race. */
  static final int ROUNDS = 200;

  private static final int BATCH = 20;
  private static final int LETTERS = 4;
  private static final long PATIENCE_NANOS = 2_000_000_000L;
  private static final long FIRST_SPACING_NANOS = 200_000L;
  private static final long LAST_SPACING_NANOS = 100_000_000L;

  private final List<Racer> racers;
  private final NanoClock clock;
  private final ProbeDir home;
  private final byte[][] homeNames;
  private final long leadNanos;
  private long spacingNanos = FIRST_SPACING_NANOS;

  /**
   * One that reaches.
   *
   * @param toRealtime from this process' monotonic clock to the real-time clock of the contender
   */
  record Racer(Contender contender, LongUnaryOperator toRealtime) {}

  /** What all reach for. */
  enum Race {
    MOVE(Question.EXCLUSIVE_MOVE, "rename", "renamed"),
    LINK(Question.EXCLUSIVE_LINK, "link", "linked"),
    CREATE(Question.EXCLUSIVE_CREATE, "open(O_EXCL)", "created"),
    MKDIR(Question.EXCLUSIVE_MKDIR, "mkdir", "made");

    private final Question question;
    private final String call;
    private final String done;

    Race(Question question, String call, String done) {
      this.question = question;
      this.call = call;
      this.done = done;
    }

    Question question() {
      return question;
    }

    /** The call, in words. */
    String call() {
      return call;
    }

    /** What the winner did, in words. */
    String done() {
      return done;
    }
  }

  /**
   * @param racers at least two, through one path or through several to the same place
   * @param home an empty directory of the probe tree
   * @param homeNames how all reach it
   * @param leadNanos how long a request is on its way to the slowest of them
   */
  ExclusionRaces(
      List<Racer> racers, NanoClock clock, ProbeDir home, byte[][] homeNames, long leadNanos) {
    this.racers = List.copyOf(racers);
    this.clock = clock;
    this.home = home;
    this.homeNames = homeNames.clone();
    this.leadNanos = leadNanos;
  }

  /** All rounds of one race. */
  Outcome run(Race race, long deadline) throws PosixException, Stopped, LitmusException {
    String name = race.name().toLowerCase(Locale.ROOT);
    home.makeDir(name).close();
    List<Lane> lanes = new ArrayList<>();
    for (Racer racer : racers) {
      lanes.add(lane(racer, RaceJudge.letters(lanes.size()), name, deadline));
    }
    prepare(race, lanes, deadline);
    List<String> names = lanes.stream().map(lane -> lane.contender().name()).toList();
    RaceJudge judge = new RaceJudge(race, names, lanes.stream().map(Lane::said).toList());
    while (lanes.get(0).said().size() < ROUNDS
        && judge.hasEveryReply()
        && clock.nanoTime() - deadline < 0) {
      batch(race, lanes, deadline);
    }
    if (!judge.hasEveryReply()) {
      return judge.silence();
    }
    Outcome doubleWin = judge.doubleWin();
    if (doubleWin != null) {
      return doubleWin;
    }
    Outcome outcome = judge.judge(seenByAll(race, lanes, deadline), ROUNDS);
    Errno errno = outcome.errno();
    if (errno != null && Unaskable.isOfTheMoment(errno)) {
      throw Unaskable.failing(lanes.get(0).contender().place(), race.call(), errno, false);
    }
    return outcome;
  }

  /** One contender in the race's directory. */
  private record Lane(
      Racer racer, String letters, String nameHex, int directory, int parent, List<Reply> said) {
    Contender contender() {
      return racer.contender();
    }
  }

  private Lane lane(Racer racer, String letters, String name, long deadline)
      throws Stopped, LitmusException {
    Contender contender = racer.contender();
    int parent = contender.directory(deadline, homeNames);
    byte[][] names = Arrays.copyOf(homeNames, homeNames.length + 1);
    names[homeNames.length] = Spelling.bytes(name);
    int directory = contender.directory(deadline, names);
    return new Lane(racer, letters, Spelling.hex(name), directory, parent, new ArrayList<>());
  }

  private void prepare(Race race, List<Lane> lanes, long deadline)
      throws PosixException, Stopped, LitmusException {
    if (race == Race.LINK) {
      for (Lane lane : lanes) {
        home.create("source-" + lane.letters(), Spelling.bytes(lane.letters())).close();
      }
    }
    if (race != Race.MOVE) {
      return;
    }
    Lane first = lanes.get(0);
    List<String> creates = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      creates.add("create " + first.directory() + " " + Spelling.hex("s" + round));
    }
    for (Reply reply : first.contender().agent(deadline).callAll(creates, deadline)) {
      first.contender().values("prepare", reply);
    }
  }

  /** Sends some rounds to all and reads all answers; adapts the pace to the storage's. */
  private void batch(Race race, List<Lane> lanes, long deadline) throws Stopped, LitmusException {
    int first = lanes.get(0).said().size();
    int count = Math.min(BATCH, ROUNDS - first);
    List<Agent> agents = new ArrayList<>();
    for (Lane lane : lanes) {
      agents.add(lane.contender().agent(deadline));
    }
    long began = clock.nanoTime();
    for (int i = 0; i < count; i++) {
      for (int racer = 0; racer < lanes.size(); racer++) {
        Lane lane = lanes.get(racer);
        long start = lane.racer().toRealtime().applyAsLong(began + leadNanos + i * spacingNanos);
        agents.get(racer).send("@" + start + " " + command(race, lane, first + i));
      }
    }
    for (int racer = 0; racer < lanes.size(); racer++) {
      for (int i = 0; i < count; i++) {
        lanes.get(racer).said().add(agents.get(racer).receive(deadline));
      }
    }
    long late = clock.nanoTime() - began - leadNanos - (count - 1) * spacingNanos;
    if (late > count * spacingNanos / 2) {
      spacingNanos = Math.min(LAST_SPACING_NANOS, 2 * spacingNanos);
    } else if (late < count * spacingNanos / 8) {
      spacingNanos = Math.max(FIRST_SPACING_NANOS, spacingNanos / 2);
    }
  }

  private static String command(Race race, Lane lane, int round) {
    String directory = lane.directory() + " ";
    return switch (race) {
      case MOVE ->
          "rename "
              + directory
              + Spelling.hex("s" + round)
              + " "
              + directory
              + Spelling.hex(lane.letters() + round);
      case LINK ->
          "link "
              + lane.parent()
              + " "
              + Spelling.hex("source-" + lane.letters())
              + " "
              + directory
              + Spelling.hex("t" + round);
      case CREATE -> "create " + directory + Spelling.hex("t" + round);
      case MKDIR -> "mkdir " + directory + Spelling.hex("t" + round);
    };
  }

  /** What the first one sees, once all that look through other paths see the same. */
  private Map<String, String> seenByAll(Race race, List<Lane> lanes, long deadline)
      throws Stopped, LitmusException {
    Lane first = lanes.get(0);
    Map<String, String> seen = look(race, first, deadline);
    for (Lane lane : lanes) {
      Patience patience = new Patience(clock, PATIENCE_NANOS, deadline);
      if (lane.contender().place().equals(first.contender().place())) {
        continue;
      }
      while (!look(race, lane, deadline).equals(seen)) {
        if (!patience.allowsAnother()) {
          throw Stopped.inconclusive("both paths do not show the same names after the race");
        }
        seen = look(race, first, deadline);
      }
    }
    return seen;
  }

  /**
   * A fresh look through one path: every name, and for links whose file it is. The directory is
   * opened anew, which makes a network file system ask its server.
   */
  private static Map<String, String> look(Race race, Lane lane, long deadline)
      throws Stopped, LitmusException {
    String opening = "dir " + lane.parent() + " " + lane.nameHex();
    int directory = lane.contender().handle("look", opening, deadline);
    List<String> values = lane.contender().must("look", "list " + directory, deadline);
    lane.contender().must("look", "close " + directory, deadline);
    Map<String, String> seen = new HashMap<>();
    for (String name : listed(values)) {
      seen.put(name, "");
    }
    if (race != Race.LINK) {
      return seen;
    }
    List<String> names = new ArrayList<>();
    List<String> reads = new ArrayList<>();
    for (int round = 0; round < lane.said().size(); round++) {
      if (seen.containsKey("t" + round)) {
        names.add("t" + round);
        reads.add("fresh " + lane.directory() + " " + Spelling.hex("t" + round) + " " + LETTERS);
      }
    }
    List<Reply> replies = lane.contender().agent(deadline).callAll(reads, deadline);
    for (int i = 0; i < names.size(); i++) {
      List<String> content = lane.contender().values("look", replies.get(i));
      seen.put(names.get(i), content.isEmpty() ? "" : text(content.get(0)));
    }
    return seen;
  }

  private static Set<String> listed(List<String> values) {
    Set<String> names = new HashSet<>();
    if (values.size() > 1) {
      for (String hex : values.get(1).split(",", -1)) {
        names.add(text(hex));
      }
    }
    return names;
  }

  private static String text(String hex) {
    return new String(Spelling.unhex(hex), StandardCharsets.ISO_8859_1);
  }
}
