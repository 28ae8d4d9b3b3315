package io.holdfast.lease;

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
      long directorySyncsAvoided) {}

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
