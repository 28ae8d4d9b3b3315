package io.holdfast.lease;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one open table has counted, at one moment; counters that move meanwhile may be a step apart.
 */
public record TableMetrics(LeaseCounters.Snapshot leases, Barriers barriers) {

  /**
   * Barriers of the table's records and sessions.
   *
   * @param fileSyncs content barriers asked for, those that failed included
   * @param directorySyncs fsync(2) calls on directories
   * @param directorySyncsAvoided changes made durable by a directory barrier that served another
   *     change as well
   * @param failures content barriers and directory barriers that failed
   */
  public record Barriers(
      long fileSyncs, long directorySyncs, long directorySyncsAvoided, long failures) {

    /** Names and values in the order in which they are printed. */
    public Map<String, Long> named() {
      Map<String, Long> named = new LinkedHashMap<>();
      named.put("file_syncs", fileSyncs);
      named.put("directory_syncs", directorySyncs);
      named.put("directory_syncs_avoided", directorySyncsAvoided);
      named.put("failures", failures);
      return named;
    }
  }
}
