package io.holdfast.durable;

import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A directory held by descriptor, opened {@code O_RDONLY|O_DIRECTORY}, whose identity (device and
 * inode) is remembered.
 *
 * <p>What is done through it is done in this very directory, also when its name has gone to
 * another. {@link #isInPlace} tells whether the names that led here still do.
 *
 * <p>Any number of threads may use it. Its owner closes it once; a use after that is refused with
 * IllegalStateException before anything is touched, while a verb that is under way, a batch that
 * has work in it and an open child go on with the descriptor, which is given back after the last of
 * them.
 */
public final class Dir implements AutoCloseable {

  private final Posix posix;
  private final Descriptor descriptor;
  private final FileStat identity;
  private final @Nullable Dir parent;
  private final byte[] name;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final AtomicInteger holders = new AtomicInteger(1);

  private Dir(
      Posix posix, Descriptor descriptor, FileStat identity, @Nullable Dir parent, byte[] name) {
    this.posix = posix;
    this.descriptor = descriptor;
    this.identity = identity;
    this.parent = parent;
    this.name = name;
    if (parent != null) {
      parent.holders.incrementAndGet();
    }
  }

  /**
   * Opens a directory by path, the way in. Symbolic links before the last component are followed,
   * the last component is not; slashes at the end do not count.
   *
   * @throws PosixException ENOENT, ENOTDIR (also for a symbolic link), EACCES, EMFILE
   */
  public static Dir open(Posix posix, RawPath path) throws PosixException {
    return open(posix, null, Flags.AT_FDCWD, withoutTrailingSlashes(path.bytes()));
  }

  /**
   * Opens a directory in this one. A symbolic link is refused. The child does not need its parent
   * to stay open.
   *
   * @throws PosixException ENOENT, ENOTDIR (also for a symbolic link), EACCES, EMFILE
   */
  public Dir openChild(Name child) throws PosixException {
    try (Hold held = hold()) {
      return held.openChild(posix, child.raw());
    }
  }

  private static Dir open(Posix posix, @Nullable Dir parent, int dirfd, byte[] name)
      throws PosixException {
    Descriptor descriptor =
        Descriptor.open(
            posix, dirfd, name, Flags.O_RDONLY | Flags.O_DIRECTORY | Flags.O_NOFOLLOW, 0);
    try {
      return new Dir(
          posix, descriptor, Syscalls.fstat(posix, descriptor.number(), name), parent, name);
    } catch (PosixException e) {
      descriptor.close();
      throw e;
    }
  }

  private static byte[] withoutTrailingSlashes(byte[] path) {
    int length = path.length;
    while (length > 1 && path[length - 1] == '/') {
      length--;
    }
    return Arrays.copyOf(path, length);
  }

  /**
   * Whether the names by which this directory and those above it were opened still lead here. A
   * directory that was renamed or removed takes what is written into it along.
   *
   * @throws PosixException the look itself failed: nothing is known
   */
  public boolean isInPlace() throws PosixException {
    try (Hold held = hold()) {
      return held.isInPlace(posix);
    }
  }

  private boolean isInPlace(Posix through) throws PosixException {
    for (Dir dir = this; dir != null; dir = dir.parent) {
      int dirfd = dir.parent == null ? Flags.AT_FDCWD : dir.parent.descriptor.number();
      long[] slots = new long[FileStat.SLOTS];
      int result = Syscalls.fstatat(through, dirfd, dir.name, slots);
      if (Errno.ENOENT.is(result) || Errno.ENOTDIR.is(result)) {
        return false;
      }
      PosixException.check(result, "fstatat", dir.name);
      if (!FileStat.of(slots).sameFileAs(dir.identity)) {
        return false;
      }
    }
    return true;
  }

  /** The descriptor's number, for calls on {@link Posix}; good until {@link #close}. */
  public int fd() {
    requireOpen();
    return descriptor.number();
  }

  /** Device and inode at the time of opening. */
  public FileStat identity() {
    return identity;
  }

  FileId id() {
    return FileId.of(identity);
  }

  /** Whether both are one directory of one client. */
  public boolean sameAs(Dir other) {
    return identity.sameFileAs(other.identity);
  }

  /** Ends the owner's use; later calls do nothing. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      letGo();
    }
  }

  @Override
  public String toString() {
    return "directory " + RawPath.of(name);
  }

  /**
   * Keeps the descriptor open until the answer is closed, whatever the owner does meanwhile.
   *
   * @throws IllegalStateException the owner has closed it
   */
  Hold hold() {
    requireOpen();
    if (holders.getAndUpdate(count -> count == 0 ? 0 : count + 1) == 0) {
      throw closedException();
    }
    return new Hold();
  }

  private void letGo() {
    if (holders.decrementAndGet() == 0) {
      descriptor.close();
      if (parent != null) {
        parent.letGo();
      }
    }
  }

  private void requireOpen() {
    if (closed.get()) {
      throw closedException();
    }
  }

  private IllegalStateException closedException() {
    return new IllegalStateException(this + " was closed");
  }

  /** One use of the descriptor; used and closed by one thread at a time. */
  final class Hold implements AutoCloseable {

    private boolean over;

    private Hold() {}

    Dir dir() {
      return Dir.this;
    }

    int fd() {
      return descriptor.number();
    }

    Dir openChild(Posix through, byte[] child) throws PosixException {
      return open(through, Dir.this, fd(), child);
    }

    /** Another use, with an end of its own. */
    Hold again() {
      holders.incrementAndGet();
      return new Hold();
    }

    boolean isInPlace(Posix through) throws PosixException {
      return Dir.this.isInPlace(through);
    }

    @Override
    public void close() {
      if (!over) {
        over = true;
        letGo();
      }
    }
  }
}
