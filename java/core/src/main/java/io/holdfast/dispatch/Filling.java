package io.holdfast.dispatch;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one call of {@link Scheduler#fill} came to.
 *
 * @param admitted in the order of their admission, whatever ended the call
 * @param counts of this call
 * @param corrupt targets that are nobody's and cannot be claimed, and what stands in their places:
 *     path and reason, for a person to look at
 * @param distrust why the root is not trusted at present; nothing more was asked then
 * @param failure what an admission, or a lane, failed with; nothing more was asked then
 */
public record Filling(
    List<Admitted> admitted,
    Counts counts,
    SortedMap<Long, String> corrupt,
    Optional<String> distrust,
    Optional<Exception> failure) {

  public Filling {
    admitted = List.copyOf(admitted);
    corrupt = Collections.unmodifiableSortedMap(new TreeMap<>(corrupt));
  }

  /**
   * What became of proposals.
   *
   * @param proposals looked at
   * @param admitted of these
   * @param localConflicts refused because this process has any of their targets, or the job, in
   *     work
   * @param conflicts refused because another coordinator works on any of their targets, as the
   *     table said once in the call
   * @param undecided whose admission came to no answer or failed, in this call or a short while ago
   * @param backfills admitted after as many proposals as there were workers to fill had been looked
   *     at: found only because the scan went on
   */
  public record Counts(
      long proposals,
      long admitted,
      long localConflicts,
      long conflicts,
      long undecided,
      long backfills) {

    /** Before anything was looked at. */
    public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);

    /** Names and values in the order in which they are printed. */
    public Map<String, Long> named() {
      Map<String, Long> named = new LinkedHashMap<>();
      named.put("proposals", proposals);
      named.put("admitted", admitted);
      named.put("local_conflicts", localConflicts);
      named.put("conflicts", conflicts);
      named.put("undecided", undecided);
      named.put("backfills", backfills);
      return named;
    }

    Counts plus(Counts more) {
      return new Counts(
          proposals + more.proposals,
          admitted + more.admitted,
          localConflicts + more.localConflicts,
          conflicts + more.conflicts,
          undecided + more.undecided,
          backfills + more.backfills);
    }
  }
}
