package io.holdfast.lab;

import io.holdfast.litmus.LocalReport;
import io.holdfast.litmus.LockBehaviour;
import io.holdfast.litmus.LockKind;
import io.holdfast.litmus.Question;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What must be seen of a place. Immutable; the methods that add to it answer a new one.
 *
 * @param outcome how asking must end
 * @param says what the explanation must hold
 * @param answers by question id, as in {@link Observation#answers}
 * @param locks by lock kind id
 * @param findings ids that must be among the findings
 * @param undefined whether the kernel calls the set-up undefined: a probe tree may stay behind if a
 *     finding says so, and what is not expected here may change from run to run
 */
public record Expectation(
    Outcome outcome,
    List<String> says,
    Map<String, String> answers,
    Map<String, String> locks,
    List<String> findings,
    boolean undefined) {

  private static final int SHOWN_NAMES = 5;

  public Expectation {
    says = List.copyOf(says);
    answers = Collections.unmodifiableMap(new LinkedHashMap<>(answers));
    locks = Collections.unmodifiableMap(new LinkedHashMap<>(locks));
    findings = List.copyOf(findings);
  }

  public static Expectation of(Outcome outcome) {
    return new Expectation(outcome, List.of(), Map.of(), Map.of(), List.of(), false);
  }

  public Expectation says(String... more) {
    List<String> all = new ArrayList<>(says);
    all.addAll(List.of(more));
    return new Expectation(outcome, all, answers, locks, findings, undefined);
  }

  /** {@code answer}: {@code qualified}, {@code refuted EINVAL}, … */
  public Expectation answer(Question question, String answer) {
    return answer(question.id(), answer);
  }

  /** Of something that is no question of the litmus. */
  public Expectation answer(String name, String answer) {
    Map<String, String> all = new LinkedHashMap<>(answers);
    all.put(name, answer);
    return new Expectation(outcome, says, all, locks, findings, undefined);
  }

  public Expectation lock(LockKind kind, LockBehaviour behaviour) {
    Map<String, String> all = new LinkedHashMap<>(locks);
    all.put(kind.id(), behaviour.name());
    return new Expectation(outcome, says, answers, all, findings, undefined);
  }

  /** The same behaviour of all three lock kinds. */
  public Expectation allLocks(LockBehaviour behaviour) {
    Expectation all = this;
    for (LockKind kind : LockKind.values()) {
      all = all.lock(kind, behaviour);
    }
    return all;
  }

  public Expectation finding(String id) {
    List<String> all = new ArrayList<>(findings);
    all.add(id);
    return new Expectation(outcome, says, answers, locks, all, undefined);
  }

  Expectation whereTheKernelPromisesNothing() {
    return new Expectation(outcome, says, answers, locks, findings, true);
  }

  /** The expectation in one line. */
  public String inWords() {
    List<String> words = new ArrayList<>(List.of(outcome.word()));
    answers.forEach((question, answer) -> words.add(question + " " + answer));
    locks.forEach((kind, behaviour) -> words.add(kind + " " + behaviour));
    findings.forEach(finding -> words.add("finding " + finding));
    return String.join(", ", words);
  }

  /** Where an observation differs, one sentence each; empty where it agrees. */
  public List<String> disagreements(Observation seen) {
    List<String> differences = new ArrayList<>();
    if (seen.outcome() != outcome) {
      differences.add("expected " + outcome.word() + ", observed " + seen.outcome().word());
    }
    if (outcome != Outcome.QUALIFIED && seen.explanation().isBlank()) {
      differences.add("expected an explanation, observed none");
    }
    if (seen.explanation().lines().count() > 1) {
      differences.add("expected one line, observed several");
    }
    for (String word : says) {
      if (!seen.explanation().contains(word)) {
        differences.add("expected '" + word + "' in the explanation");
      }
    }
    compare(answers, seen.answers(), differences);
    compare(locks, seen.locks(), differences);
    for (String finding : findings) {
      if (!seen.findings().contains(finding)) {
        differences.add("expected the finding " + finding);
      }
    }
    addLeftBehind(seen, differences);
    return differences;
  }

  private void addLeftBehind(Observation seen, List<String> differences) {
    if (undefined && seen.findings().contains(LocalReport.TREE_LEFT)) {
      return;
    }
    List<String> names = seen.leftBehind();
    names.stream().limit(SHOWN_NAMES).forEach(name -> differences.add("left behind: " + name));
    if (names.size() > SHOWN_NAMES) {
      differences.add("left behind: " + (names.size() - SHOWN_NAMES) + " more names");
    }
  }

  private static void compare(
      Map<String, String> expected, Map<String, String> observed, List<String> differences) {
    expected.forEach(
        (name, wanted) -> {
          String got = observed.getOrDefault(name, "nothing");
          if (!got.equals(wanted)) {
            differences.add(name + ": expected " + wanted + ", observed " + got);
          }
        });
  }
}
