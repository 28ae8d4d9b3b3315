package io.holdfast.posix;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A descriptor with one owner: it is closed once, a use after that is refused before any call.
 *
 * <p>Any thread may use it; closing it while another thread is inside a call on it is the owner's
 * error (the kernel may have given the number away by then). Interruption never closes it.
 */
public final class Descriptor implements AutoCloseable {

  private final Posix posix;
  private final int number;
  private final AtomicBoolean closed = new AtomicBoolean();

  private Descriptor(Posix posix, int number) {
    this.posix = posix;
    this.number = number;
  }

  /** Takes ownership of an open descriptor. */
  public static Descriptor own(Posix posix, int number) {
    if (number < 0) {
      throw new IllegalArgumentException("not a descriptor: " + number);
    }
    return new Descriptor(posix, number);
  }

  /**
   * openat(2), tried again on EINTR: a signal while an open waits (NFS, FUSE, a lease break) has
   * opened nothing.
   *
   * @throws PosixException for every other errno
   */
  public static Descriptor open(Posix posix, int dirfd, byte[] path, int flags, int mode)
      throws PosixException {
    int result = Eintr.again(() -> posix.openat(dirfd, path, flags, mode));
    return own(posix, PosixException.check(result, "openat", path));
  }

  /** The number, for calls on {@link Posix}. */
  public int number() {
    if (closed.get()) {
      throw new IllegalStateException("descriptor " + number + " was closed");
    }
    return number;
  }

  public boolean isClosed() {
    return closed.get();
  }

  /**
   * close(2), once; later calls do nothing and answer 0.
   *
   * @return 0, or -errno of an earlier write that the kernel reports now; the descriptor is gone in
   *     every case, EINTR is success
   */
  public int closeAndTell() {
    if (!closed.compareAndSet(false, true)) {
      return 0;
    }
    int result = posix.close(number);
    return Errno.EINTR.is(result) ? 0 : result;
  }

  /** {@link #closeAndTell} for descriptors whose writes were already synced or do not matter. */
  @Override
  public void close() {
    closeAndTell();
  }

  @Override
  public String toString() {
    return "descriptor " + number + (closed.get() ? " (closed)" : "");
  }
}
