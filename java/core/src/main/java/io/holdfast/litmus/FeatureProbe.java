package io.holdfast.litmus;

import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** What better paths the storage offers beyond the operations that everything needs. */
final class FeatureProbe {

  private static final byte[] ATTRIBUTE = Spelling.bytes("user.holdfast.probe");

  private final ProbeDir home;
  private final Posix posix;
  private final Contender contender;
  private final byte[][] homeNames;

  /**
   * @param home an empty directory of the probe tree
   * @param contender tries the lock, because a lock call may hang
   * @param homeNames how it reaches {@code home}
   */
  FeatureProbe(ProbeDir home, Contender contender, byte[]... homeNames) {
    this.home = home;
    this.posix = home.posix();
    this.contender = contender;
    this.homeNames = homeNames.clone();
  }

  /** The experiments by question, in the order in which they are asked. */
  Map<Question, Interview.Experiment> experiments() {
    Map<Question, Interview.Experiment> experiments = new LinkedHashMap<>();
    experiments.put(Question.TMPFILE_LINK, deadline -> tmpfileLink());
    experiments.put(Question.RENAME_NOREPLACE, deadline -> renameNoReplace());
    experiments.put(Question.RENAME_EXCHANGE, deadline -> renameExchange());
    experiments.put(Question.FSYNC_READONLY, deadline -> fsyncReadOnly());
    experiments.put(Question.BIRTH_TIME, deadline -> birthTime());
    experiments.put(Question.USER_XATTR, deadline -> userXattr());
    experiments.put(Question.FLOCK_READONLY, this::flockReadOnly);
    return experiments;
  }

  private Outcome tmpfileLink() throws PosixException {
    byte[] content = LocalProbe.content("without a name");
    int flags = Flags.O_TMPFILE | Flags.O_RDWR;
    int opened = posix.openat(home.fd(), Spelling.bytes("."), flags, ProbeDir.FILE_MODE);
    if (opened < 0) {
      Errno errno = Errno.of(opened);
      boolean absent =
          errno.equals(Errno.EOPNOTSUPP)
              || errno.equals(Errno.EISDIR)
              || errno.equals(Errno.ENOENT)
              || errno.equals(Errno.EINVAL);
      if (absent) {
        return Outcome.refuted("O_TMPFILE is unsupported here: " + errno, errno);
      }
      throw PosixException.of("openat(O_TMPFILE)", opened);
    }
    try (Descriptor file = Descriptor.own(posix, opened)) {
      home.write(file, content);
      home.sync(file);
      String form = home.linkUnnamed(file, "linked");
      byte[] seen = home.read("linked");
      return Arrays.equals(seen, content)
          ? Outcome.qualified("written, synced, linked by " + form + ", read back equal")
          : Outcome.refuted("the linked file has other bytes than were written", null);
    }
  }

  /** On a taken name the VFS answers EEXIST before the file system is asked: both are tried. */
  private Outcome renameNoReplace() throws PosixException {
    byte[] content = LocalProbe.content("taken");
    home.create("source", LocalProbe.content("source")).close();
    home.create("taken", content).close();
    int taken = home.rename("source", home, "taken", Flags.RENAME_NOREPLACE);
    String takenSaid = taken == 0 ? "0" : Errno.of(taken).toString();
    if (taken == 0 || !Arrays.equals(home.read("taken"), content)) {
      return Outcome.refuted("RENAME_NOREPLACE replaced a taken name", null);
    }
    int fresh = home.rename("source", home, "fresh", Flags.RENAME_NOREPLACE);
    if (fresh != 0) {
      Errno errno = Errno.of(fresh);
      return Outcome.refuted(
          "RENAME_NOREPLACE on a fresh name answered "
              + errno
              + " (on a taken one "
              + takenSaid
              + ")",
          errno);
    }
    return Errno.EEXIST.is(taken)
        ? Outcome.qualified("fresh name 0, taken name EEXIST")
        : Outcome.refuted(
            "RENAME_NOREPLACE on a taken name answered " + takenSaid, Errno.of(taken));
  }

  private Outcome renameExchange() throws PosixException {
    byte[] one = LocalProbe.content("one");
    byte[] two = LocalProbe.content("two");
    home.create("left", one).close();
    home.create("right", two).close();
    int result = home.rename("left", home, "right", Flags.RENAME_EXCHANGE);
    if (result != 0) {
      Errno errno = Errno.of(result);
      return Outcome.refuted("RENAME_EXCHANGE answered " + errno, errno);
    }
    boolean exchanged =
        Arrays.equals(home.read("left"), two) && Arrays.equals(home.read("right"), one);
    return exchanged
        ? Outcome.qualified("both names changed their files")
        : Outcome.refuted("RENAME_EXCHANGE answered 0 and exchanged nothing", null);
  }

  private Outcome fsyncReadOnly() throws PosixException {
    home.create("read", LocalProbe.content("read")).close();
    try (Descriptor file = home.open("read", Flags.O_RDONLY | Flags.O_NOFOLLOW)) {
      home.sync(file);
    }
    return Outcome.qualified("fsync 0 on a descriptor opened O_RDONLY");
  }

  private Outcome birthTime() throws PosixException {
    home.create("born", LocalProbe.content("born")).close();
    long[] slots = new long[FileStat.SLOTS];
    int mask = Flags.STATX_BASIC_STATS | Flags.STATX_BTIME;
    byte[] name = Spelling.bytes("born");
    PosixException.check(
        posix.statx(home.fd(), name, Flags.AT_SYMLINK_NOFOLLOW, mask, slots), "statx");
    boolean told = (FileStat.of(slots).mask() & Flags.STATX_BTIME) != 0;
    return told
        ? Outcome.qualified("statx fills STATX_BTIME")
        : Outcome.refuted("statx does not fill STATX_BTIME", null);
  }

  private Outcome userXattr() throws PosixException {
    byte[] value = Spelling.bytes("1");
    PosixException.check(posix.fsetxattr(home.fd(), ATTRIBUTE, value, 0), "fsetxattr");
    byte[] seen = new byte[8];
    int length = PosixException.check(posix.fgetxattr(home.fd(), ATTRIBUTE, seen), "fgetxattr");
    PosixException.check(posix.fremovexattr(home.fd(), ATTRIBUTE), "fremovexattr");
    return Arrays.equals(Arrays.copyOf(seen, length), value)
        ? Outcome.qualified("set on the directory, read back, removed")
        : Outcome.refuted("another value was read back than was set", null);
  }

  private Outcome flockReadOnly(long deadlineNanos)
      throws PosixException, Stopped, LitmusException {
    home.create("lock", LocalProbe.content("lock")).close();
    int directory = contender.directory(deadlineNanos, homeNames);
    int file =
        contender.handle(
            "prepare", "open " + directory + " " + Spelling.hex("lock") + " ro", deadlineNanos);
    Reply reply = contender.ask("flock " + file + " ex nb", deadlineNanos);
    if (reply instanceof Reply.Failed failed) {
      return Outcome.refuted(
          "flock(LOCK_EX) on a descriptor opened O_RDONLY answered " + failed.errno(),
          failed.errno());
    }
    contender.values("held", reply);
    contender.must("released", "close " + file, deadlineNanos);
    return Outcome.qualified("flock(LOCK_EX) 0 on a descriptor opened O_RDONLY");
  }
}
