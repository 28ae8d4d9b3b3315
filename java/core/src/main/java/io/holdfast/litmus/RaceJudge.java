package io.holdfast.litmus;

import io.holdfast.litmus.ExclusionRaces.Race;
import io.holdfast.posix.Errno;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Judges the rounds of one race. Pure.
 *
 * <p>Who won is what a fresh look shows. An error alone proves no loss: a server that executes a
 * call twice because its reply was lost answers the winner ENOENT or EEXIST. A success is a claim
 * that the look has to bear out.
 */
final class RaceJudge {

  private static final int RADIX = 16;

  private final Race race;
  private final List<String> names;
  private final List<List<Reply>> said;
  private final int[] won;
  private final Map<String, Integer> losses = new TreeMap<>();
  private int wonUnnamed;
  private int lostReplies;

  /**
   * @param names of the racers, as sentences name them
   * @param said by each of them; the lists may grow until {@link #judge}, one reply a round
   */
  RaceJudge(Race race, List<String> names, List<List<Reply>> said) {
    this.race = race;
    this.names = List.copyOf(names);
    this.said = List.copyOf(said);
    this.won = new int[names.size()];
  }

  /** How the names of a racer's files begin: digits from a to p, so never the s or t of ours. */
  static String letters(int racer) {
    return racer < RADIX
        ? Character.toString('a' + racer)
        : letters(racer / RADIX) + letters(racer % RADIX);
  }

  /** Whether every request was answered, be it with an error. */
  boolean hasEveryReply() {
    return said.stream().allMatch(replies -> silent(replies) == null);
  }

  /** The outcome where one was not. */
  Outcome silence() {
    for (int racer = 0; racer < names.size(); racer++) {
      Reply silent = silent(said.get(racer));
      if (silent != null) {
        String why =
            silent instanceof Reply.Silent s
                ? s.why()
                : "did not understand: " + ((Reply.Bad) silent).reason();
        return Outcome.inconclusive(
            "phase race: the process of " + names.get(racer) + " " + why, null);
      }
    }
    throw new IllegalStateException("every request was answered");
  }

  /** A round that several were told they won, which no look at the tree can mend; else null. */
  @Nullable Outcome doubleWin() {
    for (int round = 0; round < rounds(); round++) {
      List<Integer> winners = toldYes(round);
      if (winners.size() > 1) {
        return Outcome.refuted(
            "round "
                + round
                + ": "
                + names.get(winners.get(0))
                + " and "
                + names.get(winners.get(1))
                + " both "
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
   * @param seen every name in the race's directory after the last round; a link's value has the
   *     letters of the contender whose file it is
   * @param rounds how many there should have been
   */
  Outcome judge(Map<String, String> seen, int rounds) {
    for (int round = 0; round < rounds(); round++) {
      Outcome bad = judgeRound(round, seen);
      if (bad != null) {
        return bad;
      }
    }
    String evidence = evidence();
    if (rounds() < rounds) {
      return Outcome.inconclusive(
              "only " + rounds() + " of " + rounds + " rounds within the probe timeout", null)
          .withEvidence(evidence);
    }
    return Outcome.qualified(evidence);
  }

  private int rounds() {
    return said.get(0).size();
  }

  private List<Integer> toldYes(int round) {
    return IntStream.range(0, names.size())
        .filter(racer -> said.get(racer).get(round) instanceof Reply.Ok)
        .boxed()
        .toList();
  }

  private @Nullable Outcome judgeRound(int round, Map<String, String> seen) {
    List<Integer> claims = toldYes(round);
    count(round);
    List<Integer> owners = owners(round, seen);
    if (owners.size() > 1) {
      return Outcome.refuted(
          "round "
              + round
              + ": the source s"
              + round
              + (names.size() == 2 ? " arrived under both targets; " : " arrived more than once; ")
              + told(round),
          null);
    }
    boolean isThere = !owners.isEmpty() || isTaken(round, seen);
    if (!isThere) {
      return noWinner(round, claims);
    }
    boolean contradicted =
        (!claims.isEmpty() && !owners.isEmpty() && !claims.equals(owners)) || isLeft(round, seen);
    if (contradicted) {
      int claimer = claims.isEmpty() ? owners.get(0) : claims.get(0);
      return Outcome.refuted(
          "round "
              + round
              + ": "
              + names.get(claimer)
              + " was told that it "
              + race.done()
              + " "
              + target(round)
              + ", and the tree shows something else",
          null);
    }
    tally(owners.isEmpty() ? claims : owners, claims);
    return null;
  }

  private Outcome noWinner(int round, List<Integer> claims) {
    if (!claims.isEmpty()) {
      return Outcome.inconclusive(
          "round "
              + round
              + ": "
              + names.get(claims.get(0))
              + " was told that it "
              + race.done()
              + " "
              + target(round)
              + ", and nothing is there: lost, or removed by somebody",
          null);
    }
    Set<Errno> errnos = new LinkedHashSet<>();
    said.forEach(replies -> errnos.add(errno(replies.get(round))));
    Errno first = errnos.iterator().next();
    boolean unsupported = errnos.size() == 1 && !first.equals(expectedLoss());
    return unsupported
        ? Outcome.refuted(
            race.call() + " answered " + first + " to " + all() + " (round " + round + ")", first)
        : Outcome.inconclusive("round " + round + ": nobody won; " + told(round), first);
  }

  private String all() {
    return names.size() == 2 ? names.get(0) + " and " + names.get(1) : "everybody";
  }

  /** Under whose name a moved source arrived, or whose file a link shows; none where unknown. */
  private List<Integer> owners(int round, Map<String, String> seen) {
    return IntStream.range(0, names.size())
        .filter(
            racer ->
                race == Race.MOVE
                    ? seen.containsKey(letters(racer) + round)
                    : letters(racer).equals(seen.get("t" + round)))
        .boxed()
        .toList();
  }

  /** Whether the one name that all reached for is there, whosever it is. */
  private boolean isTaken(int round, Map<String, String> seen) {
    return race != Race.MOVE && seen.containsKey("t" + round);
  }

  /** A source that is still there after it was moved. */
  private boolean isLeft(int round, Map<String, String> seen) {
    return race == Race.MOVE && seen.containsKey("s" + round);
  }

  private void tally(List<Integer> winner, List<Integer> claims) {
    if (winner.isEmpty()) {
      wonUnnamed++;
    } else {
      won[winner.get(0)]++;
    }
    lostReplies += claims.isEmpty() ? 1 : 0;
  }

  private void count(int round) {
    for (List<Reply> replies : said) {
      if (replies.get(round) instanceof Reply.Failed failed) {
        losses.merge(failed.errno().symbol(), 1, Integer::sum);
      }
    }
  }

  private String evidence() {
    StringBuilder text = new StringBuilder();
    text.append(rounds()).append(" rounds, one winner each:");
    for (int racer = 0; racer < won.length; racer++) {
      text.append(racer == 0 ? " " : ", ").append(names.get(racer)).append(' ').append(won[racer]);
    }
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

  private String told(int round) {
    StringBuilder text = new StringBuilder();
    for (int racer = 0; racer < names.size(); racer++) {
      text.append(racer == 0 ? "" : ", ")
          .append(names.get(racer))
          .append(racer == 0 ? " was told " : " ")
          .append(told(said.get(racer).get(round)));
    }
    return text.toString();
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
