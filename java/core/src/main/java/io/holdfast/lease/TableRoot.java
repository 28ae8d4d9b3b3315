package io.holdfast.lease;

import io.holdfast.durable.Dir;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.Name;
import io.holdfast.durable.PoisonedException;
import io.holdfast.durable.RootTrust;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.FileSystemStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The door of a table: whether its root may be used, and what table it is. */
final class TableRoot {

  static final Name MANIFEST = Name.of(TableManifest.FILE_NAME);

  /** Why a table is refused that does not say what it is. */
  static final String NO_MANIFEST = "there is no table.json";

  /** Why a root is refused that could lead elsewhere tomorrow. */
  static final String SYMBOLIC_LINK =
      "the root is a symbolic link: name the directory that it leads to";

  private static final String RECORD_SUFFIX = ".json";
  private static final int BEATS_IN_A_TTL = 3;
  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final int WRITABLE_BY_OTHERS = 02;
  private static final int WRITABLE_BY_GROUP = 020;

  private TableRoot() {}

  /** Refuses a root that is not trusted, of somebody else, or open for everybody's writing. */
  static void requireTrusted(RootTrust trust) throws TableRefusedException {
    if (trust.ask() instanceof RootTrust.Answer.Refused refused) {
      throw new TableRefusedException("the root is not trusted: " + refused.reason());
    }
  }

  /** Refuses a directory of somebody else, or one that others may write than the manifest says. */
  static void requireOwn(Posix posix, Dir dir, int directoryMode) throws TableRefusedException {
    Optional<String> objection = objection(posix, dir, directoryMode);
    if (objection.isPresent()) {
      throw new TableRefusedException(dir + " " + objection.get());
    }
  }

  /**
   * Opens a root by its path.
   *
   * @throws TableRefusedException it is a symbolic link, which could lead elsewhere tomorrow
   * @throws PosixException ENOENT, ENOTDIR, EACCES, EMFILE
   */
  static Dir open(Posix posix, RawPath path) throws PosixException, TableRefusedException {
    try {
      return Dir.open(posix, path);
    } catch (PosixException e) {
      if (e.errno().equals(Errno.ENOTDIR) && isLink(posix, path)) {
        throw new TableRefusedException(SYMBOLIC_LINK);
      }
      throw e;
    }
  }

  private static boolean isLink(Posix posix, RawPath path) {
    byte[] bytes = path.bytes();
    int length = bytes.length;
    while (length > 1 && bytes[length - 1] == '/') {
      length--;
    }
    long[] slots = new long[FileStat.SLOTS];
    byte[] name = Arrays.copyOf(bytes, length);
    return posix.fstatat(Flags.AT_FDCWD, name, slots, Flags.AT_SYMLINK_NOFOLLOW) == 0
        && FileStat.of(slots).isSymbolicLink();
  }

  /** Why a directory cannot be a part of a table; empty where it can. */
  static Optional<String> objection(Posix posix, Dir dir, int directoryMode) {
    FileStat stat = dir.identity();
    if (stat.uid() != posix.getuid()) {
      return Optional.of(
          "belongs to user " + stat.uid() + ", not to this process's " + posix.getuid());
    }
    int writable = stat.permissions() & (WRITABLE_BY_OTHERS | WRITABLE_BY_GROUP);
    return (writable & ~directoryMode) == 0
        ? Optional.empty()
        : Optional.of(
            "is writable by "
                + ((writable & WRITABLE_BY_OTHERS) != 0 ? "everybody" : "its group")
                + ": chmod it, or name that in the table's directory mode");
  }

  /**
   * Reads the manifest, or writes it where there is none: once for all, whoever comes first.
   * Refuses a root that is of somebody else or open for more writers than the manifest says.
   *
   * <p>A table that writers of other languages have made has no manifest. It is what it is asked to
   * be, and gets none.
   *
   * @return the table's own, which may have another ttl and other modes than asked
   */
  static TableManifest agree(Posix posix, Dir root, TableManifest asked, LeaseOptions options)
      throws PosixException, DurabilityUnknownException, PoisonedException, TableRefusedException {
    requireWritable(posix, root);
    ShardFiles files = new ShardFiles(posix, root, ".");
    Optional<TableManifest> found = read(files);
    TableManifest expected = found.orElse(asked);
    requireOwn(posix, root, expected.directoryMode());
    requireBeatable(posix, root, expected, options);
    if (found.isEmpty() && hasRecords(posix, root, asked)) {
      found = read(files);
      if (found.isEmpty()) {
        requireLocks(asked);
        return asked;
      }
    }
    if (found.isEmpty()) {
      try (Durable durable = new Durable(posix, asked.modes(options.durable()))) {
        durable.publish(root, MANIFEST, asked.encode(options.clocks().wallSeconds()));
      }
      found = read(files);
    }
    if (found.isEmpty()) {
      throw new TableRefusedException("table.json was removed while the table was opened");
    }
    asked.requireSameTable(found.get());
    if (!found.get().equals(expected)) {
      requireBeatable(posix, root, found.get(), options);
    }
    return found.get();
  }

  /** Refuses leases that may be over, as others see them, before their third beat is seen. */
  private static void requireBeatable(
      Posix posix, Dir root, TableManifest table, LeaseOptions options)
      throws PosixException, TableRefusedException {
    long staleMillis =
        options.readStalenessMillis().isPresent()
            ? options.readStalenessMillis().getAsLong()
            : ReadStaleness.millis(posix, root);
    long ttlNanos = table.ttlMillis() * NANOS_PER_MILLI;
    long intervalNanos = options.beatIntervalNanos(ttlNanos);
    long wantedNanos = BEATS_IN_A_TTL * (intervalNanos + staleMillis * NANOS_PER_MILLI);
    if (ttlNanos < wantedNanos) {
      throw new TableRefusedException(
          String.format(
              Locale.ROOT,
              "leases of %.1f s are too short here: three beats, one each %.1f s and each seen up"
                  + " to %.1f s late, want %.1f s; let them last longer, beat more often, or mount"
                  + " with a shorter attribute cache",
              ttlNanos / 1e9,
              intervalNanos / 1e9,
              staleMillis / 1e3,
              wantedNanos / 1e9));
    }
  }

  /**
   * Writes a manifest for a table that has records and none: once for all, whoever comes first.
   *
   * @throws TableRefusedException it has another one, or no record
   */
  static void adopt(Posix posix, Dir root, TableManifest asked, LeaseOptions options)
      throws PosixException, DurabilityUnknownException, PoisonedException, TableRefusedException {
    requireWritable(posix, root);
    ShardFiles files = new ShardFiles(posix, root, ".");
    requireOwn(posix, root, asked.directoryMode());
    if (read(files).isPresent()) {
      throw new TableRefusedException("it has a table.json already");
    }
    if (!hasRecords(posix, root, asked)) {
      throw new TableRefusedException("there is no record: whoever opens it makes the table");
    }
    try (Durable durable = new Durable(posix, asked.modes(options.durable()))) {
      durable.publish(root, MANIFEST, asked.encode(options.clocks().wallSeconds()));
    }
    asked.requireSameTable(read(files).orElse(asked));
  }

  /** Before the first write, which would be taken for a failed barrier. */
  static void requireWritable(Posix posix, Dir root) throws PosixException, TableRefusedException {
    long[] slots = new long[FileSystemStat.SLOTS];
    PosixException.check(posix.fstatfs(root.fd(), slots), "fstatfs");
    if ((FileSystemStat.of(slots).flags() & Flags.ST_RDONLY) != 0) {
      throw new TableRefusedException(root + " is mounted read-only (EROFS)");
    }
  }

  /** Whether somebody has put records here; refuses those of a shard that is not asked for. */
  private static boolean hasRecords(Posix posix, Dir root, TableManifest asked)
      throws PosixException, TableRefusedException {
    boolean has = false;
    for (String name : new ShardFiles(posix, root, ".").list()) {
      if (Shards.isName(name) && hasRecords(posix, root, name)) {
        has = true;
        if (Integer.parseInt(name) >= asked.shardCount()) {
          throw new TableRefusedException(
              "there are records in " + name + ", no shard of " + asked.shardCount());
        }
      }
    }
    return has;
  }

  private static boolean hasRecords(Posix posix, Dir root, String shard) throws PosixException {
    try (Dir dir = root.openChild(Name.of(shard))) {
      return new ShardFiles(posix, dir, shard).list().stream().anyMatch(TableRoot::isRecord);
    }
  }

  private static boolean isRecord(String name) {
    return name.endsWith(RECORD_SUFFIX)
        && WorkId.isWorkId(name.substring(0, name.length() - RECORD_SUFFIX.length()));
  }

  private static void requireLocks(TableManifest asked) throws TableRefusedException {
    if (asked.protocol() == TableManifest.Protocol.FENCE) {
      throw new TableRefusedException(
          "there are records and no table.json: their writers take update locks");
    }
  }

  /**
   * The manifest of a table that is there.
   *
   * @param assumed what it is when it has none
   * @throws TableRefusedException it has none, and nothing is assumed
   */
  static TableManifest existing(Posix posix, Dir root, Optional<TableManifest> assumed)
      throws PosixException, TableRefusedException {
    Optional<TableManifest> found = read(new ShardFiles(posix, root, "."));
    return found.or(() -> assumed).orElseThrow(() -> new TableRefusedException(NO_MANIFEST));
  }

  static Optional<TableManifest> read(ShardFiles root)
      throws PosixException, TableRefusedException {
    FileContent content = root.read(MANIFEST);
    if (content instanceof FileContent.Refused refused) {
      throw new TableRefusedException("table.json is " + refused.reason());
    }
    return content instanceof FileContent.Bytes bytes
        ? Optional.of(TableManifest.decode(bytes.bytes()))
        : Optional.empty();
  }
}
