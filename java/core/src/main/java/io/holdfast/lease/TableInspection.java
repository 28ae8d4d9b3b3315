package io.holdfast.lease;

import io.holdfast.clock.EpochClock;
import io.holdfast.durable.Dir;
import io.holdfast.durable.Name;
import io.holdfast.lease.TableFinding.Check;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a table without taking part in it: opens no session, takes no lock, makes no name,
 * writes nothing. Whoever may read the files may look, also at a table of somebody else.
 *
 * <p>What it sees was true at some moment within the mount's cache time; because it makes no name,
 * a network file system may show it older things than a coordinator sees. Nothing may be decided by
 * it that cannot be undone.
 *
 * <p>Any number of threads may use it.
 */
public final class TableInspection implements AutoCloseable {

  private final Posix posix;
  private final Dir root;
  private final TableManifest manifest;
  private final boolean hasManifest;

  private TableInspection(Posix posix, Dir root, TableManifest manifest, boolean hasManifest) {
    this.posix = posix;
    this.root = root;
    this.manifest = manifest;
    this.hasManifest = hasManifest;
  }

  /**
   * Opens a table.
   *
   * @param assumed what the table is when it has no manifest; empty refuses one without
   * @throws TableRefusedException there is no manifest, or it is none, or one of a later version;
   *     the root is a symbolic link
   * @throws PosixException the directory cannot be opened: ENOENT, ENOTDIR, EACCES
   */
  public static TableInspection open(Posix posix, RawPath path, Optional<TableManifest> assumed)
      throws PosixException, TableRefusedException {
    Dir root = TableRoot.open(posix, path);
    boolean opened = false;
    try {
      Optional<TableManifest> found = TableRoot.read(new ShardFiles(posix, root, "."));
      TableManifest manifest =
          found
              .or(() -> assumed)
              .orElseThrow(() -> new TableRefusedException(TableRoot.NO_MANIFEST));
      opened = true;
      return new TableInspection(posix, root, manifest, found.isPresent());
    } finally {
      if (!opened) {
        root.close();
      }
    }
  }

  /** Whether a table was refused because it has no manifest at all. */
  public static boolean isAbsent(TableRefusedException e) {
    return TableRoot.NO_MANIFEST.equals(e.getMessage());
  }

  /** What the table is. */
  public TableManifest manifest() {
    return manifest;
  }

  /** Whether {@link #manifest} is the table's own, and not what the caller assumed. */
  public boolean hasManifest() {
    return hasManifest;
  }

  // ---- records

  /** Reads one id. */
  public Reading read(WorkId id) throws PosixException {
    try (Shard shard = shard(id.shard(manifest.shardCount()))) {
      return shard == null ? new Reading.Absent() : shard.read(id, shard.files.list());
    }
  }

  /**
   * Reads every id of one shard, in their order; nothing where there is no such directory.
   *
   * @param shard 0 or more, less than the table has
   * @param visitor is also told of what cannot be read, as corrupt or unavailable
   */
  public void scan(int shard, BiConsumer<WorkId, Reading> visitor) throws PosixException {
    try (Shard open = shard(shard)) {
      if (open != null) {
        ShardListing listing = ShardListing.of(open.files.list());
        for (Map.Entry<WorkId, List<String>> entry : listing.byId().entrySet()) {
          Reading reading = open.readOrSay(entry.getKey(), entry.getValue());
          boolean retired = reading instanceof Reading.Present it && it.record().isRetired();
          if (!(reading instanceof Reading.Absent) && !retired) {
            visitor.accept(entry.getKey(), reading);
          }
        }
      }
    }
  }

  /**
   * How many lines the tombstones of a shard have: one for each time that an id was retired,
   * whatever became of it since. Broken ones are not counted.
   */
  public long retired(int shard) throws PosixException {
    try (Shard open = shard(shard)) {
      return open == null ? 0 : open.files.tombstones().count();
    }
  }

  /** Reads every id, shard by shard, in the order of ids within a shard. */
  public void scan(BiConsumer<WorkId, Reading> visitor) throws PosixException {
    for (int shard = 0; shard < manifest.shardCount(); shard++) {
      scan(shard, visitor);
    }
  }

  /**
   * The ids that are known and begin so, in their order.
   *
   * @param prefix lower-case hex digits, at most 64; eight or more name one shard
   * @param limit most ids of the answer
   */
  public List<WorkId> find(String prefix, int limit) throws PosixException {
    TreeSet<WorkId> found = new TreeSet<>();
    boolean oneShard = prefix.length() >= WorkId.SHARD_DIGITS;
    String padded = prefix + "0".repeat(WorkId.LENGTH - prefix.length());
    int first = oneShard ? new WorkId(padded).shard(manifest.shardCount()) : 0;
    int last = oneShard ? first : manifest.shardCount() - 1;
    for (int number = first; number <= last; number++) {
      try (Shard shard = shard(number)) {
        if (shard != null) {
          ShardListing.of(shard.files.list()).byId().keySet().stream()
              .filter(id -> id.hex().startsWith(prefix))
              .forEach(found::add);
          if (manifest.protocol() == TableManifest.Protocol.FENCE) {
            found.addAll(shard.files.tombstones().find(prefix, limit));
          }
        }
      }
    }
    return found.stream().limit(limit).toList();
  }

  /**
   * A name in a shard.
   *
   * @param path below the table's root
   */
  public record TableFile(RawPath path, FileStat stat) {}

  /** The files that begin with an id, in the order of their names. */
  public List<TableFile> files(WorkId id) throws PosixException {
    List<TableFile> files = new ArrayList<>();
    try (Shard shard = shard(id.shard(manifest.shardCount()))) {
      if (shard != null) {
        for (String name : shard.namesOf(id)) {
          byte[] bytes = name.getBytes(StandardCharsets.ISO_8859_1);
          Optional<FileStat> stat = shard.files.look(Name.of(bytes));
          RawPath label = RawPath.of(shard.files.label());
          stat.ifPresent(
              there -> files.add(new TableFile(label.resolve(RawPath.of(bytes)), there)));
        }
      }
    }
    return files;
  }

  // ---- the rules

  /**
   * Walks through the whole table and holds everything to its rules. A table may be in use
   * meanwhile: what is broken is looked at again before it is told.
   *
   * @param found is told of each finding
   * @throws PosixException the root itself cannot be looked at any more
   */
  public TableTally verify(EpochClock wall, Consumer<TableFinding> found) throws PosixException {
    return new TableAudit(posix, root, manifest, wall.millis() / 1e3, found).run();
  }

  /** Holds one id to its rules. */
  public List<TableFinding> verify(WorkId id) throws PosixException {
    try (Shard shard = shard(id.shard(manifest.shardCount()))) {
      if (shard == null) {
        return List.of();
      }
      FileAudit fileAudit = new FileAudit(root.identity().uid(), manifest);
      return TableAudit.ofId(fileAudit, manifest, shard.files, id, shard.namesOf(id)).findings();
    }
  }

  /** What is the matter with a session that a record names, or that it has no file. */
  public List<TableFinding> verifySession(String session) {
    String prefix = Sessions.DIRECTORY + "/" + session;
    try (Dir dir = root.openChild(Name.of(Sessions.DIRECTORY))) {
      ShardFiles files = new ShardFiles(posix, dir, Sessions.DIRECTORY);
      SessionAudit audit = new SessionAudit(files);
      if (audit.sights().stream().noneMatch(sight -> sight.id().equals(session))) {
        return List.of(TableFinding.of(Check.MISSING_SESSION, prefix, "it has no file"));
      }
      return audit.run(Set.of(session)).stream()
          .filter(finding -> finding.path().toString().startsWith(prefix))
          .toList();
    } catch (PosixException e) {
      return List.of(
          e.errno().equals(Errno.ENOENT)
              ? TableFinding.of(Check.MISSING_SESSION, prefix, "it has no file")
              : TableFinding.ofDirectory(Sessions.DIRECTORY, e));
    }
  }

  /**
   * Why a table was refused for what stands in its {@code table.json}, as a finding; empty where it
   * was for something else.
   */
  public static Optional<TableFinding> manifestFinding(TableRefusedException e) {
    String reason = String.valueOf(e.getMessage());
    if (isAbsent(e) || reason.equals(TableRoot.SYMBOLIC_LINK)) {
      return Optional.empty();
    }
    Check check = reason.equals(TableManifest.CONVERTING) ? Check.CONVERTING : Check.MANIFEST;
    return Optional.of(TableFinding.of(check, TableRoot.MANIFEST.toString(), reason));
  }

  /** The sessions that have a file; none in tables with update locks. */
  public List<SessionSight> sessions() throws PosixException {
    try (Dir dir = root.openChild(Name.of(Sessions.DIRECTORY))) {
      return new SessionAudit(new ShardFiles(posix, dir, Sessions.DIRECTORY)).sights();
    } catch (PosixException e) {
      if (e.errno().equals(Errno.ENOENT)) {
        return List.of();
      }
      throw e;
    }
  }

  // ---- shards

  /** A shard that is open. */
  private final class Shard implements AutoCloseable {

    private final Dir dir;
    private final ShardFiles files;

    Shard(Dir dir, String label) {
      this.dir = dir;
      this.files = new ShardFiles(posix, dir, label);
    }

    List<String> namesOf(WorkId id) throws PosixException {
      List<String> names = new ArrayList<>();
      names.addAll(ShardListing.of(files.list()).byId().getOrDefault(id, List.of()));
      names.sort(null);
      return names;
    }

    Reading read(WorkId id, List<String> names) throws PosixException {
      return manifest.protocol() == TableManifest.Protocol.FENCE
          ? QuietReader.read(new FenceView(files, id, new LeaseCounters()), names)
          : LockedRecords.read(files, id);
    }

    Reading readOrSay(WorkId id, List<String> names) {
      try {
        return read(id, names);
      } catch (PosixException e) {
        return new Reading.Unavailable(String.valueOf(e.getMessage()));
      }
    }

    @Override
    public void close() {
      dir.close();
    }
  }

  private @Nullable Shard shard(int number) throws PosixException {
    String name = Shards.name(number);
    try {
      return new Shard(root.openChild(Name.of(name)), name);
    } catch (PosixException e) {
      if (e.errno().equals(Errno.ENOENT)) {
        return null;
      }
      throw e;
    }
  }

  @Override
  public void close() {
    root.close();
  }
}
