package io.holdfast.lease;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Plain counters of one table, counted where the thing happens; any thread may read. */
public final class LeaseCounters {

  private final LongAdder claims = new LongAdder();
  private final LongAdder lostMoves = new LongAdder();
  private final LongAdder fenceScans = new LongAdder();
  private final LongAdder hintsIgnored = new LongAdder();
  private final LongAdder hintFailures = new LongAdder();
  private final LongAdder leftovers = new LongAdder();
  private final LongAdder heartbeatBatches = new LongAdder();
  private final LongAdder heartbeatRenewals = new LongAdder();
  private final LongAdder heartbeatDirectorySyncs = new LongAdder();
  private final LongAdder heartbeatFailures = new LongAdder();
  private final LongAdder directorySyncsAvoided = new LongAdder();

  LeaseCounters() {}

  /**
   * One moment's values.
   *
   * @param claims leases granted
   * @param lostMoves transitions that another coordinator won
   * @param fenceScans listings of a shard because a hint did not lead to the fence
   * @param hintsIgnored hints that were broken or foreign
   * @param hintFailures hints that could not be renewed, and old records that could not be removed
   * @param leftovers names left for the sweeper
   * @param heartbeatBatches calls of heartbeatMany
   * @param heartbeatRenewals leases renewed
   * @param heartbeatDirectorySyncs directory barriers of heartbeats
   * @param heartbeatFailures calls of heartbeatMany that ended in an exception
   * @param directorySyncsAvoided renewals less heartbeatDirectorySyncs
   */
  public record Snapshot(
      long claims,
      long lostMoves,
      long fenceScans,
      long hintsIgnored,
      long hintFailures,
      long leftovers,
      long heartbeatBatches,
      long heartbeatRenewals,
      long heartbeatDirectorySyncs,
      long heartbeatFailures,
      long directorySyncsAvoided) {

    /** Names and values in the order in which they are printed. */
    public Map<String, Long> named() {
      Map<String, Long> named = new LinkedHashMap<>();
      named.put("claims", claims);
      named.put("lost_moves", lostMoves);
      named.put("fence_scans", fenceScans);
      named.put("hints_ignored", hintsIgnored);
      named.put("hint_failures", hintFailures);
      named.put("leftovers", leftovers);
      named.put("heartbeat_batches", heartbeatBatches);
      named.put("heartbeat_renewals", heartbeatRenewals);
      named.put("heartbeat_directory_syncs", heartbeatDirectorySyncs);
      named.put("heartbeat_failures", heartbeatFailures);
      named.put("directory_syncs_avoided", directorySyncsAvoided);
      return named;
    }
  }

  public Snapshot snapshot() {
    return new Snapshot(
        claims.sum(),
        lostMoves.sum(),
        fenceScans.sum(),
        hintsIgnored.sum(),
        hintFailures.sum(),
        leftovers.sum(),
        heartbeatBatches.sum(),
        heartbeatRenewals.sum(),
        heartbeatDirectorySyncs.sum(),
        heartbeatFailures.sum(),
        directorySyncsAvoided.sum());
  }

  void claim() {
    claims.increment();
  }

  void lostMove() {
    lostMoves.increment();
  }

  void fenceScan() {
    fenceScans.increment();
  }

  void hintIgnored() {
    hintsIgnored.increment();
  }

  void hintFailure() {
    hintFailures.increment();
  }

  void leftover() {
    leftovers.increment();
  }

  void heartbeat(int renewed, int directorySyncs) {
    heartbeatBatches.increment();
    heartbeatRenewals.add(renewed);
    heartbeatDirectorySyncs.add(directorySyncs);
    directorySyncsAvoided.add(Math.max(0, renewed - directorySyncs));
  }

  void heartbeatFailure() {
    heartbeatBatches.increment();
    heartbeatFailures.increment();
  }
}
