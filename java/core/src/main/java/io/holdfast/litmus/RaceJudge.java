package io.holdfast.litmus;

import io.holdfast.litmus.ExclusionRaces.Race;
import io.holdfast.posix.Errno;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Judges the rounds of one race. Pure.
 *
 * <p>Who won is what a fresh look shows. An error alone proves no loss: a server that executes a
 * call twice because its reply was lost answers the winner ENOENT or EEXIST. A success is a claim
 * that the look has to bear out.
 */
final class RaceJudge {

  private final Race race;
  private final List<Reply> saidA;
  private final List<Reply> saidB;
  private final Map<String, Integer> losses = new TreeMap<>();
  private int wonByA;
  private int wonByB;
  private int wonUnnamed;
  private int lostReplies;

  /** Both lists may grow until {@link #judge}; they have one reply a round. */
  RaceJudge(Race race, List<Reply> saidA, List<Reply> saidB) {
    this.race = race;
    this.saidA = saidA;
    this.saidB = saidB;
  }

  /** Whether every request was answered, be it with an error. */
  boolean hasEveryReply() {
    return silent(saidA) == null && silent(saidB) == null;
  }

  /** The outcome where one was not. */
  Outcome silence() {
    Reply a = silent(saidA);
    Reply silent = a == null ? silent(saidB) : a;
    String who = a == null ? "B" : "A";
    String why =
        silent instanceof Reply.Silent s
            ? s.why()
            : "did not understand: " + ((Reply.Bad) Objects.requireNonNull(silent)).reason();
    return Outcome.inconclusive("phase race: the process of " + who + " " + why, null);
  }

  /** A round that both were told they won, which no look at the tree can mend; else null. */
  @Nullable Outcome doubleWin() {
    for (int round = 0; round < saidA.size(); round++) {
      if (saidA.get(round) instanceof Reply.Ok && saidB.get(round) instanceof Reply.Ok) {
        return Outcome.refuted(
            "round "
                + round
                + ": A and B both "
                + race.done()
                + " "
                + target(round)
                + " and both were told that it is theirs",
            null);
      }
    }
    return null;
  }

  /**
   * Judges every round; there was no {@link #doubleWin}.
   *
   * @param seen every name in the race's directory after the last round; a link's value is the
   *     letter of the contender whose file it is
   * @param rounds how many there should have been
   */
  Outcome judge(Map<String, String> seen, int rounds) {
    for (int round = 0; round < saidA.size(); round++) {
      Outcome bad = judgeRound(round, seen);
      if (bad != null) {
        return bad;
      }
    }
    String evidence = evidence();
    if (saidA.size() < rounds) {
      return Outcome.inconclusive(
              "only " + saidA.size() + " of " + rounds + " rounds within the probe timeout", null)
          .withEvidence(evidence);
    }
    return Outcome.qualified(evidence);
  }

  private @Nullable Outcome judgeRound(int round, Map<String, String> seen) {
    boolean okA = saidA.get(round) instanceof Reply.Ok;
    boolean okB = saidB.get(round) instanceof Reply.Ok;
    count(round);
    String winner = winner(round, seen);
    if (winner.equals("both")) {
      return Outcome.refuted(
          "round "
              + round
              + ": the source s"
              + round
              + " arrived under both targets; A was told "
              + told(saidA.get(round))
              + ", B "
              + told(saidB.get(round)),
          null);
    }
    if (winner.equals("none")) {
      return noWinner(round, okA, okB);
    }
    boolean contradicted =
        (okA && winner.equals("b")) || (okB && winner.equals("a")) || isLeft(round, seen);
    if (contradicted) {
      return Outcome.refuted(
          "round "
              + round
              + ": "
              + (okA ? "A" : "B")
              + " was told that it "
              + race.done()
              + " "
              + target(round)
              + ", and the tree shows something else",
          null);
    }
    tally(winner, okA, okB);
    return null;
  }

  private Outcome noWinner(int round, boolean okA, boolean okB) {
    if (okA || okB) {
      return Outcome.inconclusive(
          "round "
              + round
              + ": "
              + (okA ? "A" : "B")
              + " was told that it "
              + race.done()
              + " "
              + target(round)
              + ", and nothing is there: lost, or removed by somebody",
          null);
    }
    Errno a = errno(saidA.get(round));
    Errno b = errno(saidB.get(round));
    String both = "A was told " + a + ", B " + b;
    boolean unsupported = a.equals(b) && !a.equals(expectedLoss());
    return unsupported
        ? Outcome.refuted(race.call() + " answered " + a + " to A and B (round " + round + ")", a)
        : Outcome.inconclusive("round " + round + ": nobody won; " + both, a);
  }

  /** {@code a}, {@code b}, {@code both}, {@code none}, or {@code some} where names do not tell. */
  private String winner(int round, Map<String, String> seen) {
    if (race == Race.MOVE) {
      boolean a = seen.containsKey("a" + round);
      boolean b = seen.containsKey("b" + round);
      return a && b ? "both" : a ? "a" : b ? "b" : "none";
    }
    String whose = seen.get("t" + round);
    if (whose == null) {
      return "none";
    }
    return race == Race.LINK ? whose : "some";
  }

  /** A source that is still there after it was moved. */
  private boolean isLeft(int round, Map<String, String> seen) {
    return race == Race.MOVE && seen.containsKey("s" + round);
  }

  private void tally(String winner, boolean okA, boolean okB) {
    boolean byA = winner.equals("a") || (winner.equals("some") && okA);
    boolean byB = winner.equals("b") || (winner.equals("some") && okB);
    wonByA += byA ? 1 : 0;
    wonByB += byB ? 1 : 0;
    wonUnnamed += byA || byB ? 0 : 1;
    lostReplies += okA || okB ? 0 : 1;
  }

  private void count(int round) {
    for (Reply reply : List.of(saidA.get(round), saidB.get(round))) {
      if (reply instanceof Reply.Failed failed) {
        losses.merge(failed.errno().symbol(), 1, Integer::sum);
      }
    }
  }

  private String evidence() {
    StringBuilder text = new StringBuilder();
    text.append(saidA.size()).append(" rounds, one winner each: A ").append(wonByA);
    text.append(", B ").append(wonByB);
    if (wonUnnamed > 0) {
      text.append(", one of them ").append(wonUnnamed);
    }
    if (lostReplies > 0) {
      text.append("; the winner was told an error ").append(lostReplies).append(" times");
    }
    return text.append("; losers ").append(losses).toString();
  }

  private Errno expectedLoss() {
    return race == Race.MOVE ? Errno.ENOENT : Errno.EEXIST;
  }

  private String target(int round) {
    return (race == Race.MOVE ? "s" : "t") + round;
  }

  private static String told(Reply reply) {
    return reply instanceof Reply.Failed failed ? failed.errno().toString() : "success";
  }

  private static Errno errno(Reply reply) {
    return ((Reply.Failed) reply).errno();
  }

  private static @Nullable Reply silent(List<Reply> replies) {
    return replies.stream()
        .filter(r -> r instanceof Reply.Silent || r instanceof Reply.Bad)
        .findFirst()
        .orElse(null);
  }
}
