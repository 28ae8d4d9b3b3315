package io.holdfast.lease;

import io.holdfast.durable.Dir;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.PoisonedException;
import io.holdfast.durable.RootTrust;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Retires ids of a fence table that are done or released for long: a tombstone keeps their numbers
 * and what is done, their files go. It takes part in the table as a coordinator does, with a
 * session of its own, and coordinators may be at work meanwhile. One thread.
 *
 * <p>A retired id that is done stays so for every claim. One that was released can be claimed, and
 * its numbers go on. A crash leaves each id as it was, or on its way, or retired: on its way, the
 * next purge or, where it was released, the next claim goes on with it.
 */
public final class TablePurge implements AutoCloseable {

  /** Longest age: a hundred years. */
  public static final long LONGEST_AGE_MILLIS = 36_525L * 24 * 3_600 * 1_000;

  private final OpenTable table;
  private final FencedRecords records;
  private final FencePurge purge;

  private TablePurge(OpenTable table, FencedRecords records) {
    this.table = table;
    this.records = records;
    this.purge = records.purge();
  }

  /**
   * Opens a table that is there.
   *
   * @param owner this process, for people
   * @throws TableRefusedException it has update locks, whose other writers know no tombstones, or
   *     an earlier version of this library may be at work in it; nothing was changed
   */
  public static TablePurge open(
      Posix posix, RawPath path, LeaseOptions options, RootTrust trust, String owner)
      throws PosixException, DurabilityUnknownException, PoisonedException, TableRefusedException {
    TableManifest manifest = requirePurgeable(posix, path);
    OpenTable table = OpenTable.open(posix, path, manifest, options, trust, owner);
    if (table.store() instanceof FencedRecords records) {
      return new TablePurge(table, records);
    }
    table.close();
    throw new IllegalStateException("a fence table has fenced records");
  }

  /**
   * What a table is that can be purged.
   *
   * @throws TableRefusedException as {@link #open}
   */
  public static TableManifest requirePurgeable(Posix posix, RawPath path)
      throws PosixException, TableRefusedException {
    try (Dir root = Dir.open(posix, path)) {
      FileContent content = new ShardFiles(posix, root, ".").read(TableRoot.MANIFEST);
      if (!(content instanceof FileContent.Bytes bytes)) {
        throw new TableRefusedException(TableRoot.NO_MANIFEST);
      }
      TableManifest manifest = TableManifest.decode(bytes.bytes());
      TableManifest.requireTombstones(bytes.bytes());
      return manifest;
    }
  }

  public TableManifest manifest() {
    return table.manifest();
  }

  /** Whether a record would be retired by {@link #purge}. */
  public static boolean isOld(LeaseRecord record, long ageMillis, double nowSeconds) {
    return FencePurge.isOver(record, olderThan(ageMillis, nowSeconds));
  }

  private static Predicate<LeaseRecord> olderThan(long ageMillis, double nowSeconds) {
    if (ageMillis < 0 || ageMillis > LONGEST_AGE_MILLIS) {
      throw new IllegalArgumentException("ageMillis is 0 to " + LONGEST_AGE_MILLIS);
    }
    return record -> nowSeconds - record.updatedSeconds() >= ageMillis / 1e3;
  }

  /**
   * Retires what is over in one shard: what is done or released, and was written so long ago by the
   * clocks of its writer and of this process, and what an earlier purge has left on its way.
   *
   * @param shard 0 or more, less than the table has
   * @param obstacles is told of what cannot be used; it is left as it is
   * @return the ids that are retired by this call and durable, in their order
   * @throws DurabilityUnknownException some may be retired
   * @throws PosixException what was on its way can be gone on with
   */
  public List<WorkId> purge(int shard, long ageMillis, Consumer<TableFinding> obstacles)
      throws PosixException, DurabilityUnknownException, PoisonedException, SessionLostException {
    records.heartbeat(Map.of());
    Predicate<LeaseRecord> old = olderThan(ageMillis, table.wallSeconds());
    return List.copyOf(purge.purge(shard, old, Obstacles.told(obstacles)).keySet());
  }

  /** Ends the session that it had. */
  @Override
  public void close() {
    table.close();
  }
}
