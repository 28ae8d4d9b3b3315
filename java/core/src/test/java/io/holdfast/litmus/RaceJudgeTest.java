package io.holdfast.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.litmus.ExclusionRaces.Race;
import io.holdfast.posix.Errno;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RaceJudgeTest {

  private static final Reply OK = new Reply.Ok(List.of());
  private static final Reply ENOENT = new Reply.Failed(Errno.ENOENT, "renameat2");
  private static final Reply EEXIST = new Reply.Failed(Errno.EEXIST, "linkat");

  private static Map<String, String> seen(String... names) {
    Map<String, String> seen = new HashMap<>();
    for (String name : names) {
      seen.put(name, "");
    }
    return seen;
  }

  private static RaceJudge judge(Race race, List<Reply> a, List<Reply> b) {
    return new RaceJudge(race, List.of("A", "B"), List.of(a, b));
  }

  private static Outcome move(List<Reply> a, List<Reply> b, Map<String, String> seen) {
    return judge(Race.MOVE, a, b).judge(seen, a.size());
  }

  @Test
  void ofManyRacersTheTwoThatWonOneRoundAreNamed() {
    List<String> names = List.of("node1", "node2", "node3");
    RaceJudge judge =
        new RaceJudge(
            Race.MKDIR,
            names,
            List.of(List.of(OK, EEXIST), List.of(EEXIST, OK), List.of(EEXIST, OK)));
    Outcome outcome = judge.doubleWin();
    assertThat(outcome).isNotNull();
    assertThat(outcome.verdict().explanation())
        .isEqualTo("round 1: node2 and node3 both made t1 and both were told that it is theirs");
  }

  @Test
  void filesOfManyRacersNeverLookLikeOurs() {
    assertThat(RaceJudge.letters(0)).isEqualTo("a");
    assertThat(RaceJudge.letters(15)).isEqualTo("p");
    assertThat(RaceJudge.letters(63)).isEqualTo("dp");
  }

  @Test
  void oneWinnerEachRoundIsQualifiedAndCounted() {
    Outcome outcome =
        move(List.of(OK, ENOENT, OK), List.of(ENOENT, OK, ENOENT), seen("a0", "b1", "a2"));
    assertThat(outcome.isQualified()).isTrue();
    assertThat(outcome.evidence())
        .isEqualTo("3 rounds, one winner each: A 2, B 1; losers {ENOENT=3}");
  }

  @Test
  void twoThatWereToldYesAreRefutedWithoutALook() {
    RaceJudge judge = judge(Race.LINK, List.of(EEXIST, OK), List.of(OK, OK));
    Outcome outcome = judge.doubleWin();
    assertThat(outcome).isNotNull();
    assertThat(outcome.verdict().explanation())
        .isEqualTo("round 1: A and B both linked t1 and both were told that it is theirs");
    assertThat(judge(Race.LINK, List.of(OK), List.of(EEXIST)).doubleWin()).isNull();
  }

  @Test
  void aSourceThatArrivesTwiceIsRefutedWhateverWasTold() {
    Outcome outcome = move(List.of(OK), List.of(ENOENT), seen("a0", "b0"));
    assertThat(outcome.verdict().explanation())
        .startsWith("round 0: the source s0 arrived under both targets")
        .contains("A was told success, B ENOENT (2)");
  }

  @Test
  void aSourceThatStaysBehindIsRefuted() {
    assertThat(move(List.of(OK), List.of(ENOENT), seen("a0", "s0")).isRefuted()).isTrue();
  }

  @Test
  void aWinThatIsAnothersInTheTreeIsRefuted() {
    Outcome outcome = move(List.of(OK), List.of(ENOENT), seen("b0"));
    assertThat(outcome.isRefuted()).isTrue();
    assertThat(outcome.verdict().explanation())
        .contains("A was told that it renamed s0, and the tree shows something else");
  }

  @Test
  void aWinOfWhichNothingIsThereShowsNothing() {
    Outcome outcome = move(List.of(ENOENT), List.of(OK), seen());
    assertThat(outcome.verdict()).isInstanceOf(Verdict.Inconclusive.class);
    assertThat(outcome.verdict().explanation())
        .contains("B was told that it renamed s0, and nothing is there: lost, or removed");
  }

  @Test
  void aLostReplyIsExplainedByTheTree() {
    Outcome outcome = move(List.of(ENOENT, OK), List.of(ENOENT, ENOENT), seen("b0", "a1"));
    assertThat(outcome.isQualified()).isTrue();
    assertThat(outcome.evidence()).contains("A 1, B 1").contains("told an error 1 times");
  }

  @Test
  void nobodyWinningIsInconclusive() {
    Outcome outcome = move(List.of(ENOENT), List.of(ENOENT), seen());
    assertThat(outcome.isRefuted()).isFalse();
    assertThat(outcome.verdict().explanation())
        .isEqualTo("round 0: nobody won; A was told ENOENT (2), B ENOENT (2)");
    assertThat(outcome.errno()).isEqualTo(Errno.ENOENT);
  }

  @Test
  void aCallThatIsUnsupportedIsRefutedWithItsErrno() {
    Reply eperm = new Reply.Failed(Errno.EPERM, "linkat");
    Outcome outcome = judge(Race.LINK, List.of(eperm), List.of(eperm)).judge(seen(), 1);
    assertThat(outcome.isRefuted()).isTrue();
    assertThat(outcome.errno()).isEqualTo(Errno.EPERM);
  }

  @Test
  void whoseFileALinkIsDecidesWhoWon() {
    Map<String, String> seen = Map.of("t0", "a", "t1", "b");
    assertThat(
            judge(Race.LINK, List.of(OK, EEXIST), List.of(EEXIST, OK)).judge(seen, 2).isQualified())
        .isTrue();
    assertThat(
            judge(Race.LINK, List.of(EEXIST), List.of(OK)).judge(Map.of("t0", "a"), 1).isRefuted())
        .isTrue();
  }

  @Test
  void fewerRoundsThanAskedAreInconclusive() {
    Outcome outcome = judge(Race.MOVE, List.of(OK), List.of(ENOENT)).judge(seen("a0"), 200);
    assertThat(outcome.verdict().explanation())
        .isEqualTo("only 1 of 200 rounds within the probe timeout");
  }

  @Test
  void silenceNamesWhoWasSilent() {
    Reply silent = new Reply.Silent("did not answer within 5.0 s and was killed (mkdir)");
    RaceJudge judge = judge(Race.MKDIR, List.of(OK), List.of(silent));
    assertThat(judge.hasEveryReply()).isFalse();
    assertThat(judge.silence().verdict())
        .isEqualTo(
            Verdict.inconclusive(
                "phase race: the process of B did not answer within 5.0 s and was killed (mkdir)"));
  }
}
