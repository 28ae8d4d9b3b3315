package io.holdfast.litmus;

import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.PosixException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The operations that a state root is used with, spelled as system calls, each read back. The two
 * lock operations are asked by {@link LockLitmus}.
 */
final class LocalProbe {

  private final ProbeDir home;
  private final ProbeDir publication;
  private final BarrierReach reach;

  /**
   * @param home an empty directory of the probe tree
   * @param publication an empty directory under the publication root
   */
  LocalProbe(ProbeDir home, ProbeDir publication, BarrierReach reach) {
    this.home = home;
    this.publication = publication;
    this.reach = reach;
  }

  /** The experiments by question, in the order in which they are asked. */
  Map<Question, Interview.Experiment> experiments() {
    Map<Question, Interview.Experiment> experiments = new LinkedHashMap<>();
    experiments.put(Question.FILE_FSYNC, deadline -> fileFsync());
    experiments.put(Question.DIRECTORY_FSYNC, deadline -> directoryFsync());
    experiments.put(Question.SAME_DIRECTORY_REPLACE, deadline -> sameDirectoryReplace());
    experiments.put(Question.CROSS_DIRECTORY_REPLACE, deadline -> crossDirectoryReplace());
    experiments.put(Question.PUBLICATION_REPLACE, deadline -> publicationReplace());
    experiments.put(Question.HARD_LINK, deadline -> hardLink());
    experiments.put(Question.DURABLE_UNLINK, deadline -> durableUnlink());
    return experiments;
  }

  private Outcome fileFsync() throws PosixException, Stopped {
    byte[] content = content("synced");
    try (Descriptor file = home.create("synced", content)) {
      home.sync(file);
    }
    mustRead(home, "synced", content);
    return reach.kind() == BarrierReach.Kind.NONE
        ? reach.outcome("wrote " + content.length + " bytes, fsync 0, read back equal")
        : Outcome.qualified("wrote " + content.length + " bytes, fsync 0, read back equal");
  }

  private Outcome directoryFsync() throws PosixException {
    home.create("named", content("named")).close();
    int result = home.barrier();
    if (result == 0) {
      return reach.outcome("made a name, fsync of the directory 0");
    }
    Errno errno = Errno.of(result);
    if (isUnsupported(errno)) {
      return Outcome.refuted("fsync of a directory is unsupported here: " + errno, errno);
    }
    throw PosixException.of("fsync of a directory", result);
  }

  private Outcome sameDirectoryReplace() throws PosixException, Stopped {
    home.createSynced("record", content("old"));
    return replace(home, home, "record");
  }

  private Outcome crossDirectoryReplace() throws PosixException, Stopped {
    try (ProbeDir from = home.makeDir("from");
        ProbeDir to = home.makeDir("to")) {
      to.createSynced("record", content("old"));
      return replace(from, to, "record");
    }
  }

  private Outcome publicationReplace() throws PosixException, Stopped {
    publication.createSynced("published", content("old"));
    return replace(home, publication, "published");
  }

  /** Staged name → write → fchmod → fsync → renameat2 over the old one → barriers. */
  private static Outcome replace(ProbeDir from, ProbeDir to, String name)
      throws PosixException, Stopped {
    byte[] content = content("new " + name);
    String staged = "staged." + name;
    FileStat inode = from.stage(staged, content);
    int renamed = from.rename(staged, to, name, 0);
    if (Errno.EXDEV.is(renamed)) {
      throw Stopped.refuted(
          "rename answered EXDEV (18): both directories are not on one mount", Errno.EXDEV);
    }
    PosixException.check(renamed, "renameat2");
    String barriers = barriers(from, to);
    mustRead(to, name, content);
    mustBeAbsent(from, staged);
    String inodes = to.stat(name).sameFileAs(inode) ? "same inode" : "another inode number";
    return Outcome.qualified(
        "staged, renamed over the old file, " + barriers + ", read back new, " + inodes);
  }

  private static String barriers(ProbeDir from, ProbeDir to) throws PosixException {
    String first = barrier(to);
    return from == to ? "barrier " + first : "barriers " + first + " and " + barrier(from);
  }

  /** A barrier that is refused for being unsupported is the answer to another question. */
  private static String barrier(ProbeDir directory) throws PosixException {
    int result = directory.barrier();
    if (result == 0) {
      return "0";
    }
    Errno errno = Errno.of(result);
    if (isUnsupported(errno)) {
      return errno.toString();
    }
    throw PosixException.of("fsync of the directory", result);
  }

  private Outcome hardLink() throws PosixException, Stopped {
    byte[] content = content("linked");
    home.createSynced("one", content);
    int linked = home.link("one", "two");
    if (linked != 0) {
      throw PosixException.of("linkat", linked);
    }
    int again = home.link("one", "two");
    if (!Errno.EEXIST.is(again)) {
      throw Stopped.refuted(
          "a second link to a taken name answered "
              + (again == 0 ? "0" : Errno.of(again).toString())
              + " and not EEXIST",
          again == 0 ? null : Errno.of(again));
    }
    String barrier = barrier(home);
    byte[] changed = content("LINKED");
    try (Descriptor file = home.open("two", Flags.O_RDWR | Flags.O_NOFOLLOW)) {
      home.write(file, changed);
      home.sync(file);
    }
    mustRead(home, "one", changed);
    FileStat one = home.stat("one");
    FileStat two = home.stat("two");
    return Outcome.qualified(
        "linked, second link EEXIST, barrier "
            + barrier
            + ", written through one name and read through the other, "
            + (one.sameFileAs(two) ? "same inode" : "inode numbers differ")
            + ", "
            + one.nlink()
            + " links");
  }

  private Outcome durableUnlink() throws PosixException, Stopped {
    home.createSynced("doomed", content("doomed"));
    home.unlink("doomed");
    String barrier = barrier(home);
    mustBeAbsent(home, "doomed");
    boolean listed =
        home.list().stream().anyMatch(e -> Arrays.equals(e.name(), Spelling.bytes("doomed")));
    if (listed) {
      throw Stopped.refuted("a removed name is still listed after the barrier", null);
    }
    if (!barrier.equals("0")) {
      throw Stopped.refuted(
          "the name was removed, its directory cannot be synced: " + barrier, null);
    }
    return reach.outcome("unlinked, fsync of the directory 0, the name is gone");
  }

  private static void mustRead(ProbeDir directory, String name, byte[] content)
      throws PosixException, Stopped {
    byte[] seen = directory.read(name);
    if (!Arrays.equals(seen, content)) {
      throw Stopped.refuted(
          "read " + seen.length + " bytes back that are not the " + content.length + " written",
          null);
    }
  }

  private static void mustBeAbsent(ProbeDir directory, String name) throws PosixException, Stopped {
    long[] slots = new long[FileStat.SLOTS];
    int look = directory.look(name, slots);
    if (look == 0) {
      throw Stopped.refuted("a name that was moved or removed is still there", null);
    }
    if (!Errno.ENOENT.is(look)) {
      throw PosixException.of("fstatat", look);
    }
  }

  static boolean isUnsupported(Errno errno) {
    return errno.equals(Errno.EINVAL)
        || errno.equals(Errno.ENOSYS)
        || errno.equals(Errno.EOPNOTSUPP);
  }

  /** 256 bytes that no other step writes. */
  static byte[] content(String what) {
    String line = "holdfast probe " + what + "\n";
    return line.repeat(256 / line.length() + 1).substring(0, 256).getBytes(StandardCharsets.UTF_8);
  }
}
