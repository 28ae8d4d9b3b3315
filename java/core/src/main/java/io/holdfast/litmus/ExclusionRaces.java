package io.holdfast.litmus;

import io.holdfast.clock.NanoClock;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
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

/**
 * Two processes reach for one name at the same moment, many times: by rename of one source, by
 * link, by open(O_EXCL), by mkdir. One has to win every round, and the tree has to show that one.
 *
 * <p>Both agents start each round at a time given beforehand, so that the calls overlap; requests
 * are sent in batches because a round trip to an agent costs more than the race.
 */
final class ExclusionRaces {

  /** Rounds of every race. */
  static final int ROUNDS = 200;

  private static final int BATCH = 20;
  private static final long LEAD_NANOS = 1_000_000L;
  private static final long FIRST_SPACING_NANOS = 200_000L;
  private static final long LAST_SPACING_NANOS = 100_000_000L;

  private final Posix posix;
  private final Contender a;
  private final Contender b;
  private final NanoClock clock;
  private final ProbeDir home;
  private final byte[][] homeNames;
  private long spacingNanos = FIRST_SPACING_NANOS;

  /** What both reach for. */
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
   * @param b through the same path as {@code a}, or through a second path to the same place
   * @param home an empty directory of the probe tree
   * @param homeNames how both reach it
   */
  ExclusionRaces(Contender a, Contender b, NanoClock clock, ProbeDir home, byte[][] homeNames) {
    this.posix = home.posix();
    this.a = a;
    this.b = b;
    this.clock = clock;
    this.home = home;
    this.homeNames = homeNames.clone();
  }

  /** All rounds of one race. */
  Outcome run(Race race, long deadline) throws PosixException, Stopped, LitmusException {
    String name = race.name().toLowerCase(Locale.ROOT);
    home.makeDir(name).close();
    Lane laneA = lane(a, "a", name, deadline);
    Lane laneB = lane(b, "b", name, deadline);
    prepare(race, laneA, deadline);
    List<Reply> saidA = new ArrayList<>();
    List<Reply> saidB = new ArrayList<>();
    RaceJudge judge = new RaceJudge(race, saidA, saidB);
    while (saidA.size() < ROUNDS && judge.hasEveryReply() && clock.nanoTime() - deadline < 0) {
      batch(race, laneA, laneB, saidA, saidB, deadline);
    }
    if (!judge.hasEveryReply()) {
      return judge.silence();
    }
    Outcome doubleWin = judge.doubleWin();
    if (doubleWin != null) {
      return doubleWin;
    }
    Map<String, String> seen = look(race, laneA, saidA.size(), deadline);
    if (!a.root().equals(b.root()) && !look(race, laneB, saidA.size(), deadline).equals(seen)) {
      throw Stopped.inconclusive("both paths do not show the same names after the race");
    }
    Outcome outcome = judge.judge(seen, ROUNDS);
    Errno errno = outcome.errno();
    if (errno != null && Unaskable.isOfTheMoment(errno)) {
      throw Unaskable.failing(a.root(), race.call(), errno, false);
    }
    return outcome;
  }

  /** One contender in the race's directory. */
  private record Lane(Contender contender, String letter, int directory, int parent) {}

  private Lane lane(Contender contender, String letter, String name, long deadline)
      throws Stopped, LitmusException {
    int parent = contender.directory(deadline, homeNames);
    byte[][] names = Arrays.copyOf(homeNames, homeNames.length + 1);
    names[homeNames.length] = Spelling.bytes(name);
    return new Lane(contender, letter, contender.directory(deadline, names), parent);
  }

  private void prepare(Race race, Lane laneA, long deadline)
      throws PosixException, Stopped, LitmusException {
    if (race == Race.LINK) {
      home.create("source-a", Spelling.bytes("a")).close();
      home.create("source-b", Spelling.bytes("b")).close();
    }
    if (race != Race.MOVE) {
      return;
    }
    List<String> creates = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      creates.add("create " + laneA.directory() + " " + Spelling.hex("s" + round));
    }
    for (Reply reply : laneA.contender().agent(deadline).callAll(creates, deadline)) {
      laneA.contender().values("prepare", reply);
    }
  }

  /** Sends some rounds to both and reads all answers; adapts the pace to the storage's. */
  private void batch(
      Race race, Lane laneA, Lane laneB, List<Reply> saidA, List<Reply> saidB, long deadline)
      throws Stopped, LitmusException {
    int first = saidA.size();
    int count = Math.min(BATCH, ROUNDS - first);
    Agent agentA = laneA.contender().agent(deadline);
    Agent agentB = laneB.contender().agent(deadline);
    long began = clock.nanoTime();
    long start = posix.clockGettime(Flags.CLOCK_REALTIME) + LEAD_NANOS;
    for (int i = 0; i < count; i++) {
      String at = "@" + (start + i * spacingNanos) + " ";
      agentA.send(at + command(race, laneA, first + i));
      agentB.send(at + command(race, laneB, first + i));
    }
    for (int i = 0; i < count; i++) {
      saidA.add(agentA.receive(deadline));
      saidB.add(agentB.receive(deadline));
    }
    long late = clock.nanoTime() - began - LEAD_NANOS - (count - 1) * spacingNanos;
    if (late > count * spacingNanos / 2) {
      spacingNanos = Math.min(LAST_SPACING_NANOS, 2 * spacingNanos);
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
              + Spelling.hex(lane.letter() + round);
      case LINK ->
          "link "
              + lane.parent()
              + " "
              + Spelling.hex("source-" + lane.letter())
              + " "
              + directory
              + Spelling.hex("t" + round);
      case CREATE -> "create " + directory + Spelling.hex("t" + round);
      case MKDIR -> "mkdir " + directory + Spelling.hex("t" + round);
    };
  }

  /** A fresh look through one path: every name, and for links whose file it is. */
  private static Map<String, String> look(Race race, Lane lane, int rounds, long deadline)
      throws Stopped, LitmusException {
    List<String> values = lane.contender().must("look", "list " + lane.directory(), deadline);
    Map<String, String> seen = new HashMap<>();
    for (String name : listed(values)) {
      seen.put(name, "");
    }
    if (race != Race.LINK) {
      return seen;
    }
    List<String> names = new ArrayList<>();
    List<String> reads = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      if (seen.containsKey("t" + round)) {
        names.add("t" + round);
        reads.add("fresh " + lane.directory() + " " + Spelling.hex("t" + round) + " 1");
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
