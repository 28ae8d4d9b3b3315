package io.holdfast.litmus;

import io.holdfast.mount.MountFacts;
import io.holdfast.posix.RawPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that {@code holdfast qualify} found out about a directory.
 *
 * @param directory as given
 * @param also the second path, or null
 * @param publication the publication root, or null
 * @param profile what was required; with a second path also the lock litmus between both
 * @param scope what the verdict speaks about
 * @param verdict the worst over the required questions in that scope
 * @param binding the binding that carried the calls
 * @param kernel release of the running kernel
 * @param startedMillis wall time at the start
 * @param elapsedNanos how long all of it took
 * @param mount of the directory
 * @param alsoMount of the second path, or null
 * @param publicationMount of the publication root, or null
 * @param answers in the order in which they were asked
 * @param locks one for each lock kind
 * @param costs empty when the measurement was not asked for
 */
public record LocalReport(
    RawPath directory,
    @Nullable RawPath also,
    @Nullable RawPath publication,
    Profile profile,
    Scope scope,
    Verdict verdict,
    String binding,
    String kernel,
    String bootId,
    String host,
    long startedMillis,
    long elapsedNanos,
    MountFacts mount,
    @Nullable MountFacts alsoMount,
    @Nullable MountFacts publicationMount,
    List<Answer> answers,
    List<LockSummary> locks,
    List<BarrierCost> costs,
    List<Finding> findings) {

  /** Id of the finding that something was left in the directory, and what. */
  public static final String TREE_LEFT = "probe-tree-left";

  /** Id of the finding that a directory was named by a symbolic link. */
  public static final String LINKED_ROOT = "root-is-symbolic-link";

  /** What that finding says. */
  public static String linkedRoot(String path, String leadsTo) {
    return path
        + " is a symbolic link to "
        + leadsTo
        + ", which was asked; a lease table refuses the link: name the directory";
  }

  public LocalReport {
    answers = List.copyOf(answers);
    locks = List.copyOf(locks);
    costs = List.copyOf(costs);
    findings = List.copyOf(findings);
  }
}
