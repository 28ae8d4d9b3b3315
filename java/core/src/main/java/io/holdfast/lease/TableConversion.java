package io.holdfast.lease;

import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.Dir;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.PoisonedException;
import io.holdfast.lease.TableFinding.Check;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Makes a fence table of a flock table, while nobody works in it. From its first step on nobody can
 * open the table until it is through. A crash leaves every record in one form or the other, whole;
 * the next run goes on where this one ended.
 *
 * <p>Each record goes, under its update lock: a history of its own begins (number 0 and its
 * origin); its record of the number behind the one that it had is staged; the fence is moved there;
 * that record replaces the old one under {@code <id>.json}, upon which a coordinator of the old
 * kind that was overlooked finds it corrupt and keeps its hands off; the lock's file goes. One
 * thread.
 */
public final class TableConversion implements AutoCloseable {

  /** Most ids whose update locks are held at once. */
  private static final int CHUNK = 128;

  private final Dir root;
  private final ConvertingManifest manifest;
  private final LeaseOptions options;
  private final Durable durable;
  private final Shards shards;
  private final UpdateLock lock;
  private final Nonces nonces;
  private boolean underWay;

  private TableConversion(
      Posix posix, Dir root, ConvertingManifest manifest, LeaseOptions options) {
    this.root = root;
    this.manifest = manifest;
    this.underWay = manifest.isUnderWay();
    this.options = options;
    this.durable = new Durable(posix, manifest.table().modes(options.durable()));
    this.shards = new Shards(posix, durable, root, manifest.table());
    this.lock = new FlockUpdateLock(posix, manifest.table().fileMode());
    this.nonces = new Nonces(options.random());
  }

  /**
   * Opens a flock table, or one whose conversion did not come to its end.
   *
   * @throws TableRefusedException it is another one, or not this process's; nothing was changed
   */
  public static TableConversion open(Posix posix, RawPath path, LeaseOptions options)
      throws PosixException, TableRefusedException {
    Dir root = TableRoot.open(posix, path);
    boolean opened = false;
    try {
      FileContent content = new ShardFiles(posix, root, ".").read(TableRoot.MANIFEST);
      if (!(content instanceof FileContent.Bytes bytes)) {
        throw new TableRefusedException(TableRoot.NO_MANIFEST);
      }
      ConvertingManifest manifest = ConvertingManifest.of(bytes.bytes());
      TableRoot.requireOwn(posix, root, manifest.table().directoryMode());
      opened = true;
      return new TableConversion(posix, root, manifest, options);
    } finally {
      if (!opened) {
        root.close();
      }
    }
  }

  /** Whether an earlier run has begun. */
  public boolean isUnderWay() {
    return underWay;
  }

  /** What a conversion would find. */
  public record Prospect(long records, long converted, List<TableFinding> obstacles) {

    public Prospect {
      obstacles = List.copyOf(obstacles);
    }
  }

  /**
   * Looks at every record and tries every update lock, and lets go of it again.
   *
   * @return what stands in the way: leases that live, commits that have begun, locks that are held,
   *     records that are none
   */
  public Prospect look() throws PosixException {
    List<TableFinding> obstacles = new ArrayList<>();
    long records = 0;
    long converted = 0;
    for (int shard = 0; shard < shards.count(); shard++) {
      Optional<ShardFiles> there = shards.existing(shard);
      if (there.isPresent()) {
        ShardFiles files = there.get();
        Map<WorkId, List<String>> ids = ShardListing.of(files.list()).byId();
        for (Map.Entry<WorkId, List<String>> entry : ids.entrySet()) {
          Found found = read(files, entry.getKey());
          records += found instanceof Found.Open ? 1 : 0;
          converted += found instanceof Found.Converted ? 1 : 0;
          obstacle(files, entry.getKey(), found).ifPresent(obstacles::add);
          if (entry.getValue().contains(UpdateLock.name(entry.getKey()).toString())) {
            busy(files, entry.getKey()).ifPresent(obstacles::add);
          }
        }
      }
    }
    return new Prospect(records, converted, obstacles);
  }

  private Optional<TableFinding> busy(ShardFiles files, WorkId id) throws PosixException {
    Optional<UpdateLock.Held> held = lock.tryTake(files, id);
    held.ifPresent(UpdateLock.Held::release);
    String name = UpdateLock.name(id).toString();
    return held.isPresent()
        ? Optional.empty()
        : Optional.of(
            TableFinding.of(Check.HELD_LOCK, files.label(), name, "somebody holds this lock"));
  }

  private Optional<TableFinding> obstacle(ShardFiles files, WorkId id, Found found) {
    String name = FenceName.hint(id).toString();
    if (found instanceof Found.Corrupt corrupt) {
      return Optional.of(TableFinding.of(Check.RECORD, files.label(), name, corrupt.reason()));
    }
    if (found instanceof Found.Open open) {
      LeaseRecord record = open.record();
      boolean lives = record.status() == LeaseStatus.LEASED && !isExpired(record);
      if (lives || record.status() == LeaseStatus.COMMITTING) {
        String reason = record.status().word() + " by " + record.owner();
        return Optional.of(TableFinding.of(Check.PENDING, files.label(), name, reason));
      }
    }
    return Optional.empty();
  }

  private boolean isExpired(LeaseRecord record) {
    double ttl = record.ttlSeconds().orElse(manifest.table().ttlMillis() / 1e3);
    return options.clocks().wallSeconds() - record.updatedSeconds() >= ttl;
  }

  /**
   * Converts everything.
   *
   * @return how many records were converted by this call
   * @throws TableRefusedException something stands in the way that was not there at the look; what
   *     was converted stays so, and the next call goes on
   */
  public long convert()
      throws PosixException, DurabilityUnknownException, PoisonedException, TableRefusedException {
    if (!underWay) {
      durable.replace(root, TableRoot.MANIFEST, manifest.underWay());
      underWay = true;
    }
    new LockedRecords(durable, shards, options, nonces, lock).sweep(Obstacles.FATAL);
    long converted = 0;
    for (int shard = 0; shard < shards.count(); shard++) {
      Optional<ShardFiles> files = shards.existing(shard);
      if (files.isPresent()) {
        converted += convert(files.get());
      }
    }
    durable.replace(root, TableRoot.MANIFEST, manifest.converted());
    return converted;
  }

  private long convert(ShardFiles files)
      throws PosixException, DurabilityUnknownException, PoisonedException, TableRefusedException {
    long converted = 0;
    Map<WorkId, ShardFiles> chunk = new TreeMap<>();
    for (WorkId id : ShardListing.of(files.list()).byId().keySet()) {
      chunk.put(id, files);
      if (chunk.size() == CHUNK) {
        converted += convert(files, chunk);
        chunk.clear();
      }
    }
    converted += convert(files, chunk);
    try (DirectoryBarrierBatch batch = durable.batch(BarrierReason.REMOVE)) {
      batch.changed(files.dir());
      batch.flush();
    }
    return converted;
  }

  private long convert(ShardFiles files, Map<WorkId, ShardFiles> chunk)
      throws PosixException, DurabilityUnknownException, PoisonedException, TableRefusedException {
    try (HeldLocks locks = new HeldLocks(options.clocks(), nonces)) {
      Optional<WorkId> busy = locks.take(lock, chunk, options.clocks().boot().nanoTime());
      if (busy.isPresent()) {
        String path = files.label() + "/" + UpdateLock.name(busy.get());
        throw new TableRefusedException(path + ": somebody holds this lock");
      }
      Map<WorkId, LeaseRecord> open = new TreeMap<>();
      for (WorkId id : chunk.keySet()) {
        Found found = read(files, id);
        Optional<TableFinding> obstacle = obstacle(files, id, found);
        if (obstacle.isPresent()) {
          throw new TableRefusedException(obstacle.get().path() + ": " + obstacle.get().reason());
        }
        if (found instanceof Found.Open record) {
          open.put(id, record.record());
        }
      }
      if (!open.isEmpty()) {
        new FenceConversion(durable, options, nonces, files).convert(open);
      }
      for (WorkId id : chunk.keySet()) {
        files.unlink(UpdateLock.name(id));
      }
      return open.size();
    }
  }

  /** What stands under {@code <id>.json}. */
  private sealed interface Found {

    record Nothing() implements Found {}

    record Converted() implements Found {}

    record Open(LeaseRecord record) implements Found {}

    record Corrupt(String reason) implements Found {}
  }

  private Found read(ShardFiles files, WorkId id) throws PosixException {
    FileContent content = files.read(FenceName.hint(id));
    if (content instanceof FileContent.Absent) {
      return new Found.Nothing();
    }
    if (content instanceof FileContent.Refused refused) {
      return new Found.Corrupt(refused.reason());
    }
    byte[] bytes = ((FileContent.Bytes) content).bytes();
    if (underWay && isConverted(id, bytes)) {
      return new Found.Converted();
    }
    try {
      return new Found.Open(LeaseCodec.ofLockedTables().decode(id, bytes));
    } catch (LeaseFormatException e) {
      return new Found.Corrupt(String.valueOf(e.getMessage()));
    }
  }

  private static boolean isConverted(WorkId id, byte[] bytes) {
    try {
      FenceCodec.decode(id, bytes);
      return true;
    } catch (LeaseFormatException e) {
      return false;
    }
  }

  @Override
  public void close() {
    shards.close();
    durable.close();
    root.close();
  }
}
