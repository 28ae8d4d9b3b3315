package io.holdfast.litmus;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * From answers to the verdict of a scope. Pure.
 *
 * <p>Any scope can refute; a scope qualifies only itself. Two paths of one client (equal st_dev)
 * therefore never qualify the scope of two mounts, whatever was seen.
 */
final class ScopeVerdict {

  /** What was asked between two paths, where both turned out to be one client. */
  static final String ONE_CLIENT =
      "both paths are one client (equal st_dev), which shows nothing of two mounts";

  private ScopeVerdict() {}

  /**
   * What a profile requires in a scope: between two paths the lock litmus is what was asked for, so
   * its questions count whatever the profile says.
   */
  static Profile effective(Profile profile, Scope scope) {
    return effective(profile, scope, scope == Scope.SAME_HOST_TWO_MOUNTS);
  }

  /**
   * What a profile requires between hosts.
   *
   * @param locks whether flock counts whatever the profile says: asking a litmus is asking about
   *     locks
   */
  static Profile betweenHosts(Profile profile, boolean locks) {
    return effective(profile, Scope.CROSS_HOST, locks);
  }

  private static Profile effective(Profile profile, Scope scope, boolean locks) {
    if (scope == Scope.SAME_CLIENT) {
      return profile;
    }
    String id = profile.id() + (scope == Scope.CROSS_HOST ? "+cross-host" : "+two-mounts");
    return locks
        ? profile.with(
            id,
            Question.SAME_PLACE,
            Question.ADVISORY_LOCK_EXCLUSION,
            Question.ADVISORY_LOCK_RELEASE)
        : profile.with(id, Question.SAME_PLACE);
  }

  /**
   * The worst over the required questions; one that has no answer is inconclusive. Of several
   * equally bad ones the first is told: whether both paths are one place decides what the others
   * mean.
   *
   * @param isOneClient whether two paths were asked and have one st_dev
   */
  static Verdict of(Profile profile, Collection<Answer> answers, boolean isOneClient) {
    return of(profile, answers, isOneClient ? ONE_CLIENT : "");
  }

  /**
   * {@link #of(Profile, Collection, boolean)} for any scope.
   *
   * @param unshown why nothing can be shown of the scope, whatever was seen; empty where it can
   */
  static Verdict of(Profile profile, Collection<Answer> answers, String unshown) {
    Map<Question, Answer> byQuestion =
        answers.stream().collect(Collectors.toMap(Answer::question, Function.identity()));
    EnumSet<Question> questions = EnumSet.copyOf(profile.required());
    List<Verdict> verdicts = new ArrayList<>();
    if (questions.remove(Question.SAME_PLACE)) {
      verdicts.add(named(Question.SAME_PLACE, byQuestion));
    }
    if (!unshown.isEmpty()) {
      verdicts.add(Verdict.inconclusive(unshown));
    }
    for (Question question : questions) {
      verdicts.add(named(question, byQuestion));
    }
    return Verdict.worst(verdicts);
  }

  /** The lock answers of the capability snapshot, from the litmus' own: the worst of them. */
  static Outcome combined(List<Answer> parts) {
    Verdict worst = Verdict.worst(parts.stream().map(Answer::verdict).toList());
    Answer decisive =
        parts.stream().filter(a -> a.verdict().equals(worst)).findFirst().orElseThrow();
    String ids = parts.stream().map(a -> a.question().id()).collect(Collectors.joining(", "));
    return new Outcome(worst, decisive.errno(), "from " + ids);
  }

  /** Files {@link #combined} of what was answered. */
  static void fileCombined(Interview interview, Question question, List<Question> parts) {
    List<Answer> answers = parts.stream().map(interview::answer).flatMap(Optional::stream).toList();
    long nanos = answers.stream().mapToLong(Answer::nanos).sum();
    interview.file(question, combined(answers), nanos);
  }

  private static Verdict named(Question question, Map<Question, Answer> answers) {
    Answer answer = answers.get(question);
    if (answer == null) {
      return Verdict.inconclusive(question.id() + ": was not asked");
    }
    Verdict verdict = answer.verdict();
    String text = question.id() + ": " + verdict.explanation();
    if (verdict instanceof Verdict.Refuted) {
      return Verdict.refuted(text);
    }
    return verdict instanceof Verdict.Inconclusive ? Verdict.inconclusive(text) : verdict;
  }
}
