package io.holdfast.litmus.cluster;

import io.holdfast.litmus.Verdict;
import java.util.List;

/**
 * What one generation's litmus came to. Every member has the same, unless a carrier failed.
 *
 * @param asked what about
 * @param clean nothing went wrong; with a verdict that is not qualified: there was nothing to show,
 *     because all members are on one host
 * @param lastPhase the last phase that was entered
 * @param members in exchange order; empty where the membership failed
 * @param representatives one rank for each host
 * @param transcript the agreed digest; empty unless qualified
 * @param notes what an administrator should know besides
 */
public record ClusterResult(
    Exclusion asked,
    Verdict verdict,
    boolean clean,
    long generation,
    Phase lastPhase,
    List<Member> members,
    List<Long> representatives,
    Counts counts,
    String transcript,
    List<String> notes) {

  public ClusterResult {
    members = List.copyOf(members);
    representatives = List.copyOf(representatives);
    notes = List.copyOf(notes);
  }

  /** The verdict and why, in one line. */
  public String words() {
    return verdict.word() + ": " + verdict.explanation();
  }

  /** Whether exclusion was shown between hosts, in every round, by every member. */
  public boolean isVerified() {
    return verdict instanceof Verdict.Qualified;
  }
}
