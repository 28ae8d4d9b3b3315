package io.holdfast.testkit.result;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.RootTrust;
import io.holdfast.lease.TableManifest;
import io.holdfast.lease.WorkLeaseTable;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.result.ContentHash;
import io.holdfast.result.ResultManifest;
import io.holdfast.testkit.decorator.FaultPosix;
import io.holdfast.testkit.decorator.MeanwhilePosix;
import io.holdfast.testkit.lease.Seat;
import io.holdfast.testkit.proof.Tree;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/** The directory of one test, its parties, a table of leases, and a hand that reaches past them. */
public final class ResultArena {

  static final long TTL_MILLIS = 10_000;

  private static final String LEASES = "leases";

  private final Posix subject;
  private final RawPath root;
  private final DurableOptions barriers;
  private final MeanwhilePosix meanwhile;
  private final FaultPosix faults;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final Party first;
  private final Party second;
  private int seats;

  ResultArena(Posix subject, RawPath root, DurableOptions barriers) throws Exception {
    this.subject = subject;
    this.root = root;
    this.barriers = barriers;
    this.meanwhile = new MeanwhilePosix(subject);
    this.faults = new FaultPosix(meanwhile);
    this.first = keep(new Party(faults, root, barriers));
    this.second = keep(new Party(subject, root, barriers));
  }

  /** Its calls pass {@link #faults} and {@link #meanwhile}. */
  Party first() {
    return first;
  }

  Party second() {
    return second;
  }

  FaultPosix faults() {
    return faults;
  }

  MeanwhilePosix meanwhile() {
    return meanwhile;
  }

  <T extends AutoCloseable> T keep(T closeable) {
    opened.push(closeable);
    return closeable;
  }

  Seat seat() {
    return new Seat(subject, barriers, ++seats);
  }

  /** A coordinator's table; its leases have numbers that stages are made for. */
  WorkLeaseTable table(Seat seat, String owner) throws Exception {
    RawPath path = root.resolve(RawPath.of(LEASES));
    subject.mkdirat(Flags.AT_FDCWD, path.bytes(), 0700);
    TableManifest manifest = TableManifest.ofWork().withShardCount(4).withTtlMillis(TTL_MILLIS);
    RootTrust trust = RootTrust.declaredByCaller("a test");
    return keep(WorkLeaseTable.open(seat.posix(), path, manifest, seat.options(), trust, owner));
  }

  /** What is public: contents by name. */
  Map<String, String> published() {
    return below(Party.PUBLIC + "/");
  }

  /** What is staged: contents by stage and name. */
  Map<String, String> staged() {
    Map<String, String> staged = below(Party.STAGING + "/");
    staged.remove("stage");
    return staged;
  }

  private Map<String, String> below(String prefix) {
    Map<String, String> found = new TreeMap<>();
    Tree.read(subject, root)
        .forEach(
            (path, content) -> {
              if (path.startsWith(prefix)) {
                found.put(path.substring(prefix.length()), content);
              }
            });
    return found;
  }

  /** What is public when these texts are, and nothing else. */
  static Map<String, String> contents(String... contents) {
    Map<String, String> all = new TreeMap<>();
    Arrays.stream(contents).forEach(content -> all.put(hash(content).hex(), content));
    return all;
  }

  static ContentHash hash(String content) {
    return ContentHash.of(content.getBytes(ISO_8859_1));
  }

  static String stagedPath(ResultManifest manifest, String content) {
    return Party.STAGING + "/stage/" + manifest.stage() + "/" + hash(content);
  }

  static String publicPath(String content) {
    return Party.PUBLIC + "/" + hash(content);
  }

  /** Writes a file behind everybody's back, over what is there. */
  void write(String path, String content) throws PosixException {
    byte[] bytes = content.getBytes(ISO_8859_1);
    int flags = Flags.O_WRONLY | Flags.O_CREAT | Flags.O_TRUNC;
    try (Descriptor file = Descriptor.open(subject, Flags.AT_FDCWD, at(path), flags, 0600)) {
      int written = subject.pwrite(file.number(), bytes, 0, bytes.length, 0);
      if (PosixException.check(written, "pwrite") != bytes.length) {
        throw new AssertionError("short write");
      }
    }
  }

  void mkdir(String path) throws PosixException {
    PosixException.check(subject.mkdirat(Flags.AT_FDCWD, at(path), 0700), "mkdirat");
  }

  void link(String target, String path) throws PosixException {
    PosixException.check(
        subject.symlinkat(target.getBytes(ISO_8859_1), Flags.AT_FDCWD, at(path)), "symlinkat");
  }

  void unlink(String path) throws PosixException {
    PosixException.check(subject.unlinkat(Flags.AT_FDCWD, at(path), 0), "unlinkat");
  }

  private byte[] at(String path) {
    return root.resolve(RawPath.of(path)).bytes();
  }

  void closeAll() throws Exception {
    faults.heal();
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
  }
}
