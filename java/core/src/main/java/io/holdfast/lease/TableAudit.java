package io.holdfast.lease;

import io.holdfast.durable.Dir;
import io.holdfast.durable.Name;
import io.holdfast.lease.TableFinding.Check;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** One walk through a whole table that holds everything to its rules. One thread. */
final class TableAudit {

  /** A table in use changes while it is looked at: only what stays broken is. */
  private static final int LOOKS = 3;

  private final Posix posix;
  private final Dir root;
  private final TableManifest manifest;
  private final double nowSeconds;
  private final Consumer<TableFinding> found;
  private final FileAudit fileAudit;
  private final TableTally tally = new TableTally();
  private final Map<String, TableFinding> bySession = new TreeMap<>();
  private final Set<String> named = new HashSet<>();

  TableAudit(
      Posix posix,
      Dir root,
      TableManifest manifest,
      double nowSeconds,
      Consumer<TableFinding> found) {
    this.posix = posix;
    this.root = root;
    this.manifest = manifest;
    this.nowSeconds = nowSeconds;
    this.found = found;
    this.fileAudit = new FileAudit(root.identity().uid(), manifest);
  }

  TableTally run() throws PosixException {
    fileAudit
        .ofDirectory(root.identity())
        .ifPresent(reason -> found.accept(TableFinding.of(Check.DIRECTORY, ".", reason)));
    rootNames();
    for (int shard = 0; shard < manifest.shardCount(); shard++) {
      int number = shard;
      in(Shards.name(shard), files -> shard(number, files));
    }
    if (manifest.protocol() == TableManifest.Protocol.FENCE) {
      boolean there = in(Sessions.DIRECTORY, this::sessions);
      if (!there) {
        bySession.values().forEach(found);
      }
    }
    return tally;
  }

  private void rootNames() throws PosixException {
    for (String name : new ShardFiles(posix, root, ".").list()) {
      boolean known =
          name.equals(TableRoot.MANIFEST.toString())
              || name.equals(Sessions.DIRECTORY)
              || isShard(name);
      if (!known) {
        boolean leftover = SessionAudit.isLeftover(name);
        found.accept(
            TableFinding.of(
                leftover ? Check.PENDING : Check.FOREIGN, name, "no name of this table"));
      }
    }
  }

  private boolean isShard(String name) {
    if (!name.matches("[0-9]{3,5}")) {
      return false;
    }
    int shard = Integer.parseInt(name);
    return shard < manifest.shardCount() && Shards.name(shard).equals(name);
  }

  private interface Look {
    void at(ShardFiles files) throws PosixException;
  }

  /** Looks into a directory of the root. @return whether there is one */
  private boolean in(String name, Look look) throws PosixException {
    try (Dir dir = root.openChild(Name.of(name))) {
      fileAudit
          .ofDirectory(dir.identity())
          .ifPresent(reason -> found.accept(TableFinding.of(Check.DIRECTORY, name, reason)));
      look.at(new ShardFiles(posix, dir, name));
      return true;
    } catch (PosixException e) {
      if (e.errno().equals(Errno.ENOENT)) {
        return false;
      }
      found.accept(TableFinding.ofDirectory(name, e));
      return true;
    }
  }

  private static TableFinding unreadable(String name, PosixException e) {
    return TableFinding.of(Check.UNREADABLE, name, String.valueOf(e.getMessage()));
  }

  private void shard(int shard, ShardFiles files) throws PosixException {
    ShardListing listing = ShardListing.of(files.list());
    for (String name : listing.others()) {
      if (name.equals(Tombstones.DIRECTORY.toString())
          && manifest.protocol() == TableManifest.Protocol.FENCE) {
        tombstones(files);
        continue;
      }
      Check check = SessionAudit.isLeftover(name) ? Check.PENDING : Check.FOREIGN;
      found.accept(TableFinding.of(check, files.label(), name, "no name of an id"));
    }
    Map<WorkId, List<String>> open = listing.byId();
    for (int look = 1; !open.isEmpty(); look++) {
      Map<WorkId, List<String>> broken = audit(shard, files, open, look == LOOKS);
      open = broken.isEmpty() ? broken : anew(files, broken);
    }
  }

  private void tombstones(ShardFiles files) throws PosixException {
    TombstoneAudit audit = new TombstoneAudit(fileAudit, files);
    audit.run().forEach(found);
    tally.addRetired(audit.lines());
  }

  /** The names of the same ids in another listing. */
  private static Map<WorkId, List<String>> anew(ShardFiles files, Map<WorkId, List<String>> broken)
      throws PosixException {
    Map<WorkId, List<String>> byId = ShardListing.of(files.list()).byId();
    Map<WorkId, List<String>> again = new LinkedHashMap<>();
    broken.keySet().forEach(id -> again.put(id, byId.getOrDefault(id, List.of())));
    return again;
  }

  /** Tells what was found of each id. @return those that are to be looked at again */
  private Map<WorkId, List<String>> audit(
      int shard, ShardFiles files, Map<WorkId, List<String>> ids, boolean last) {
    Map<WorkId, List<String>> broken = new LinkedHashMap<>();
    for (Map.Entry<WorkId, List<String>> entry : ids.entrySet()) {
      try {
        IdAudit audit = ofId(fileAudit, manifest, files, entry.getKey(), entry.getValue());
        if (audit.isBroken() && !last) {
          broken.put(entry.getKey(), entry.getValue());
        } else {
          tell(shard, files, entry.getKey(), audit);
        }
      } catch (PosixException e) {
        tally.addUnreadable();
        found.accept(unreadable(files.label() + "/" + entry.getKey(), e));
      }
    }
    return broken;
  }

  /** Audits one id. */
  static IdAudit ofId(
      FileAudit fileAudit, TableManifest manifest, ShardFiles files, WorkId id, List<String> names)
      throws PosixException {
    List<String> sorted = new ArrayList<>(names);
    sorted.sort(null);
    return manifest.protocol() == TableManifest.Protocol.FENCE
        ? new FenceAudit(fileAudit, new FenceView(files, id, new LeaseCounters())).run(sorted)
        : new LockedAudit(manifest.protocol(), fileAudit, files, id).run(sorted);
  }

  private void tell(int shard, ShardFiles files, WorkId id, IdAudit audit) {
    tally.add(audit.reading());
    if (id.shard(manifest.shardCount()) != shard) {
      String reason = "its shard is " + Shards.name(id.shard(manifest.shardCount()));
      found.accept(TableFinding.of(Check.WRONG_SHARD, files.label(), id.hex(), reason));
    }
    audit.findings().forEach(found);
    if (audit.reading() instanceof Reading.Present present) {
      LeaseRecord record = present.record();
      record.session().ifPresent(named::add);
      RecordAudit.of(manifest, record, nowSeconds, files.label()).ifPresent(found);
      record
          .session()
          .filter(session -> RecordAudit.isHeld(record))
          .ifPresent(
              session ->
                  bySession.putIfAbsent(
                      session,
                      TableFinding.of(
                          Check.MISSING_SESSION,
                          files.label(),
                          id.hex(),
                          "its session " + session + " has no file")));
    }
  }

  private void sessions(ShardFiles files) throws PosixException {
    SessionAudit sessions = new SessionAudit(files);
    sessions.run(named).forEach(found);
    for (SessionSight sight : sessions.sights()) {
      bySession.remove(sight.id());
      tally.add(sight);
    }
    bySession.values().forEach(found);
  }
}
