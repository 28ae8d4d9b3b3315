package io.holdfast.cli.watch;

import io.holdfast.cli.report.Redaction;
import io.holdfast.litmus.Verdict;
import io.holdfast.litmus.cluster.ClusterResult;
import io.holdfast.litmus.cluster.Member;
import io.holdfast.qualification.Capability;
import io.holdfast.qualification.LockProof;
import io.holdfast.qualification.QualifiedPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A generation without the names of hosts, paths and servers: hosts become {@code host-1}, … */
public final class WatchRedaction {

  private static final String HOST = "host-";

  private final List<String> secrets = new ArrayList<>();
  private final List<String> hosts = new ArrayList<>();

  private WatchRedaction(Watched watched, List<String> own) {
    secrets.addAll(own);
    for (Member member : watched.members()) {
      if (!hosts.contains(member.host())) {
        hosts.add(member.host());
      }
      secrets.addAll(List.of(member.processor(), member.hostName(), member.host()));
    }
  }

  /**
   * The same generation, redacted.
   *
   * @param own what this member may be named by although no list of members was agreed upon
   */
  public static Watched apply(Watched watched, List<String> own) {
    WatchRedaction redaction = new WatchRedaction(watched, own);
    return new Watched(
        watched.outcome(),
        watched.generation(),
        redaction.text(watched.reason()),
        watched.atMillis(),
        watched.elapsedNanos(),
        watched.group(),
        watched.epoch(),
        watched.results().stream().map(redaction::result).toList(),
        watched.metrics(),
        watched.validUntilMillis(),
        watched.capability().map(redaction::capability));
  }

  private ClusterResult result(ClusterResult result) {
    return new ClusterResult(
        result.asked(),
        verdict(result.verdict()),
        result.clean(),
        result.generation(),
        result.lastPhase(),
        members(result.members()),
        result.representatives(),
        result.counts(),
        result.transcript(),
        result.notes().stream().map(this::text).toList());
  }

  private Verdict verdict(Verdict verdict) {
    String explanation = text(verdict.explanation());
    if (verdict instanceof Verdict.Refuted) {
      return Verdict.refuted(explanation);
    }
    return verdict instanceof Verdict.Inconclusive ? Verdict.inconclusive(explanation) : verdict;
  }

  private Capability capability(Capability capability) {
    return new Capability(
        place(capability.root()),
        place(capability.publicationRoot()),
        Redaction.mount(capability.mount()),
        capability.profile(),
        capability.required(),
        capability.operations(),
        capability
            .lock()
            .map(
                lock ->
                    new LockProof(
                        lock.scope(),
                        members(lock.members()),
                        lock.representatives(),
                        lock.counts())));
  }

  private static QualifiedPlace place(QualifiedPlace place) {
    return new QualifiedPlace(
        Redaction.MARK, Optional.empty(), place.device(), place.fileSystemId());
  }

  private List<Member> members(List<Member> members) {
    return members.stream()
        .map(member -> new Member(member.rank(), HOST + (hosts.indexOf(member.host()) + 1)))
        .toList();
  }

  private String text(String text) {
    return Redaction.messageOf(text, secrets);
  }
}
