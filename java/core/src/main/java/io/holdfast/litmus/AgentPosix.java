package io.holdfast.litmus;

import io.holdfast.clock.NanoClock;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import java.util.Arrays;

/**
 * System calls that an agent makes, so that what asks a file system here can ask one elsewhere.
 * Descriptors are the agent's handles; the contender's root is {@link #ROOT}. Calls that no probe
 * makes answer ENOSYS.
 *
 * <p>A call that gets no answer until its deadline throws {@link AgentLost}, and so does every
 * later one on descriptors of the agent that was lost. To be used by one thread.
 */
final class AgentPosix extends RefusingPosix {

  /** The directory that the contender stands in. */
  static final int ROOT = 0;

  // Slots of FileStat.
  private static final int DEV = 0;
  private static final int INO = 1;
  private static final int MODE = 2;
  private static final int NLINK = 3;
  private static final int UID = 4;
  private static final int SIZE = 7;
  private static final int MTIME = 11;

  private final Contender contender;
  private final NanoClock clock;
  private final long timeoutNanos;
  private final long endNanos;

  /**
   * @param timeoutNanos how long one call may take
   * @param endNanos of {@code clock}: when all of them have ended
   */
  AgentPosix(Contender contender, NanoClock clock, long timeoutNanos, long endNanos) {
    this.contender = contender;
    this.clock = clock;
    this.timeoutNanos = timeoutNanos;
    this.endNanos = endNanos;
  }

  @Override
  public int openat(int dirfd, byte[] path, int flags, int mode) {
    if (dirfd == Flags.AT_FDCWD) {
      return Errno.ENOSYS.asResult();
    }
    String place = dirfd + " " + Spelling.hex(path);
    boolean isDirectory = (flags & Flags.O_DIRECTORY) != 0;
    return (int) number(isDirectory ? "dir " + place : "open " + place + " " + words(flags));
  }

  private static String words(int flags) {
    int access = flags & Flags.O_ACCMODE;
    StringBuilder words = new StringBuilder();
    words.append(access == Flags.O_RDWR ? "rw" : access == Flags.O_WRONLY ? "wo" : "ro");
    words.append((flags & Flags.O_CREAT) != 0 ? ",creat" : "");
    words.append((flags & Flags.O_EXCL) != 0 ? ",excl" : "");
    return words.toString();
  }

  @Override
  public int close(int fd) {
    return result(ask("close " + fd));
  }

  @Override
  public int pread(int fd, byte[] buffer, int offset, int length, long position) {
    return filled(ask("read " + fd + " " + position + " " + length), buffer, offset, length);
  }

  @Override
  public int pwrite(int fd, byte[] buffer, int offset, int length, long position) {
    byte[] bytes = Arrays.copyOfRange(buffer, offset, offset + length);
    return (int) number("write " + fd + " " + position + " " + Spelling.hex(bytes));
  }

  /** To the beginning of a directory only. */
  @Override
  public long lseek(int fd, long offset, int whence) {
    return offset == 0 && whence == Flags.SEEK_SET
        ? result(ask("rewind " + fd))
        : Errno.ENOSYS.asResult();
  }

  @Override
  public int fsync(int fd) {
    return result(ask("fsync " + fd));
  }

  @Override
  public int fstat(int fd, long[] stat) {
    return stat(ask("fstat " + fd), stat);
  }

  /** Never follows a link. */
  @Override
  public int fstatat(int dirfd, byte[] path, long[] stat, int flags) {
    return stat(ask("stat " + dirfd + " " + Spelling.hex(path)), stat);
  }

  @Override
  public int getdents64(int fd, byte[] buffer, int offset, int length) {
    return filled(ask("entries " + fd), buffer, offset, length);
  }

  @Override
  public int mkdirat(int dirfd, byte[] path, int mode) {
    return result(ask("mkdir " + dirfd + " " + Spelling.hex(path)));
  }

  @Override
  public int unlinkat(int dirfd, byte[] path, int flags) {
    String command = flags == Flags.AT_REMOVEDIR ? "rmdir " : "unlink ";
    return result(ask(command + dirfd + " " + Spelling.hex(path)));
  }

  @Override
  public int linkat(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    return flags == 0
        ? result(ask("link " + names(oldDirfd, oldPath, newDirfd, newPath)))
        : Errno.ENOSYS.asResult();
  }

  @Override
  public int renameat2(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    return flags == 0
        ? result(ask("rename " + names(oldDirfd, oldPath, newDirfd, newPath)))
        : Errno.ENOSYS.asResult();
  }

  private static String names(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath) {
    return String.join(
        " ", oldDirfd + "", Spelling.hex(oldPath), newDirfd + "", Spelling.hex(newPath));
  }

  @Override
  public int fchmod(int fd, int mode) {
    return result(ask("chmod " + fd + " " + Integer.toOctalString(mode)));
  }

  // ---- asking

  private Reply ask(String command) {
    long now = clock.nanoTime();
    long left = Math.min(timeoutNanos, endNanos - now);
    try {
      Reply reply = contender.ask(command, now + left);
      if (reply instanceof Reply.Silent || reply instanceof Reply.Bad) {
        throw new AgentLost(contender.unexpected("operations", reply));
      }
      return reply;
    } catch (Stopped e) {
      throw new AgentLost(e);
    } catch (LitmusException e) {
      throw new AgentLost(e);
    }
  }

  private static int result(Reply reply) {
    return reply instanceof Reply.Failed failed ? failed.errno().asResult() : 0;
  }

  private long number(String command) {
    Reply reply = ask(command);
    if (!(reply instanceof Reply.Ok ok)) {
      return result(reply);
    }
    return value(ok, 0);
  }

  private static long value(Reply.Ok ok, int at) {
    try {
      return Contender.number(ok.values(), at);
    } catch (Stopped e) {
      throw new AgentLost(e);
    }
  }

  private static int filled(Reply reply, byte[] buffer, int offset, int length) {
    if (!(reply instanceof Reply.Ok ok)) {
      return result(reply);
    }
    byte[] bytes = ok.values().isEmpty() ? new byte[0] : Spelling.unhex(ok.values().get(0));
    if (bytes.length > length) {
      throw new AgentLost(Stopped.inconclusive("an agent gave more bytes than were asked for"));
    }
    System.arraycopy(bytes, 0, buffer, offset, bytes.length);
    return bytes.length;
  }

  private static int stat(Reply reply, long[] slots) {
    if (!(reply instanceof Reply.Ok ok)) {
      return result(reply);
    }
    Arrays.fill(slots, 0);
    slots[DEV] = value(ok, 0);
    slots[INO] = value(ok, 1);
    slots[MODE] = Integer.parseUnsignedInt(ok.values().get(2), 8);
    slots[NLINK] = value(ok, 3);
    slots[SIZE] = value(ok, 4);
    slots[MTIME] = value(ok, 5);
    slots[UID] = value(ok, 6);
    return 0;
  }
}
