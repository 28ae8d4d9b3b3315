package io.holdfast.testkit.durable;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.holdfast.durable.BarrierForm;
import io.holdfast.durable.Dir;
import io.holdfast.durable.Durable;
import io.holdfast.durable.DurableOptions;
import io.holdfast.durable.Name;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.decorator.Call;
import io.holdfast.testkit.decorator.Fault;
import io.holdfast.testkit.decorator.FaultPosix;
import io.holdfast.testkit.decorator.MeanwhilePosix;
import io.holdfast.testkit.decorator.PosixCall;
import io.holdfast.testkit.decorator.RecordedCall;
import io.holdfast.testkit.decorator.RecordingPosix;
import io.holdfast.testkit.decorator.Trace;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The fresh directory of one test; between it and the verbs stand a trace, faults, and whatever
 * happens meanwhile, in this order. What the arena does itself passes none of them.
 *
 * <p>Texts stand for their ISO-8859-1 bytes: one character, one byte.
 */
public final class DurableArena {

  private static final long SEED = 20_261_129;

  private final Posix subject;
  private final RawPath path;
  private final MeanwhilePosix meanwhile;
  private final FaultPosix faults;
  private final RecordingPosix calls;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final Dir root;
  private final Durable durable;

  /**
   * Opens an empty directory.
   *
   * @param subject the Posix that is to carry the verbs
   */
  public DurableArena(Posix subject, RawPath path) throws PosixException {
    this.subject = subject;
    this.path = path;
    this.meanwhile = new MeanwhilePosix(subject);
    this.faults = new FaultPosix(meanwhile);
    this.calls = new RecordingPosix(faults);
    this.root = keep(Dir.open(subject, path));
    this.durable = durable(options());
  }

  /** Files 0600, directories 0700, fsync and probe as the barrier, names by a fixed seed. */
  public static DurableOptions options() {
    return DurableOptions.defaults()
        .withBarrierForm(BarrierForm.FSYNC)
        .withRandom(new SplittableRandom(SEED));
  }

  public static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  public static Name name(String text) {
    return Name.of(bytes(text));
  }

  Posix subject() {
    return subject;
  }

  RawPath path() {
    return path;
  }

  MeanwhilePosix meanwhile() {
    return meanwhile;
  }

  FaultPosix faults() {
    return faults;
  }

  void fail(Fault... all) {
    for (Fault fault : all) {
      faults.inject(fault);
    }
  }

  Trace trace() {
    return calls.trace();
  }

  void forgetCalls() {
    calls.clear();
  }

  public Dir root() {
    return root;
  }

  /** The verbs, with {@link #options}, through trace and faults. */
  public Durable durable() {
    return durable;
  }

  /** Verbs with other options; closed at the end of the test. */
  Durable durable(DurableOptions options) {
    return keep(new Durable(calls, options));
  }

  /** Makes a directory and opens it. */
  Dir directory(String name) throws PosixException {
    return directory(root, name);
  }

  Dir directory(Dir parent, String name) throws PosixException {
    PosixException.check(subject.mkdirat(parent.fd(), bytes(name), 0700), "mkdirat", bytes(name));
    return keep(parent.openChild(name(name)));
  }

  /** Writes a file, without any barrier. */
  void write(Dir dir, String name, String content) throws PosixException {
    int flags = Flags.O_WRONLY | Flags.O_CREAT | Flags.O_TRUNC;
    try (Descriptor file = Descriptor.open(subject, dir.fd(), bytes(name), flags, 0600)) {
      byte[] data = bytes(content);
      PosixException.check(subject.pwrite(file.number(), data, 0, data.length, 0), "pwrite");
    }
  }

  void symlink(String target, Dir dir, String name) throws PosixException {
    PosixException.check(subject.symlinkat(bytes(target), dir.fd(), bytes(name)), "symlinkat");
  }

  void rename(Dir fromDir, String from, Dir toDir, String to) {
    done(subject.renameat2(fromDir.fd(), bytes(from), toDir.fd(), bytes(to), 0), "renameat2");
  }

  void link(Dir dir, String from, String to) {
    done(subject.linkat(dir.fd(), bytes(from), dir.fd(), bytes(to), 0), "linkat");
  }

  void unlink(Dir dir, String name, int flags) {
    done(subject.unlinkat(dir.fd(), bytes(name), flags), "unlinkat");
  }

  /** The whole content behind a name. */
  public String content(Dir dir, String name) throws PosixException {
    try (Descriptor file =
        Descriptor.open(subject, dir.fd(), bytes(name), Flags.O_RDONLY | Flags.O_NOFOLLOW, 0)) {
      StringBuilder content = new StringBuilder();
      byte[] buffer = new byte[64 * 1024];
      for (; ; ) {
        int count = subject.pread(file.number(), buffer, 0, buffer.length, content.length());
        if (PosixException.check(count, "pread", bytes(name)) == 0) {
          return content.toString();
        }
        content.append(new String(buffer, 0, count, ISO_8859_1));
      }
    }
  }

  /** The names in a directory, sorted. */
  public Set<String> names(Dir dir) throws PosixException {
    return DirectoryEntries.list(subject, dir.fd()).stream()
        .map(entry -> new String(entry.name(), ISO_8859_1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  FileStat stat(Dir dir, String name) throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    int result = subject.fstatat(dir.fd(), bytes(name), slots, Flags.AT_SYMLINK_NOFOLLOW);
    PosixException.check(result, "fstatat", bytes(name));
    return FileStat.of(slots);
  }

  /** The fsync calls on a directory so far. */
  Trace directorySyncs(Dir dir) {
    return calls.trace().only(PosixCall.FSYNC).where(call -> call.call().descriptor() == dir.fd());
  }

  /** The fsync calls on files so far, staged or without a name. */
  Trace contentSyncs() {
    return calls.trace().only(PosixCall.FSYNC).where(call -> call.subject() != null);
  }

  /** The journal operations on a directory in the first form of the barrier probe. */
  Trace attributeProbes(Dir dir) {
    return calls
        .trace()
        .only(PosixCall.FSETXATTR)
        .where(call -> call.call().descriptor() == dir.fd());
  }

  /** Whether a descriptor was opened last as the staged file of a record. */
  boolean isOpenedAs(int descriptor, String record) {
    return calls.trace().only(PosixCall.OPENAT).stream()
        .filter(call -> call.result() == descriptor)
        .reduce((earlier, later) -> later)
        .map(call -> call.call().names().get(0).toString().startsWith(record + "."))
        .orElse(false);
  }

  /** Whether a call opens a file without a name. */
  static boolean opensUnnamed(Call call) {
    return call.which() == PosixCall.OPENAT
        && ((Integer) call.arguments().get(2) & Flags.O_TMPFILE) == Flags.O_TMPFILE;
  }

  /** The only call of a trace. */
  static RecordedCall single(Trace trace) {
    if (trace.size() != 1) {
      throw new AssertionError("expected one call, not " + trace.size() + ":\n" + trace);
    }
    return trace.calls().get(0);
  }

  /** A result that says that some state cannot be made or looked at. */
  private static void done(int result, String operation) {
    if (result < 0) {
      throw new AssertionError(operation + " answered " + Errno.of(result));
    }
  }

  <T extends AutoCloseable> T keep(T closeable) {
    opened.push(closeable);
    return closeable;
  }

  /** Closes what was opened. */
  void closeAll() throws Exception {
    faults.heal();
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
  }
}
