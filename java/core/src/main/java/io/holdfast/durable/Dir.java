package io.holdfast.durable;

import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import org.jspecify.annotations.Nullable;

/**
 * A directory held by descriptor, opened {@code O_RDONLY|O_DIRECTORY}, whose identity (device and
 * inode) is remembered.
 *
 * <p>What is done through it is done in this very directory, also when its name has gone to
 * another. {@link #checkInPlace} tells whether its name still leads here.
 *
 * <p>Any thread may use it; closing it while another thread is in a verb on it is the owner's
 * error.
 */
public final class Dir implements AutoCloseable {

  private final Posix posix;
  private final Descriptor descriptor;
  private final FileStat identity;
  private final @Nullable Dir parent;
  private final byte[] name;

  private Dir(
      Posix posix, Descriptor descriptor, FileStat identity, @Nullable Dir parent, byte[] name) {
    this.posix = posix;
    this.descriptor = descriptor;
    this.identity = identity;
    this.parent = parent;
    this.name = name;
  }

  /**
   * Opens a directory by path, the way in. Symbolic links before the last component are followed,
   * the last one is not.
   *
   * @throws PosixException ENOENT, ENOTDIR, ELOOP (a symbolic link), EACCES
   */
  public static Dir open(Posix posix, RawPath path) throws PosixException {
    return open(posix, null, Flags.AT_FDCWD, path.bytes());
  }

  /**
   * Opens a directory in this one. A symbolic link is refused.
   *
   * @throws PosixException ENOENT, ENOTDIR, ELOOP, EACCES
   */
  public Dir openChild(Name child) throws PosixException {
    return open(posix, this, fd(), child.raw());
  }

  private static Dir open(Posix posix, @Nullable Dir parent, int dirfd, byte[] name)
      throws PosixException {
    Descriptor descriptor =
        Descriptor.open(
            posix, dirfd, name, Flags.O_RDONLY | Flags.O_DIRECTORY | Flags.O_NOFOLLOW, 0);
    try {
      return new Dir(posix, descriptor, stat(posix, descriptor.number(), name), parent, name);
    } catch (PosixException e) {
      descriptor.close();
      throw e;
    }
  }

  private static FileStat stat(Posix posix, int fd, byte[] name) throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    PosixException.check(posix.fstat(fd, slots), "fstat", name);
    return FileStat.of(slots);
  }

  /**
   * Whether the name by which this directory was opened still leads to it. A directory that was
   * renamed or removed takes what is written into it along.
   *
   * @throws PosixException ESTALE where the name is gone or leads elsewhere; any other errno of the
   *     look
   */
  public void checkInPlace() throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    int dirfd = parent == null ? Flags.AT_FDCWD : parent.fd();
    int result = posix.fstatat(dirfd, name, slots, Flags.AT_SYMLINK_NOFOLLOW);
    if (Errno.ENOENT.is(result) || (result == 0 && !FileStat.of(slots).sameFileAs(identity))) {
      throw PosixException.of("fstatat", Errno.ESTALE.asResult(), name);
    }
    PosixException.check(result, "fstatat", name);
  }

  Posix posix() {
    return posix;
  }

  int fd() {
    return descriptor.number();
  }

  /** Device and inode at the time of opening. */
  public FileStat identity() {
    return identity;
  }

  /** Whether both are one directory of one client. */
  public boolean sameAs(Dir other) {
    return identity.sameFileAs(other.identity);
  }

  /** Closes the descriptor, once; a use after that is refused with IllegalStateException. */
  @Override
  public void close() {
    descriptor.close();
  }

  @Override
  public String toString() {
    return "directory " + RawPath.of(name);
  }
}
