package io.holdfast.lab;

import io.holdfast.litmus.Answer;
import io.holdfast.litmus.Finding;
import io.holdfast.litmus.LitmusReport;
import io.holdfast.litmus.LocalReport;
import io.holdfast.litmus.LockSummary;
import io.holdfast.posix.Errno;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was seen of a place.
 *
 * @param explanation the counter-example, the reason, or why there is no verdict; empty where it
 *     qualified
 * @param fileSystem type of the mount, empty where there is no verdict
 * @param answers by question id: the verdict's word and, where an errno decided, its symbol
 * @param locks by lock kind id
 * @param findings their ids
 * @param leftBehind names that were there after asking and not before, or the reverse
 */
public record Observation(
    Outcome outcome,
    String explanation,
    String fileSystem,
    Map<String, String> answers,
    Map<String, String> locks,
    List<String> findings,
    List<String> leftBehind,
    long nanos) {

  public Observation {
    answers = Map.copyOf(answers);
    locks = Map.copyOf(locks);
    findings = List.copyOf(findings);
    leftBehind = List.copyOf(leftBehind);
  }

  static Observation of(LocalReport report) {
    return new Observation(
        Outcome.of(report.verdict()),
        report.verdict().explanation(),
        report.mount().type(),
        answers(report.answers()),
        locks(report.locks()),
        findings(report.findings()),
        List.of(),
        report.elapsedNanos());
  }

  /** What members on several hosts have seen; the file system is the first one's. */
  public static Observation of(LitmusReport report) {
    return new Observation(
        Outcome.of(report.verdict()),
        report.verdict().explanation(),
        report.members().isEmpty() ? "" : report.members().get(0).mount().type(),
        answers(report.answers()),
        locks(report.locks()),
        findings(report.findings()),
        List.of(),
        report.elapsedNanos());
  }

  private static Map<String, String> answers(List<Answer> all) {
    Map<String, String> answers = new LinkedHashMap<>();
    for (Answer answer : all) {
      Errno errno = answer.errno();
      String word = answer.verdict().word();
      answers.put(answer.question().id(), errno == null ? word : word + " " + errno.symbol());
    }
    return answers;
  }

  private static Map<String, String> locks(List<LockSummary> all) {
    Map<String, String> locks = new LinkedHashMap<>();
    for (LockSummary lock : all) {
      locks.put(lock.kind().id(), lock.observed().name());
    }
    return locks;
  }

  private static List<String> findings(List<Finding> all) {
    return all.stream().map(Finding::id).toList();
  }

  public static Observation refused(String message, long nanos) {
    return new Observation(
        Outcome.REFUSED, message, "", Map.of(), Map.of(), List.of(), List.of(), nanos);
  }

  public Observation leaving(List<String> names) {
    return new Observation(
        outcome, explanation, fileSystem, answers, locks, findings, names, nanos);
  }
}
