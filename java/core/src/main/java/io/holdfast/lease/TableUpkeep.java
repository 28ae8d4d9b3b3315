package io.holdfast.lease;

import io.holdfast.durable.Dir;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.Name;
import io.holdfast.durable.PoisonedException;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What is done to a table from outside, by its administrator: no session is opened for it. Only the
 * table's own user may, as with a coordinator. One thread.
 */
public final class TableUpkeep implements AutoCloseable {

  private final Posix posix;
  private final Dir root;
  private final TableManifest manifest;
  private final LeaseOptions options;
  private final Durable durable;
  private final Shards shards;

  private TableUpkeep(Posix posix, Dir root, TableManifest manifest, LeaseOptions options) {
    this.posix = posix;
    this.root = root;
    this.manifest = manifest;
    this.options = options;
    this.durable = new Durable(posix, manifest.modes(options.durable()));
    this.shards = new Shards(posix, durable, root, manifest);
  }

  /**
   * Opens a table that is there.
   *
   * @param assumed what the table is when it has no manifest; empty refuses one without
   * @throws TableRefusedException as a coordinator would be refused; nothing was changed
   */
  public static TableUpkeep open(
      Posix posix, RawPath path, Optional<TableManifest> assumed, LeaseOptions options)
      throws PosixException, TableRefusedException {
    Dir root = TableRoot.open(posix, path);
    boolean opened = false;
    try {
      TableManifest manifest = TableRoot.existing(posix, root, assumed);
      TableRoot.requireWritable(posix, root);
      TableRoot.requireOwn(posix, root, manifest.directoryMode());
      opened = true;
      return new TableUpkeep(posix, root, manifest, options);
    } finally {
      if (!opened) {
        root.close();
      }
    }
  }

  /**
   * Writes {@code table.json} for a table of a coordinator that knows none. Everything in it must
   * have been verified as that table.
   *
   * @throws TableRefusedException it has a manifest, no record, or is not this process's; nothing
   *     was changed
   */
  public static void adopt(Posix posix, RawPath path, TableManifest manifest, LeaseOptions options)
      throws PosixException, DurabilityUnknownException, PoisonedException, TableRefusedException {
    try (Dir root = TableRoot.open(posix, path)) {
      TableRoot.adopt(posix, root, manifest, options);
    }
  }

  public TableManifest manifest() {
    return manifest;
  }

  // ---- sweep

  /**
   * What was swept.
   *
   * @param names in shards
   * @param sessions files of dead sessions that no record names
   */
  public record Swept(int names, int sessions) {}

  /**
   * Removes what is surely over. Coordinators may be at work meanwhile.
   *
   * @param obstacles is told of what cannot be used; everything else is swept
   */
  public Swept sweep(Consumer<TableFinding> obstacles)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    Obstacles told = Obstacles.told(obstacles);
    if (manifest.protocol() != Protocol.FENCE) {
      Nonces nonces = new Nonces(options.random());
      UpdateLock lock = UpdateLock.of(manifest, posix, nonces, new LeaseCounters());
      return new Swept(new LockedRecords(durable, shards, options, nonces, lock).sweep(told), 0);
    }
    int names = new FenceSweeper(durable, new LeaseCounters()).sweep(shards, told);
    return new Swept(names, sweepSessions(told));
  }

  private int sweepSessions(Obstacles obstacles) throws PosixException {
    try (Dir dir = root.openChild(Name.of(Sessions.DIRECTORY))) {
      SessionSweeper sweeper = new SessionSweeper(new ShardFiles(posix, dir, Sessions.DIRECTORY));
      sweeper.read(shards);
      return sweeper.sweep();
    } catch (PosixException e) {
      if (!e.errno().equals(Errno.ENOENT)) {
        obstacles.meet(TableFinding.ofDirectory(Sessions.DIRECTORY, e), e);
      }
      return 0;
    }
  }

  // ---- update locks that are directories

  /**
   * The update locks that stand, in the order of shards and ids; none but in mkdir tables.
   *
   * @param obstacles is told of what cannot be looked at, and of what stands in a lock's place
   */
  public List<HeldUpdateLock> heldLocks(Consumer<TableFinding> obstacles) throws PosixException {
    List<HeldUpdateLock> held = new ArrayList<>();
    if (manifest.protocol() != Protocol.MKDIR) {
      return held;
    }
    Obstacles told = Obstacles.told(obstacles);
    for (ShardFiles files : shards.all(told)) {
      for (WorkId id : ShardListing.of(Shards.names(files, told)).byId().keySet()) {
        LockedAudit.badLock(Protocol.MKDIR, files, id).ifPresent(obstacles);
        held(files, id).ifPresent(held::add);
      }
    }
    return held;
  }

  private static Optional<HeldUpdateLock> held(ShardFiles files, WorkId id) throws PosixException {
    Optional<FileStat> stat = files.look(UpdateLock.name(id));
    if (stat.isEmpty() || !stat.get().isDirectory()) {
      return Optional.empty();
    }
    RawPath path = RawPath.of(files.label() + "/" + UpdateLock.name(id));
    return Optional.of(new HeldUpdateLock(id, path, LockedAudit.owner(files, id), stat.get()));
  }

  /** What became of a lock that was to be broken. */
  public enum Breaking {
    /** It is gone by this call. */
    BROKEN,
    /** It is another holder's by now, or gone. */
    CHANGED,
    /** There is something in it, which no holder puts there: nothing was touched. */
    NOT_EMPTY
  }

  /**
   * Takes a lock away from a holder that is gone. One that lives would go on as if it still had it:
   * only a person can know that it does not.
   *
   * @param seen as {@link #heldLocks} showed it
   */
  public Breaking breakLock(HeldUpdateLock seen) throws PosixException {
    Optional<ShardFiles> files = shards.existing(seen.id().shard(shards.count()));
    if (files.isEmpty()) {
      return Breaking.CHANGED;
    }
    Optional<HeldUpdateLock> now = held(files.get(), seen.id());
    boolean same =
        now.isPresent()
            && now.get().owner().equals(seen.owner())
            && now.get().stat().sameFileAs(seen.stat());
    if (!same) {
      return Breaking.CHANGED;
    }
    Name name = UpdateLock.name(seen.id());
    try (Dir lock = files.get().dir().openChild(name)) {
      if (!new ShardFiles(posix, lock, name.toString()).list().isEmpty()) {
        return Breaking.NOT_EMPTY;
      }
    }
    files.get().unlink(MkdirUpdateLock.ownerName(seen.id()));
    int removed = files.get().rmdir(name);
    if (ShardFiles.isAbsence(removed)) {
      return Breaking.CHANGED;
    }
    PosixException.check(removed, "unlinkat", name.bytes());
    return Breaking.BROKEN;
  }

  @Override
  public void close() {
    shards.close();
    durable.close();
    root.close();
  }
}
