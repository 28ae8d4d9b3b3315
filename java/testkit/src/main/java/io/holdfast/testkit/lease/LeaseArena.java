package io.holdfast.testkit.lease;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.holdfast.durable.Dir;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.RootTrust;
import io.holdfast.lease.LeaseOptions;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.TableManifest.Protocol;
import io.holdfast.lease.WorkId;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.PosixCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The root of one test, its coordinators, and a hand that reaches past them all into the table's
 * files.
 *
 * <p>Paths are relative to the root and stand for their ISO-8859-1 bytes.
 */
public final class LeaseArena {

  /** The ttl of the tables of these tests. */
  public static final long TTL_MILLIS = 10_000;

  /** The directory of sessions. */
  static final String SESSIONS = "sessions";

  private static final int SHARDS = 4;
  private static final int BYSTANDER = 1_000;
  private static final RootTrust TRUST = RootTrust.declaredByCaller("a test");

  private final long firstSeed;
  private final Supplier<Posix> processes;
  private final Posix hand;
  private final RawPath root;
  private final DurableOptions barriers;
  private final Protocol protocol;
  private final Dir dir;
  private final List<Coordinator> coordinators = new ArrayList<>();

  /**
   * Opens an empty root.
   *
   * @param processes gives each coordinator its Posix
   * @param barriers how each makes its barriers
   * @param protocol of the tables that are opened here
   */
  public LeaseArena(
      Supplier<Posix> processes, RawPath root, DurableOptions barriers, Protocol protocol)
      throws PosixException {
    this(processes, root, barriers, protocol, 1);
  }

  /** One whose coordinators have names of their own, by seeds from a number on. */
  LeaseArena(
      Supplier<Posix> processes,
      RawPath root,
      DurableOptions barriers,
      Protocol protocol,
      long firstSeed)
      throws PosixException {
    this.firstSeed = firstSeed;
    this.protocol = protocol;
    this.processes = processes;
    this.hand = processes.get();
    this.root = root;
    this.barriers = barriers;
    this.dir = Dir.open(hand, root);
  }

  RawPath root() {
    return root;
  }

  Posix hand() {
    return hand;
  }

  /** Four shards, ten seconds, files 0600, directories 0700. */
  TableManifest manifest() {
    return TableManifest.ofWork()
        .withProtocol(protocol)
        .withShardCount(SHARDS)
        .withTtlMillis(TTL_MILLIS);
  }

  // ---- coordinators

  /** One that has not opened the table yet. */
  Coordinator coordinator(String owner) {
    Coordinator coordinator =
        new Coordinator(
            owner, new Seat(processes.get(), barriers, firstSeed + coordinators.size()));
    coordinators.add(coordinator);
    return coordinator;
  }

  /** One with the table open. */
  Coordinator open(String owner) throws Exception {
    return open(owner, manifest());
  }

  Coordinator open(String owner, TableManifest manifest) throws Exception {
    return coordinator(owner).open(root, manifest, TRUST);
  }

  /** One whose table works otherwise than by default. */
  Coordinator open(String owner, UnaryOperator<LeaseOptions> change) throws Exception {
    return coordinator(owner).with(change).open(root, manifest(), TRUST);
  }

  Coordinator open(String owner, RawPath below, TableManifest manifest) throws Exception {
    return coordinator(owner).open(below, manifest, TRUST);
  }

  /** For somebody who opens no table. */
  Seat seat() {
    return new Seat(processes.get(), barriers, firstSeed + BYSTANDER);
  }

  static RootTrust trust() {
    return TRUST;
  }

  /** Lets time pass for everybody. */
  void pass(long millis) {
    coordinators.forEach(coordinator -> coordinator.pass(millis));
  }

  /** Lets a claim watch a lease that is not renewed, for its whole ttl. */
  void outlast(Coordinator observer, WorkId id) throws Exception {
    observer.claim(id);
    pass(TTL_MILLIS);
  }

  /**
   * The same for what is committing. In a fence table a replay begins to watch its session; in a
   * table with update locks a replay waits for nothing but the lock.
   */
  void outlastCommit(Coordinator observer, WorkId id) throws Exception {
    if (protocol == Protocol.FENCE) {
      observer.replay(
          id,
          (lease, manifest) -> {
            throw new AssertionError("its session was not watched for the ttl");
          });
    }
    pass(TTL_MILLIS);
  }

  /** Lets the barrier fail that follows upon the change by which an id is released. */
  void failTheBarrierBehindARelease(Coordinator coordinator, WorkId id) {
    PosixCall change = protocol == Protocol.FENCE ? PosixCall.RENAMEAT2 : PosixCall.UNLINKAT;
    String name = id.hex() + (protocol == Protocol.FENCE ? ".fence." : ".json");
    coordinator
        .meanwhile()
        .after(
            change,
            call -> call.names().get(0).toString().startsWith(name),
            () -> coordinator.fail(Fault.of(PosixCall.FSYNC, Errno.EIO)));
  }

  // ---- ids and names

  /** Ids that differ in every digit that decides a shard. */
  static WorkId id(int number) {
    return new WorkId(String.format(Locale.ROOT, "%08x", number) + "a".repeat(56));
  }

  static String shard(WorkId id) {
    return String.format(Locale.ROOT, "%03d", id.shard(SHARDS));
  }

  /** The names of an id's shard that begin with a kind, such as {@code ".fence."}. */
  Set<String> names(WorkId id, String kind) throws PosixException {
    if (!isThere(shard(id))) {
      return Set.of();
    }
    return names(shard(id)).stream()
        .filter(name -> name.startsWith(id.hex() + kind))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The only name of a kind, with its directory before it. */
  String path(WorkId id, String kind) throws PosixException {
    Set<String> names = names(id, kind);
    if (names.size() != 1) {
      throw new AssertionError("not one name of " + kind + ": " + names);
    }
    return shard(id) + "/" + names.iterator().next();
  }

  /** {@code <id>.json}: the record where it has an update lock, a hint where it has a fence. */
  static String hint(WorkId id) {
    return shard(id) + "/" + id.hex() + ".json";
  }

  /** {@code <id>.json.lock}. */
  static String lock(WorkId id) {
    return hint(id) + ".lock";
  }

  /** The file of the record that counts: of the fence that stands, or the only one. */
  String countingRecord(WorkId id) throws PosixException {
    return protocol == Protocol.FENCE ? path(id, ".fence.").replace(".fence.", ".rec.") : hint(id);
  }

  /** Everything that is there of an id, but for its update lock, which stays. */
  Set<String> namesOfRecords(WorkId id) throws PosixException {
    Set<String> names = new TreeSet<>(names(id, ""));
    names.remove(id.hex() + ".json.lock");
    return names;
  }

  /** Removes what is nothing but a hint; a table with update locks has none. */
  void dropHint(WorkId id) {
    if (protocol == Protocol.FENCE) {
      unlink(hint(id));
    }
  }

  /** The session's file, whatever its beat. */
  String session(Coordinator coordinator) throws PosixException {
    String id = coordinator.session().id();
    return names(SESSIONS).stream()
        .filter(name -> name.startsWith(id))
        .map(name -> SESSIONS + "/" + name)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no file of session " + id));
  }

  // ---- the hand

  static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  static String text(byte[] bytes) {
    return new String(bytes, ISO_8859_1);
  }

  Set<String> names(String directory) throws PosixException {
    try (Descriptor below = open(directory, Flags.O_RDONLY | Flags.O_DIRECTORY)) {
      return DirectoryEntries.list(hand, below.number()).stream()
          .map(entry -> new String(entry.name(), ISO_8859_1))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  byte[] read(String path) throws PosixException {
    try (Descriptor file = open(path, Flags.O_RDONLY)) {
      byte[] content = new byte[(int) stat(path).size()];
      for (int at = 0; at < content.length; ) {
        int length = Math.min(content.length - at, Posix.TRANSFER_LIMIT);
        int count = hand.pread(file.number(), content, at, length, at);
        at += PosixException.check(count, "pread", bytes(path));
      }
      return content;
    }
  }

  /** Writes into the file that is there, or makes it: every name of it sees the same. */
  void write(String path, byte[] content) throws PosixException {
    try (Descriptor file = open(path, Flags.O_WRONLY | Flags.O_CREAT | Flags.O_TRUNC)) {
      for (int at = 0; at < content.length; ) {
        int length = Math.min(content.length - at, Posix.TRANSFER_LIMIT);
        int count = hand.pwrite(file.number(), content, at, length, at);
        at += PosixException.check(count, "pwrite", bytes(path));
      }
    }
  }

  private Descriptor open(String path, int flags) throws PosixException {
    return Descriptor.open(hand, dir.fd(), bytes(path), flags, 0600);
  }

  FileStat stat(String path) throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    int done = hand.fstatat(dir.fd(), bytes(path), slots, Flags.AT_SYMLINK_NOFOLLOW);
    PosixException.check(done, "fstatat", bytes(path));
    return FileStat.of(slots);
  }

  boolean isThere(String path) {
    long[] slots = new long[FileStat.SLOTS];
    return hand.fstatat(dir.fd(), bytes(path), slots, Flags.AT_SYMLINK_NOFOLLOW) == 0;
  }

  void rename(String from, String to) {
    done(hand.renameat2(dir.fd(), bytes(from), dir.fd(), bytes(to), 0), "renameat2 " + from);
  }

  void unlink(String path) {
    done(hand.unlinkat(dir.fd(), bytes(path), 0), "unlinkat " + path);
  }

  void rmdir(String path) {
    done(hand.unlinkat(dir.fd(), bytes(path), Flags.AT_REMOVEDIR), "unlinkat " + path);
  }

  void symlink(String target, String path) {
    done(hand.symlinkat(bytes(target), dir.fd(), bytes(path)), "symlinkat " + path);
  }

  void mkdir(String path) {
    done(hand.mkdirat(dir.fd(), bytes(path), 0700), "mkdirat " + path);
  }

  void chmod(String path, int mode) {
    done(hand.fchmodat(dir.fd(), bytes(path), mode), "fchmodat " + path);
  }

  /** A result that says that some state cannot be made. */
  private static void done(int result, String what) {
    if (result < 0) {
      throw new AssertionError(what + " answered " + Errno.of(result));
    }
  }

  /** Ends every coordinator and lets go of the root. */
  void closeAll() {
    for (Coordinator coordinator : coordinators) {
      coordinator.faults().heal();
      coordinator.close();
    }
    dir.close();
  }
}
