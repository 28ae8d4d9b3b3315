package io.holdfast.gauge;

import java.util.Arrays;
import java.util.Optional;

/** The operations that are measured, in the order of the table. */
public enum RowKind {
  FSYNC("fsync", "pwrite of a block in place, fsync", RowKind.TWO_WRITES),
  FDATASYNC("fdatasync", "pwrite of a block in place, fdatasync", RowKind.ONE_WRITE),
  DSYNC_WRITE("o_dsync", "pwrite of a block in place, O_DSYNC", RowKind.ONE_WRITE),
  DIRECTORY_FSYNC("directory_fsync", "rename, fsync of the directory", RowKind.TWO_WRITES),
  STAGED_REPLACE(
      "staged_replace", "create, write, fsync, rename, directory fsync", 2 * RowKind.TWO_WRITES),
  PUBLISH("publish", "a new file, published", 2 * RowKind.TWO_WRITES),
  BATCH_ONE_SHARD("batch_64_1", "64 records in 1 directory", 2 * RowKind.TWO_WRITES),
  BATCH_EIGHT_SHARDS("batch_64_8", "64 records in 8 directories", 2 * RowKind.TWO_WRITES),
  SESSION_HEARTBEAT("session_heartbeat", "64 leases renewed by a session's beat", 0),
  FLOCK_ROUND_TRIP("flock_round_trip", "a lock handed to another descriptor and back", 0),
  CLAIM_RELEASE("claim_release", "a lease claimed and released", 4 * RowKind.TWO_WRITES);

  /** The fastest flash with a protected cache needs about this long for one write. */
  private static final long ONE_WRITE = 10_000;

  /** A journal commit is two writes at least, of which the second waits for the first. */
  private static final long TWO_WRITES = 2 * ONE_WRITE;

  private final String id;
  private final String words;
  private final long plausibleNanos;

  RowKind(String id, String words, long plausibleNanos) {
    this.id = id;
    this.words = words;
    this.plausibleNanos = plausibleNanos;
  }

  /** The kind that reports call so. */
  public static Optional<RowKind> withId(String id) {
    return Arrays.stream(values()).filter(kind -> kind.id.equals(id)).findFirst();
  }

  /** As reports call it. */
  public String id() {
    return id;
  }

  /** What one operation is, for people. */
  public String words() {
    return words;
  }

  /**
   * What the barriers of one operation take at least, one after the other, on a medium that writes
   * through; 0 for operations without any. Persistent memory is the exception.
   */
  public long plausibleNanos() {
    return plausibleNanos;
  }
}
