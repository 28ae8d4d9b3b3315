package io.holdfast.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.litmus.LockBehaviour;
import io.holdfast.litmus.LockKind;
import io.holdfast.litmus.Question;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A comparison that never differs proves nothing. */
class ExpectationTest {

  private static final Observation REFUTED =
      new Observation(
          Outcome.REFUTED,
          "directory_fsync: EINVAL",
          "fuse",
          Map.of("directory_fsync", "refuted EINVAL"),
          Map.of("flock", "COHERENT"),
          List.of("no-tmpfile-link"),
          List.of(),
          1);

  private static final Expectation EXPECTED =
      Expectation.of(Outcome.REFUTED)
          .says("EINVAL")
          .answer(Question.DIRECTORY_FSYNC, "refuted EINVAL")
          .lock(LockKind.FLOCK, LockBehaviour.COHERENT)
          .finding("no-tmpfile-link");

  @Test
  void agrees() {
    assertThat(EXPECTED.disagreements(REFUTED)).isEmpty();
  }

  @Test
  void differsInTheOutcome() {
    assertThat(Expectation.of(Outcome.QUALIFIED).disagreements(REFUTED))
        .containsExactly("expected qualified, observed refuted");
  }

  @Test
  void differsInWhatIsSaid() {
    assertThat(EXPECTED.says("EROFS").disagreements(REFUTED))
        .containsExactly("expected 'EROFS' in the explanation");
  }

  @Test
  void differsInAnAnswerInItsErrnoAndInItsAbsence() {
    assertThat(
            EXPECTED
                .answer(Question.DIRECTORY_FSYNC, "refuted EIO")
                .answer(Question.HARD_LINK, "qualified")
                .disagreements(REFUTED))
        .containsExactly(
            "directory_fsync: expected refuted EIO, observed refuted EINVAL",
            "hard_link: expected qualified, observed nothing");
  }

  @Test
  void differsInALock() {
    assertThat(EXPECTED.lock(LockKind.FLOCK, LockBehaviour.ALWAYS_GRANTED).disagreements(REFUTED))
        .containsExactly("flock: expected ALWAYS_GRANTED, observed COHERENT");
  }

  @Test
  void differsInAFinding() {
    assertThat(EXPECTED.finding("implausibly-fast").disagreements(REFUTED))
        .containsExactly("expected the finding implausibly-fast");
  }

  @Test
  void differsWhereSomethingWasLeftBehind() {
    Observation untidy = REFUTED.leaving(List.of("./.holdfast-probe.1"));
    assertThat(EXPECTED.disagreements(untidy)).containsExactly("left behind: ./.holdfast-probe.1");
  }

  @Test
  void namesAFewOfManyThatWereLeftBehind() {
    Observation untidy = REFUTED.leaving(List.of("1", "2", "3", "4", "5", "6", "7"));
    assertThat(EXPECTED.disagreements(untidy))
        .hasSize(6)
        .endsWith("left behind: 5", "left behind: 2 more names");
  }

  @Test
  void letsUndefinedStorageKeepATreeOnlyIfAFindingSaysSo() {
    Expectation undefined = EXPECTED.whereTheKernelPromisesNothing();
    Observation silent = REFUTED.leaving(List.of("./left"));
    assertThat(undefined.disagreements(silent)).containsExactly("left behind: ./left");
    Observation told =
        new Observation(
            silent.outcome(),
            silent.explanation(),
            silent.fileSystem(),
            silent.answers(),
            silent.locks(),
            List.of("no-tmpfile-link", "probe-tree-left"),
            silent.leftBehind(),
            silent.nanos());
    assertThat(undefined.disagreements(told)).isEmpty();
    assertThat(EXPECTED.disagreements(told)).containsExactly("left behind: ./left");
  }

  @Test
  void wantsOneLineThatExplainsEverythingButSuccess() {
    Expectation refused = Expectation.of(Outcome.REFUSED);
    assertThat(refused.disagreements(Observation.refused("", 1)))
        .containsExactly("expected an explanation, observed none");
    assertThat(refused.disagreements(Observation.refused("one\ntwo", 1)))
        .containsExactly("expected one line, observed several");
  }
}
