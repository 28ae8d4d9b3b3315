package io.holdfast.lease;

import io.holdfast.durable.Dir;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.Name;
import io.holdfast.durable.PoisonedException;
import io.holdfast.lease.TableFinding.Check;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The directories of a table, each opened once and held by descriptor. Made lazily, durably and
 * before anything is put into them. Any thread may use it.
 */
final class Shards implements AutoCloseable {

  /** Most shards of a table. */
  static final int LIMIT = 65_536;

  private static final Pattern NAME = Pattern.compile("[0-9]{3}|[1-9][0-9]{3,4}");

  private final Posix posix;
  private final Durable durable;
  private final Dir root;
  private final TableManifest manifest;
  private final Map<Integer, ShardFiles> open = new ConcurrentHashMap<>();
  private final Set<Integer> durableShards = ConcurrentHashMap.newKeySet();

  Shards(Posix posix, Durable durable, Dir root, TableManifest manifest) {
    this.posix = posix;
    this.durable = durable;
    this.root = root;
    this.manifest = manifest;
  }

  int count() {
    return manifest.shardCount();
  }

  /** The number of an id's shard, with at least three digits. */
  static String name(int shard) {
    return String.format("%03d", shard);
  }

  /** Whether a name is that of a shard of some table. */
  static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /** The directory of a shard; empty while nothing was put into it. */
  Optional<ShardFiles> existing(int shard) throws PosixException {
    ShardFiles files = open.get(shard);
    if (files != null) {
      return Optional.of(files);
    }
    try {
      return Optional.of(hold(shard, root.openChild(Name.of(name(shard)))));
    } catch (PosixException e) {
      if (e.errno().equals(Errno.ENOENT)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Every directory that is there and can be used, in the order of their numbers. */
  List<ShardFiles> all(Obstacles obstacles) throws PosixException {
    List<ShardFiles> all = new ArrayList<>();
    for (int shard = 0; shard < count(); shard++) {
      existing(shard, obstacles).ifPresent(all::add);
    }
    return all;
  }

  /** The directory of a shard; empty where there is none, or none that can be used. */
  Optional<ShardFiles> existing(int shard, Obstacles obstacles) throws PosixException {
    try {
      return existing(shard);
    } catch (PosixException e) {
      obstacles.meet(TableFinding.ofDirectory(name(shard), e), e);
    } catch (ShardRefusedException e) {
      obstacles.meet(TableFinding.of(Check.DIRECTORY, name(shard), e.objection()), e);
    }
    return Optional.empty();
  }

  /** The names in a shard; none where it cannot be listed. */
  static List<String> names(ShardFiles files, Obstacles obstacles) throws PosixException {
    try {
      return files.list();
    } catch (PosixException e) {
      obstacles.meet(files.label(), e);
      return List.of();
    }
  }

  /**
   * The directory of a shard, made where it was not there, and durable: one that is there may have
   * been made by a process that has not come to its barrier yet, or never will.
   */
  ShardFiles make(int shard) throws PosixException, DurabilityUnknownException, PoisonedException {
    Name name = Name.of(name(shard));
    if (!durableShards.contains(shard)) {
      durable.makeDirs(root, List.of(name));
      durableShards.add(shard);
    }
    Optional<ShardFiles> there = existing(shard);
    return there.isPresent() ? there.get() : hold(shard, root.openChild(name));
  }

  private ShardFiles hold(int shard, Dir dir) {
    Optional<String> objection = TableRoot.objection(posix, dir, manifest.directoryMode());
    if (objection.isPresent()) {
      dir.close();
      throw new ShardRefusedException(name(shard), objection.get());
    }
    ShardFiles files = new ShardFiles(posix, dir, name(shard));
    ShardFiles before = open.putIfAbsent(shard, files);
    if (before == null) {
      return files;
    }
    dir.close();
    return before;
  }

  @Override
  public void close() {
    open.values().forEach(files -> files.dir().close());
    open.clear();
  }
}
