package io.holdfast.lab.crash;

import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.nio.charset.StandardCharsets;

/**
 * Tells the rig what the workload is about to do and what it was promised, in the one order in
 * which the rig sees everything else. {@link Ledger} reads it back. Any thread may use it.
 */
final class Marks implements AutoCloseable {

  /** The workload begins; what was done before is durable. */
  static final String BEGIN = "begin";

  /** The workload is over. */
  static final String END = "end";

  static final String STARTED = "started";
  static final String ACKNOWLEDGED = "acknowledged";
  static final String PUBLISHED = "published";
  static final String PRESENT = "present";

  private final Posix posix;
  private final Descriptor descriptor;
  private final String prefix;
  private final String suffix;

  private Marks(Posix posix, Descriptor descriptor, String prefix, String suffix) {
    this.posix = posix;
    this.descriptor = descriptor;
    this.prefix = prefix;
    this.suffix = suffix;
  }

  /** Marks into the log of a rig. */
  static Marks intoLog(Posix posix, RawPath control) throws PosixException {
    return new Marks(posix, open(posix, control, Flags.O_WRONLY), "mark ", "");
  }

  /** Marks as lines of a file that several processes append to. */
  static Marks intoFile(Posix posix, RawPath file) throws PosixException {
    int flags = Flags.O_WRONLY | Flags.O_CREAT | Flags.O_APPEND;
    return new Marks(posix, open(posix, file, flags), "", "\n");
  }

  private static Descriptor open(Posix posix, RawPath path, int flags) throws PosixException {
    return Descriptor.open(posix, Flags.AT_FDCWD, path.bytes(), flags, 0600);
  }

  /** From now on a name may have this version; {@link Content#ABSENT} is one. */
  void started(String name, int version) throws PosixException {
    say(STARTED + " " + name + " " + version);
  }

  /** From now on no version that was started before this one may be found. */
  void acknowledged(String name, int version) throws PosixException {
    say(ACKNOWLEDGED + " " + name + " " + version);
  }

  /** From now on this version is found, and never another. */
  void published(String name, int version) throws PosixException {
    say(PUBLISHED + " " + name + " " + version);
  }

  /** From now on one of the versions that were started is found. */
  void present(String name) throws PosixException {
    say(PRESENT + " " + name + " " + Content.ABSENT);
  }

  void say(String mark) throws PosixException {
    byte[] line = (prefix + mark + suffix).getBytes(StandardCharsets.UTF_8);
    int written = posix.write(descriptor.number(), line, 0, line.length);
    if (PosixException.check(written, "write") != line.length) {
      throw new IllegalStateException("a mark was cut");
    }
  }

  @Override
  public void close() {
    descriptor.close();
  }
}
