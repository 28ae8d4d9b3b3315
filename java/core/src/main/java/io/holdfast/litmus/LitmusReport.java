package io.holdfast.litmus;

import java.util.List;

/**
 * All that {@code holdfast litmus} found out.
 *
 * @param profile what was required, with what the scope adds
 * @param asked what was to be shown
 * @param reached the widest scope that the members can show something of: cross-host with two
 *     hosts, same-host-two-mounts with two clients of one host, else same-client
 * @param verdict the worst over the required questions in the scope that was asked
 * @param protocols the same answers, read for each kind of lease table
 * @param hosts how many distinct boot ids there are
 * @param syntheticTopology whether a test made up who the members are
 * @param startedMillis wall time of the controller at the start
 * @param members in the order of the request
 * @param answers in the order in which they were asked
 * @param locks one for each lock kind; empty where no lock was tried
 */
public record LitmusReport(
    Profile profile,
    Scope asked,
    Scope reached,
    Verdict verdict,
    List<ProtocolVerdict> protocols,
    int hosts,
    boolean syntheticTopology,
    long startedMillis,
    long elapsedNanos,
    List<MemberFacts> members,
    List<Answer> answers,
    List<LockSummary> locks,
    List<Finding> findings) {

  public LitmusReport {
    protocols = List.copyOf(protocols);
    members = List.copyOf(members);
    answers = List.copyOf(answers);
    locks = List.copyOf(locks);
    findings = List.copyOf(findings);
  }
}
