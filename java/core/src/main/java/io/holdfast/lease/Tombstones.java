package io.holdfast.lease;

import io.holdfast.durable.Dir;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.durable.Name;
import io.holdfast.durable.PoisonedException;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The tombstones of one shard: files of the directory {@code retired} in it, which is absent while
 * nothing was retired there. Each look asks the storage anew; what is kept in memory is which files
 * were found whole. Any thread may use it.
 */
final class Tombstones {

  /** The name of the directory. */
  static final Name DIRECTORY = Name.of("retired");

  private static final String PASSING = ".look";

  private final Posix posix;
  private final Dir shard;
  private final String label;
  private final Set<String> whole = ConcurrentHashMap.newKeySet();

  /**
   * @param label the shard's path below the table's root
   */
  Tombstones(Posix posix, Dir shard, String label) {
    this.posix = posix;
    this.shard = shard;
    this.label = label + "/" + DIRECTORY;
  }

  /** Opens their directory, for the caller to close; empty where nothing was ever retired. */
  Optional<Dir> open() throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    int flags = Flags.AT_SYMLINK_NOFOLLOW | Flags.AT_STATX_FORCE_SYNC;
    int looked = posix.statx(shard.fd(), DIRECTORY.bytes(), flags, Flags.STATX_BASIC_STATS, slots);
    if (ShardFiles.isAbsence(looked)) {
      return Optional.empty();
    }
    PosixException.check(looked, "statx", DIRECTORY.bytes());
    try {
      return Optional.of(shard.openChild(DIRECTORY));
    } catch (PosixException e) {
      if (e.errno().equals(Errno.ENOENT) || e.errno().equals(Errno.ESTALE)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * Makes their directory one of those that a batch is a barrier for: whoever has written one may
   * have died before that.
   */
  void coverBy(DirectoryBarrierBatch batch) throws PosixException, PoisonedException {
    Optional<Dir> directory = open();
    if (directory.isPresent()) {
      try (Dir open = directory.get()) {
        batch.changed(open);
      }
    }
  }

  /** The files of their directory. */
  ShardFiles files(Dir directory) {
    return new ShardFiles(posix, directory, label);
  }

  /** Whether a name in their directory is that of a tombstone. */
  static boolean isName(String name) {
    return Nonces.isOne(name);
  }

  /** Whether a name in their directory was to live for a moment. */
  static boolean isPassing(String name) {
    return name.endsWith(PASSING)
        && Nonces.isOne(name.substring(0, name.length() - PASSING.length()));
  }

  /** Makes the mount look anew into their directory, if there is one. */
  void refresh(String nonce) throws PosixException {
    Optional<Dir> directory = open();
    if (directory.isPresent()) {
      try (Dir open = directory.get()) {
        files(open).refresh(Name.of(nonce + PASSING));
      }
    }
  }

  /** What they say of an id. */
  FenceEra era(WorkId id) throws PosixException {
    return Objects.requireNonNull(eras(Set.of(id)).get(id));
  }

  /** What they say of several ids, in one look at each file. */
  Map<WorkId, FenceEra> eras(Set<WorkId> ids) throws PosixException {
    Map<WorkId, List<RetiredId>> retired = new HashMap<>();
    ids.forEach(id -> retired.put(id, new ArrayList<>()));
    Optional<Reading> failure =
        each(
            tombstone -> {
              for (Map.Entry<WorkId, List<RetiredId>> entry : retired.entrySet()) {
                tombstone.find(entry.getKey()).ifPresent(entry.getValue()::add);
              }
            });
    Map<WorkId, FenceEra> eras = new HashMap<>();
    retired.forEach(
        (id, found) ->
            eras.put(id, failure.map(FenceEra::unknown).orElseGet(() -> FenceEra.of(found))));
    return eras;
  }

  /** The ids that begin so, in their order; files that are broken are passed over. */
  List<WorkId> find(String prefix, int limit) throws PosixException {
    Set<WorkId> found = new TreeSet<>();
    each(tombstone -> found.addAll(tombstone.find(prefix, limit)));
    return found.stream().limit(limit).toList();
  }

  /** How many lines they have; broken ones are not counted. */
  long count() throws PosixException {
    long[] lines = new long[1];
    each(tombstone -> lines[0] += tombstone.count());
    return lines[0];
  }

  /** What is done with a tombstone that is whole. */
  private interface Look {
    void at(Tombstone tombstone) throws PosixException, LeaseFormatException;
  }

  /** Looks at each. @return corrupt or unavailable, where one could not be looked at */
  private Optional<Reading> each(Look look) throws PosixException {
    Optional<Dir> directory;
    try {
      directory = open();
    } catch (PosixException e) {
      if (e.errno().equals(Errno.ENOTDIR) || e.errno().equals(Errno.ELOOP)) {
        return Optional.of(new Reading.Corrupt(label, "no directory"));
      }
      throw e;
    }
    if (directory.isEmpty()) {
      return Optional.empty();
    }
    Optional<Reading> failure = Optional.empty();
    try (Dir open = directory.get()) {
      for (String name : files(open).list()) {
        if (isName(name)) {
          Optional<Reading> here = look(open, name, look);
          failure = failure.isPresent() ? failure : here;
        }
      }
    }
    return failure;
  }

  /** Looks at one. @return corrupt or unavailable, where it could not be looked at */
  private Optional<Reading> look(Dir directory, String name, Look look) throws PosixException {
    int flags = Flags.O_RDONLY | Flags.O_NOFOLLOW | Flags.O_NONBLOCK;
    byte[] path = Name.of(name).bytes();
    try (Descriptor file = Descriptor.open(posix, directory.fd(), path, flags, 0)) {
      Tombstone tombstone = Tombstone.of(posix, file);
      if (!whole.contains(name)) {
        tombstone.verify();
        whole.add(name);
      }
      look.at(tombstone);
      return Optional.empty();
    } catch (LeaseFormatException e) {
      String reason = String.valueOf(e.getMessage());
      return Optional.of(new Reading.Corrupt(label + "/" + name, reason));
    } catch (PosixException e) {
      if (e.errno().equals(Errno.ELOOP)) {
        return Optional.of(new Reading.Corrupt(label + "/" + name, "a symbolic link"));
      }
      if (e.errno().equals(Errno.ENOENT) || e.errno().equals(Errno.ESTALE)) {
        return Optional.of(new Reading.Unavailable("a tombstone is listed and not seen"));
      }
      throw e;
    }
  }

  /**
   * Reads the whole of one.
   *
   * @param whole is told of it
   * @return corrupt or unavailable, where it is no tombstone
   */
  Optional<Reading> audit(Dir directory, String name, Consumer<Tombstone> whole)
      throws PosixException {
    return look(directory, name, whole::accept);
  }
}
