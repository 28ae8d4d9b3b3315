package io.holdfast.cli;

import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * A file that a document replaces as a whole: a reader sees the old document or the new one.
 *
 * <p>Equals a staged name beside it with mode 0666 less umask, all bytes, fsync, rename. Not
 * promised: that the new name survives a power cut; it is a report, not state.
 */
final class ReportFile {

  /** The argument that means no file. */
  static final String STANDARD_OUTPUT = "-";

  private static final String JSON = "--json";
  private static final String STAGED_PREFIX = ".holdfast-report.";
  private static final int MODE = 0666;

  private final Posix posix;
  private final RawPath path;
  private final byte[] parent;
  private final byte[] name;

  private ReportFile(Posix posix, RawPath path, byte[] parent, byte[] name) {
    this.posix = posix;
    this.path = path;
    this.parent = parent;
    this.name = name;
  }

  /**
   * Checks the place before the work begins: files can be made in its directory, and the name is
   * free or a regular file.
   *
   * @param option by which it was named
   */
  static ReportFile at(Posix posix, String option, RawPath path)
      throws PosixException, CommandFailure {
    byte[] bytes = path.bytes();
    int slash = RawArguments.lastSlash(bytes);
    byte[] name = Arrays.copyOfRange(bytes, slash + 1, bytes.length);
    byte[] parent = slash < 0 ? new byte[] {'.'} : Arrays.copyOf(bytes, slash + 1);
    ReportFile file = new ReportFile(posix, path, parent, name);
    file.check(option);
    return file;
  }

  private void check(String option) throws PosixException, CommandFailure {
    if (name.length == 0) {
      throw CommandFailure.usage(option + " wants a file, not '" + path + "'", null);
    }
    try (Descriptor directory = openParent()) {
      long[] slots = new long[FileStat.SLOTS];
      int result = posix.fstatat(directory.number(), name, slots, Flags.AT_SYMLINK_NOFOLLOW);
      boolean free = Errno.ENOENT.is(result);
      if (!free) {
        PosixException.check(result, "fstatat", path.bytes());
      }
      if (!free && !FileStat.of(slots).isRegular()) {
        throw CommandFailure.environment(
            path + " is no regular file and is not replaced",
            option.equals(JSON) ? JSON + " - writes to standard output" : null);
      }
      checkMaking(directory.number());
    }
  }

  private void checkMaking(int dirfd) throws PosixException {
    byte[] staged = stagedName();
    try {
      writeStaged(dirfd, staged, new byte[0]);
    } catch (PosixException e) {
      throw PosixException.of(e.operation(), e.errno().asResult(), path.bytes());
    } finally {
      posix.unlinkat(dirfd, staged, 0);
    }
  }

  private static byte[] stagedName() {
    byte[] random = new byte[8];
    new SecureRandom().nextBytes(random);
    return (STAGED_PREFIX + RawPath.of(random).hex()).getBytes(StandardCharsets.US_ASCII);
  }

  /** Replaces the file. */
  void write(String document) throws PosixException {
    byte[] staged = stagedName();
    try (Descriptor directory = openParent()) {
      int dirfd = directory.number();
      try {
        writeStaged(dirfd, staged, document.getBytes(StandardCharsets.UTF_8));
        PosixException.check(
            posix.renameat2(dirfd, staged, dirfd, name, 0), "renameat", path.bytes());
      } catch (PosixException e) {
        posix.unlinkat(dirfd, staged, 0);
        throw e;
      }
    }
  }

  /** Takes the file away, where there is one. */
  void remove() throws PosixException {
    try (Descriptor directory = openParent()) {
      int result = posix.unlinkat(directory.number(), name, 0);
      if (!Errno.ENOENT.is(result)) {
        PosixException.check(result, "unlinkat", path.bytes());
      }
    }
  }

  private void writeStaged(int dirfd, byte[] staged, byte[] content) throws PosixException {
    int flags = Flags.O_WRONLY | Flags.O_CREAT | Flags.O_EXCL | Flags.O_NOFOLLOW;
    try (Descriptor file = Descriptor.open(posix, dirfd, staged, flags, MODE)) {
      int fd = file.number();
      for (int at = 0; at < content.length; ) {
        int length = Math.min(content.length - at, Posix.TRANSFER_LIMIT);
        int written = posix.write(fd, content, at, length);
        at += Errno.EINTR.is(written) ? 0 : PosixException.check(written, "write", path.bytes());
      }
      PosixException.check(posix.fsync(fd), "fsync", path.bytes());
      PosixException.check(file.closeAndTell(), "close", path.bytes());
    }
  }

  private Descriptor openParent() throws PosixException {
    return Descriptor.open(posix, Flags.AT_FDCWD, parent, Flags.O_RDONLY | Flags.O_DIRECTORY, 0);
  }
}
