package io.holdfast.litmus;

import io.holdfast.posix.Descriptor;
import io.holdfast.posix.DirectoryEntries;
import io.holdfast.posix.Eintr;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.io.ByteArrayOutputStream;
import java.util.List;

/**
 * A directory that a litmus works in, by descriptor, and the steps that are done in it. Names are
 * one component each and chosen by us. EINTR is asked again where nothing was decided; every other
 * error is shown. To be used by one thread.
 */
public final class ProbeDir implements AutoCloseable {

  /** Of files. */
  public static final int FILE_MODE = 0600;

  /** Of directories. */
  public static final int DIRECTORY_MODE = 0700;

  private static final byte[] NO_PATH = {};
  private static final int READ_LIMIT = 64 * 1024;

  private final Posix posix;
  private final Descriptor directory;

  /**
   * @param directory opened O_RDONLY|O_DIRECTORY; closed with this object
   */
  public ProbeDir(Posix posix, Descriptor directory) {
    this.posix = posix;
    this.directory = directory;
  }

  /** The directory's descriptor. */
  public int fd() {
    return directory.number();
  }

  /** Makes a directory in this one and opens it. */
  public ProbeDir makeDir(String name) throws PosixException {
    byte[] path = Spelling.bytes(name);
    PosixException.check(posix.mkdirat(fd(), path, DIRECTORY_MODE), "mkdirat", path);
    return new ProbeDir(posix, openDirectory(posix, fd(), path));
  }

  /** Opens a directory for barriers, listings and *at calls; never through a symbolic link. */
  public static Descriptor openDirectory(Posix posix, int dirfd, byte[] name)
      throws PosixException {
    return Descriptor.open(
        posix, dirfd, name, Flags.O_RDONLY | Flags.O_DIRECTORY | Flags.O_NOFOLLOW, 0);
  }

  /** Makes a new file with a content: open(O_EXCL|O_NOFOLLOW) → write; open for more. */
  public Descriptor create(String name, byte[] content) throws PosixException {
    int flags = Flags.O_RDWR | Flags.O_CREAT | Flags.O_EXCL | Flags.O_NOFOLLOW;
    Descriptor file = open(name, flags);
    try {
      write(file, content);
      return file;
    } catch (PosixException e) {
      file.close();
      throw e;
    }
  }

  /** {@link #create}, fsync, close. */
  void createSynced(String name, byte[] content) throws PosixException {
    try (Descriptor file = create(name, content)) {
      sync(file);
    }
  }

  /** Opens a name; a file that is made has {@link #FILE_MODE}. */
  public Descriptor open(String name, int flags) throws PosixException {
    return Descriptor.open(posix, fd(), Spelling.bytes(name), flags, FILE_MODE);
  }

  /** Writes all bytes from the file's beginning. */
  public void write(Descriptor file, byte[] content) throws PosixException {
    int at = 0;
    while (at < content.length) {
      int count = posix.pwrite(file.number(), content, at, content.length - at, at);
      if (!Errno.EINTR.is(count)) {
        at += PosixException.check(count, "pwrite");
      }
    }
  }

  /** fsync of a file, tried again on EINTR only. */
  public void sync(Descriptor file) throws PosixException {
    PosixException.check(fsync(file.number()), "fsync");
  }

  /** fsync of this directory, tried again on EINTR only. @return 0 or -errno */
  int barrier() {
    return fsync(fd());
  }

  /** {@link #barrier}, for steps after which a failed barrier is an error of the step. */
  public void mustBarrier() throws PosixException {
    PosixException.check(barrier(), "fsync of the directory");
  }

  /** Staged name → write → fchmod → fsync, all but the rename; the name must be free. */
  FileStat stage(String name, byte[] content) throws PosixException {
    try (Descriptor file = create(name, content)) {
      PosixException.check(posix.fchmod(file.number(), FILE_MODE), "fchmod");
      sync(file);
      return stat(file);
    }
  }

  /** renameat2 with any flags, also to another directory. @return 0 or -errno */
  public int rename(String from, ProbeDir to, String name, int flags) {
    return posix.renameat2(fd(), Spelling.bytes(from), to.fd(), Spelling.bytes(name), flags);
  }

  /** linkat. @return 0 or -errno */
  public int link(String from, String name) {
    return posix.linkat(fd(), Spelling.bytes(from), fd(), Spelling.bytes(name), 0);
  }

  /**
   * Gives a file without a name its name: by AT_EMPTY_PATH, which needs no capability from Linux
   * 6.10 on, else by /proc/self/fd.
   *
   * @return which form it was
   */
  String linkUnnamed(Descriptor file, String name) throws PosixException {
    byte[] target = Spelling.bytes(name);
    if (posix.linkat(file.number(), NO_PATH, fd(), target, Flags.AT_EMPTY_PATH) == 0) {
      return "AT_EMPTY_PATH";
    }
    byte[] path = Spelling.bytes("/proc/self/fd/" + file.number());
    PosixException.check(
        posix.linkat(Flags.AT_FDCWD, path, fd(), target, Flags.AT_SYMLINK_FOLLOW), "linkat");
    return "/proc/self/fd";
  }

  /** Removes a name. */
  public void unlink(String name) throws PosixException {
    byte[] path = Spelling.bytes(name);
    PosixException.check(posix.unlinkat(fd(), path, 0), "unlinkat", path);
  }

  /** Opens a name anew and reads it, at most 64 KiB. */
  byte[] read(String name) throws PosixException {
    try (Descriptor file = open(name, Flags.O_RDONLY | Flags.O_NOFOLLOW)) {
      return read(file);
    }
  }

  /** Reads a file from its beginning, at most 64 KiB. */
  public byte[] read(Descriptor file) throws PosixException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    byte[] buffer = new byte[4096];
    while (content.size() < READ_LIMIT) {
      int count = posix.pread(file.number(), buffer, 0, buffer.length, content.size());
      if (Errno.EINTR.is(count)) {
        continue;
      }
      if (PosixException.check(count, "pread") == 0) {
        break;
      }
      content.write(buffer, 0, count);
    }
    return content.toByteArray();
  }

  /** fstatat without following. @return 0 or -errno */
  public int look(String name, long[] slots) {
    return posix.fstatat(fd(), Spelling.bytes(name), slots, Flags.AT_SYMLINK_NOFOLLOW);
  }

  FileStat stat(String name) throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    PosixException.check(look(name, slots), "fstatat", Spelling.bytes(name));
    return FileStat.of(slots);
  }

  /** fstat. */
  public FileStat stat(Descriptor file) throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    PosixException.check(posix.fstat(file.number(), slots), "fstat");
    return FileStat.of(slots);
  }

  /** fstat of the directory. */
  public FileStat stat() throws PosixException {
    return stat(directory);
  }

  /** Every name but the two dots. */
  public List<DirectoryEntries.Entry> list() throws PosixException {
    return DirectoryEntries.list(posix, fd());
  }

  Posix posix() {
    return posix;
  }

  @Override
  public void close() {
    directory.close();
  }

  private int fsync(int fd) {
    return Eintr.again(() -> posix.fsync(fd));
  }
}
