package io.holdfast.lab.lease;

import java.util.Locale;

/** What is counted in a run. */
public enum LeaseFigure {
  /** Claims that were granted. */
  CLAIMS,
  /** Of those: taken from a holder whose lease had expired. */
  STEALS,
  /** Claims that were refused because somebody else had the id. */
  CONFLICTS,
  /** Leases given up by their holders. */
  RELEASES,
  /** Commits begun. */
  COMMITS,
  /** Commits of dead coordinators that others finished. */
  REPLAYS,
  /** Heartbeats. */
  BEATS,
  /** Answers that the token is stale. */
  STALE,
  /** Operations of which it is not known whether they were done. */
  UNKNOWN,
  /** Answers that nothing could be decided in time. */
  UNAVAILABLE,
  /** Operations that the storage failed. */
  FAILURES,
  /** Sessions that were declared dead while their coordinators lived. */
  LOST_SESSIONS,
  /** Writes that the outside resource refused because it had seen a higher number. */
  LATE_WRITES,
  /** Coordinators killed. */
  KILLS,
  /** Coordinators frozen. */
  STOPS,
  /** Of those: for longer than the ttl. */
  LONG_STOPS,
  /** Mounts frozen. */
  MOUNT_STOPS,
  /** Update locks of killed coordinators that were broken by hand. */
  BROKEN_LOCKS,
  /** Names that the dead had left and that were swept in the end. */
  SWEPT;

  /** The name in documents: {@code late_writes}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
