package io.holdfast.cli.watch;

import io.holdfast.litmus.cluster.ClusterResult;
import io.holdfast.litmus.cluster.Epoch;
import io.holdfast.litmus.cluster.Member;
import io.holdfast.qualification.Capability;
import io.holdfast.qualification.QualificationMetrics;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a member knows after a generation, or at the end.
 *
 * @param generation the last that was completed; 0 is the start
 * @param reason in one sentence
 * @param atMillis wall time
 * @param elapsedNanos how long the generation took; 0 at the end
 * @param results one for each litmus that was run in the last generation
 * @param validUntilMillis wall time after which what was shown is too old, whatever comes: advice
 *     for whoever reads a file; empty where nothing is renewed, and where nothing was shown
 * @param capability of the root, as this generation showed it; empty where it does not qualify
 */
public record Watched(
    Outcome outcome,
    long generation,
    String reason,
    long atMillis,
    long elapsedNanos,
    Group group,
    Epoch epoch,
    List<ClusterResult> results,
    QualificationMetrics metrics,
    OptionalLong validUntilMillis,
    Optional<Capability> capability) {

  /** What came out. */
  public enum Outcome {
    QUALIFIED("qualified"),
    /** All members are on one host, and that was declared to be enough. */
    ONE_HOST("one-host"),
    FAILED("failed"),
    /** As it was asked for, or by a signal. */
    ENDED("ended");

    private final String word;

    Outcome(String word) {
      this.word = word;
    }

    /** The spelling in documents. */
    public String word() {
      return word;
    }
  }

  /**
   * The group that a member belongs to.
   *
   * @param rank this member's
   * @param members how many there are
   * @param transport what carries between them
   * @param isSynthetic whether hosts were made up by a test
   */
  public record Group(int rank, int members, String transport, boolean isSynthetic) {}

  public Watched {
    results = List.copyOf(results);
  }

  /** Who took part in the last generation. */
  public List<Member> members() {
    return results.isEmpty() ? List.of() : results.get(results.size() - 1).members();
  }

  /** Whether the members were on several hosts, none of them made up. */
  public boolean isMultiHost() {
    return !group.isSynthetic() && members().stream().map(Member::host).distinct().count() > 1;
  }

  /** Whether this tells of a real deployment: several hosts, and a carrier between processes. */
  public boolean isDeploymentEvidence() {
    return isMultiHost() && !group.transport().equals("in-process");
  }

  /** Whether tables may rely on the root now. */
  public boolean isTrusted() {
    return outcome == Outcome.QUALIFIED || outcome == Outcome.ONE_HOST;
  }
}
