package io.holdfast.testkit.contract;

import static io.holdfast.testkit.contract.Answers.done;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.LockStat;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;

/**
 * The fresh directory of one test and the calls that tests make again and again. What it opened it
 * closes at the end. Texts stand for their ISO-8859-1 bytes: one character, one byte.
 */
public final class Arena {

  public static final int NEW = Flags.O_RDWR | Flags.O_CREAT | Flags.O_EXCL;
  public static final int DIRECTORY = Flags.O_RDONLY | Flags.O_DIRECTORY;

  private final Posix posix;
  private final int directory;
  private final Deque<Integer> opened = new ArrayDeque<>();

  Arena(Posix posix, int directory) {
    this.posix = posix;
    this.directory = directory;
  }

  public static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  public static String text(byte[] bytes, int length) {
    return new String(bytes, 0, length, ISO_8859_1);
  }

  /** The directory's descriptor. */
  public int fd() {
    return directory;
  }

  /** Opens; the call must succeed. */
  public int open(String name, int flags) {
    return keep(posix.openat(directory, bytes(name), flags, 0600));
  }

  /** Remembers a descriptor, which must be one, for closing. */
  public int keep(int descriptor) {
    opened.push(done(descriptor));
    return descriptor;
  }

  /** A new file, open for reading and writing. */
  public int create(String name) {
    return open(name, NEW);
  }

  /** A new file with content, open for reading and writing, its position at the start. */
  public int create(String name, String content) {
    int fd = create(name);
    write(fd, content);
    return fd;
  }

  public void write(int fd, String content) {
    byte[] data = bytes(content);
    int at = 0;
    while (at < data.length) {
      at += done(posix.pwrite(fd, data, at, data.length - at, at));
    }
  }

  /** A new directory, open. */
  public int mkdir(String name) {
    done(posix.mkdirat(directory, bytes(name), 0700));
    return open(name, DIRECTORY);
  }

  public void symlink(String target, String name) {
    done(posix.symlinkat(bytes(target), directory, bytes(name)));
  }

  public void close(int fd) {
    opened.remove(fd);
    done(posix.close(fd));
  }

  /** The whole content of a name. */
  public String content(String name) {
    int fd = done(posix.openat(directory, bytes(name), Flags.O_RDONLY, 0));
    try {
      return contentOf(fd);
    } finally {
      posix.close(fd);
    }
  }

  /** The whole content behind a descriptor; its position stays. */
  public String contentOf(int fd) {
    StringBuilder content = new StringBuilder();
    byte[] buffer = new byte[4096];
    for (; ; ) {
      int count = done(posix.pread(fd, buffer, 0, buffer.length, content.length()));
      if (count == 0) {
        return content.toString();
      }
      content.append(text(buffer, count));
    }
  }

  public FileStat stat(int fd) {
    long[] slots = new long[FileStat.SLOTS];
    done(posix.fstat(fd, slots));
    return FileStat.of(slots);
  }

  /** What a name itself is, links not followed. */
  public FileStat stat(String name) {
    return stat(directory, name);
  }

  public FileStat stat(int dirfd, String name) {
    long[] slots = new long[FileStat.SLOTS];
    done(posix.fstatat(dirfd, bytes(name), slots, Flags.AT_SYMLINK_NOFOLLOW));
    return FileStat.of(slots);
  }

  public boolean exists(String name) {
    long[] slots = new long[FileStat.SLOTS];
    int result = posix.fstatat(directory, bytes(name), slots, Flags.AT_SYMLINK_NOFOLLOW);
    return !Errno.ENOENT.is(result) && done(result) == 0;
  }

  /** The names in the directory, sorted. */
  public Set<String> names() {
    return names(directory);
  }

  public Set<String> names(int dirfd) {
    try {
      Set<String> names = new TreeSet<>();
      DirectoryEntries.list(posix, dirfd).forEach(e -> names.add(text(e.name(), e.name().length)));
      return names;
    } catch (PosixException e) {
      throw new AssertionError(e);
    }
  }

  /** What stands in the way of a write lock on the whole file. */
  public LockStat blocker(int fd, int command) {
    long[] slots = new long[LockStat.SLOTS];
    done(posix.fcntlGetLock(fd, command, Flags.F_WRLCK, 0, 0, slots));
    return LockStat.of(slots);
  }

  /** An absolute path to what is behind a descriptor. */
  public static String procPath(int fd) {
    return "/proc/self/fd/" + fd;
  }

  /** A relative path of exactly so many bytes that leads to a name. */
  public static String longPath(int length, String name) {
    char[] path = new char[length];
    Arrays.fill(path, '/');
    path[0] = '.';
    name.getChars(0, name.length(), path, length - name.length());
    return new String(path);
  }

  void closeAll() {
    while (!opened.isEmpty()) {
      posix.close(opened.pop());
    }
  }
}
