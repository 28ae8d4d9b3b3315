package io.holdfast.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.Errno;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ScopeVerdictTest {

  private static Answer answer(Question question, Verdict verdict) {
    return new Answer(question, verdict, null, 1, "");
  }

  private static List<Answer> allQualified(Profile profile) {
    return new ArrayList<>(
        profile.required().stream().map(q -> answer(q, Verdict.qualified())).toList());
  }

  private static List<Answer> with(List<Answer> answers, Question question, Verdict verdict) {
    answers.removeIf(a -> a.question() == question);
    answers.add(answer(question, verdict));
    return answers;
  }

  @Test
  void everyProfileIsQualifiedWhenAllThatItRequiresIs() {
    for (Profile profile : Profile.ALL) {
      assertThat(ScopeVerdict.of(profile, allQualified(profile), false))
          .isEqualTo(Verdict.qualified());
    }
  }

  @Test
  void everyRequiredQuestionCounts() {
    for (Question question : Profile.FENCE_TABLE.required()) {
      List<Answer> answers = allQualified(Profile.FENCE_TABLE);
      assertThat(
              ScopeVerdict.of(
                  Profile.FENCE_TABLE, with(answers, question, Verdict.refuted("no")), false))
          .isEqualTo(Verdict.refuted(question.id() + ": no"));
    }
  }

  @Test
  void otherAnswersNeverCount() {
    List<Answer> answers =
        with(
            allQualified(Profile.FENCE_TABLE),
            Question.ADVISORY_LOCK_EXCLUSION,
            Verdict.refuted("both hold it"));
    assertThat(ScopeVerdict.of(Profile.FENCE_TABLE, answers, false)).isEqualTo(Verdict.qualified());
  }

  @Test
  void aQuestionWithoutAnAnswerIsInconclusive() {
    List<Answer> answers = allQualified(Profile.FENCE_TABLE);
    answers.removeIf(a -> a.question() == Question.HARD_LINK);
    assertThat(ScopeVerdict.of(Profile.FENCE_TABLE, answers, false))
        .isEqualTo(Verdict.inconclusive("hard_link: was not asked"));
  }

  @Test
  void refutedIsWorseThanInconclusive() {
    List<Answer> answers =
        with(allQualified(Profile.FENCE_TABLE), Question.FILE_FSYNC, Verdict.inconclusive("?"));
    with(answers, Question.HARD_LINK, Verdict.refuted("EPERM"));
    assertThat(ScopeVerdict.of(Profile.FENCE_TABLE, answers, false))
        .isEqualTo(Verdict.refuted("hard_link: EPERM"));
  }

  @Test
  void betweenTwoPathsTheLockLitmusCountsWhateverTheProfileSays() {
    Profile profile = ScopeVerdict.effective(Profile.FENCE_TABLE, Scope.SAME_HOST_TWO_MOUNTS);
    assertThat(profile.id()).isEqualTo("fence-table-v1+two-mounts");
    assertThat(profile.required())
        .containsAll(Profile.FENCE_TABLE.required())
        .contains(
            Question.SAME_PLACE, Question.ADVISORY_LOCK_EXCLUSION, Question.ADVISORY_LOCK_RELEASE);
    assertThat(ScopeVerdict.effective(Profile.FENCE_TABLE, Scope.SAME_CLIENT))
        .isEqualTo(Profile.FENCE_TABLE);
  }

  @Test
  void onePlaceIsToldBeforeTheAnswersThatHangOnIt() {
    Profile profile = ScopeVerdict.effective(Profile.FENCE_TABLE, Scope.SAME_HOST_TWO_MOUNTS);
    List<Answer> answers =
        with(
            allQualified(profile),
            Question.ADVISORY_LOCK_EXCLUSION,
            Verdict.inconclusive("not asked"));
    with(answers, Question.SAME_PLACE, Verdict.inconclusive("not the same place"));
    assertThat(ScopeVerdict.of(profile, answers, false))
        .isEqualTo(Verdict.inconclusive("same_place: not the same place"));
  }

  @Test
  void oneClientNeverQualifiesTwoMountsAndIsStillRefuted() {
    Profile profile = ScopeVerdict.effective(Profile.FENCE_TABLE, Scope.SAME_HOST_TWO_MOUNTS);
    assertThat(ScopeVerdict.of(profile, allQualified(profile), true))
        .isEqualTo(Verdict.inconclusive(ScopeVerdict.ONE_CLIENT));
    List<Answer> answers =
        with(allQualified(profile), Question.ADVISORY_LOCK_EXCLUSION, Verdict.refuted("both hold"));
    assertThat(ScopeVerdict.of(profile, answers, true))
        .isEqualTo(Verdict.refuted("advisory_lock_exclusion: both hold"));
  }

  @Test
  void theSnapshotsLockAnswersAreTheWorstOfTheirParts() {
    Answer unlock = answer(Question.FLOCK_RELEASE_UNLOCK, Verdict.qualified());
    Answer kill =
        new Answer(
            Question.FLOCK_RELEASE_KILL, Verdict.refuted("never free"), Errno.EIO, 5, "evidence");
    Outcome outcome = ScopeVerdict.combined(List.of(unlock, kill));
    assertThat(outcome.verdict()).isEqualTo(Verdict.refuted("never free"));
    assertThat(outcome.errno()).isEqualTo(Errno.EIO);
    assertThat(outcome.evidence()).isEqualTo("from flock_release_unlock, flock_release_kill");
    assertThat(ScopeVerdict.combined(List.of(unlock)).isQualified()).isTrue();
  }

  @Test
  void profilesRequireWhatTheyAreNamedAfter() {
    assertThat(Profile.LEASE_TABLE.required()).hasSize(6);
    assertThat(Profile.COVERAGE_GOSSIP.required()).hasSize(5);
    assertThat(Profile.FULL_SHARED_STATE.required()).hasSize(9);
    assertThat(Profile.FENCE_TABLE.required())
        .isEqualTo(
            Set.of(
                Question.FILE_FSYNC,
                Question.DIRECTORY_FSYNC,
                Question.SAME_DIRECTORY_REPLACE,
                Question.HARD_LINK,
                Question.EXCLUSIVE_LINK,
                Question.EXCLUSIVE_MOVE,
                Question.DURABLE_UNLINK));
  }
}
