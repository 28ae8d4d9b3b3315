package io.holdfast.testkit.sim;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.util.Map;
import java.util.TreeMap;

/** Calls with absolute paths that must succeed, so that tests read as what they do. */
final class Shell {

  private static final int CREATE = Flags.O_RDWR | Flags.O_CREAT;

  final Posix posix;

  Shell(Posix posix) {
    this.posix = posix;
  }

  static Shell on(SimDisk disk) {
    return new Shell(disk.newProcess());
  }

  static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  private static int done(int result) {
    assertThat(result).as(() -> Errno.of(result).toString()).isNotNegative();
    return result;
  }

  int open(String path, int flags) {
    return done(posix.openat(Flags.AT_FDCWD, bytes(path), flags, 0600));
  }

  /** Writes from the start, without a barrier. */
  void write(String path, String content) {
    write(path, 0, content);
  }

  void write(String path, long position, String content) {
    int fd = open(path, CREATE);
    byte[] data = bytes(content);
    assertThat(posix.pwrite(fd, data, 0, data.length, position)).isEqualTo(data.length);
    close(fd);
  }

  void truncate(String path, long size) {
    int fd = open(path, Flags.O_RDWR);
    done(posix.ftruncate(fd, size));
    close(fd);
  }

  void mkdir(String path) {
    done(posix.mkdirat(Flags.AT_FDCWD, bytes(path), 0755));
  }

  void rename(String from, String to) {
    rename(from, to, 0);
  }

  void rename(String from, String to, int flags) {
    done(posix.renameat2(Flags.AT_FDCWD, bytes(from), Flags.AT_FDCWD, bytes(to), flags));
  }

  void link(String from, String to) {
    done(posix.linkat(Flags.AT_FDCWD, bytes(from), Flags.AT_FDCWD, bytes(to), 0));
  }

  void unlink(String path) {
    done(posix.unlinkat(Flags.AT_FDCWD, bytes(path), 0));
  }

  void rmdir(String path) {
    done(posix.unlinkat(Flags.AT_FDCWD, bytes(path), Flags.AT_REMOVEDIR));
  }

  void chmod(String path, int mode) {
    done(posix.fchmodat(Flags.AT_FDCWD, bytes(path), mode));
  }

  /** fsync of a file or a directory. */
  void sync(String path) {
    assertThat(trySync(path)).isZero();
  }

  int trySync(String path) {
    int fd = open(path, Flags.O_RDONLY);
    int result = posix.fsync(fd);
    close(fd);
    return result;
  }

  void close(int fd) {
    done(posix.close(fd));
  }

  FileStat stat(String path) {
    long[] slots = new long[FileStat.SLOTS];
    done(posix.fstatat(Flags.AT_FDCWD, bytes(path), slots, Flags.AT_SYMLINK_NOFOLLOW));
    return FileStat.of(slots);
  }

  String read(String path) {
    int fd = open(path, Flags.O_RDONLY);
    byte[] buffer = new byte[8192];
    int count = done(posix.pread(fd, buffer, 0, buffer.length, 0));
    close(fd);
    return new String(buffer, 0, count, ISO_8859_1);
  }

  /** Every file below the root, by path, with its content; directories end in a slash. */
  Map<String, String> tree() {
    Map<String, String> files = new TreeMap<>();
    collect("/", files);
    return files;
  }

  private void collect(String directory, Map<String, String> into) {
    int fd = open(directory, Flags.O_RDONLY | Flags.O_DIRECTORY);
    try {
      for (DirectoryEntries.Entry entry : DirectoryEntries.list(posix, fd)) {
        String path = directory + new String(entry.name(), ISO_8859_1);
        if (entry.type() == Flags.DT_DIR) {
          into.put(path + "/", "");
          collect(path + "/", into);
        } else {
          into.put(path, read(path));
        }
      }
    } catch (PosixException e) {
      throw new AssertionError(e);
    } finally {
      close(fd);
    }
  }
}
