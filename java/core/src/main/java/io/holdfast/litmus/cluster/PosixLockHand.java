package io.holdfast.litmus.cluster;

import io.holdfast.clock.NanoClock;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A hand that makes the calls in this process, with flock(2).
 *
 * <p>The lock object is opened O_RDWR (NFS wants that for an exclusive flock), never followed
 * through a symbolic link, released by LOCK_UN before it is closed (close alone frees late on FUSE
 * file systems), and read only through a descriptor of its own after its lock was let go or before
 * it was taken (SMB locks are mandatory).
 */
public final class PosixLockHand implements Hand {

  private static final byte[] NAME = LockObject.NAME.getBytes(StandardCharsets.US_ASCII);
  private static final String FLOCK = "flock";
  private static final int ROOT_FLAGS = Flags.O_RDONLY | Flags.O_DIRECTORY;
  private static final int LOCK_FLAGS = Flags.O_RDWR | Flags.O_NOFOLLOW;
  private static final long TAKE_NANOS = 1_000_000_000L;
  private static final long FIRST_PARK_NANOS = 50_000L;
  private static final long LAST_PARK_NANOS = 2_000_000L;
  private static final int MOST_BYTES = 4096;

  private final Posix posix;
  private final RawPath root;
  private final NanoClock clock;
  private final byte[] content;
  private @Nullable Anchor rootAnchor;
  private @Nullable Anchor lockAnchor;
  private @Nullable Descriptor file;

  /** What is kept open, and what it was when it was opened. */
  private record Anchor(Descriptor descriptor, FileStat identity) {

    boolean isThe(FileStat other) {
      return identity.sameFileAs(other);
    }
  }

  /** The lock object is not what it has to be. */
  private static final class DiffersException extends Exception {

    private static final long serialVersionUID = 1L;

    DiffersException(String what) {
      super(what);
    }
  }

  /**
   * @param root the directory that is qualified
   */
  public PosixLockHand(Posix posix, RawPath root, NanoClock clock, LockObject object) {
    this.posix = posix;
    this.root = root;
    this.clock = clock;
    this.content = object.content();
  }

  @Override
  public Observation perform(Act act, long deadlineNanos) {
    try {
      return switch (act) {
        case OPEN_ROOT -> openRoot();
        case PREPARE -> prepare(deadlineNanos);
        case OPEN_ANCHOR -> openAnchor();
        case OPEN -> open();
        case TAKE -> take(Math.min(deadlineNanos, clock.nanoTime() + TAKE_NANOS));
        case TRY -> tryLock(deadlineNanos);
        case RELEASE -> release();
        case REACQUIRE -> reacquire(deadlineNanos);
        case CLOSE_ANCHORS -> closeAnchors();
        default -> throw new IllegalArgumentException("no act for a lock: " + act);
      };
    } catch (PosixException e) {
      return new Observation.Failed(e.operation(), e.errno());
    } catch (DiffersException e) {
      return new Observation.Differs(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void close() {
    Descriptor open = file;
    if (open != null) {
      posix.flock(open.number(), Flags.LOCK_UN);
      open.close();
      file = null;
    }
    lockAnchor = closed(lockAnchor);
    rootAnchor = closed(rootAnchor);
  }

  private static @Nullable Anchor closed(@Nullable Anchor anchor) {
    if (anchor != null) {
      anchor.descriptor().close();
    }
    return null;
  }

  // ---- the acts

  private Observation openRoot() throws PosixException {
    Descriptor opened = Descriptor.open(posix, Flags.AT_FDCWD, root.bytes(), ROOT_FLAGS, 0);
    rootAnchor = anchor(opened);
    return Observation.DONE;
  }

  /** Made once: empty, then written and synced under its lock; another content stays. */
  private Observation prepare(long deadlineNanos) throws PosixException, DiffersException {
    int flags = LOCK_FLAGS | Flags.O_CREAT;
    file = Descriptor.open(posix, rootFd(), NAME, flags, LockObject.MODE);
    mustBeRegular(stat(file()));
    Observation taken = take(Math.min(deadlineNanos, clock.nanoTime() + TAKE_NANOS));
    if (!taken.equals(Observation.ACQUIRED)) {
      return taken.equals(Observation.BUSY)
          ? new Observation.Blind("found the lock object locked by somebody else")
          : taken;
    }
    byte[] found = read(file());
    if (found.length == 0) {
      writeAll(file());
      PosixException.check(fsync(file().number()), "fsync", NAME);
      PosixException.check(fsync(rootFd()), "fsync of the directory");
    }
    release();
    return found.length == 0 ? Observation.DONE : compared(found);
  }

  private Observation openAnchor() throws PosixException, DiffersException {
    lockAnchor = anchor(openLock());
    return Observation.DONE;
  }

  private Observation open() throws PosixException, DiffersException {
    file = openLock();
    mustBeAnchored(stat(file()));
    return Observation.DONE;
  }

  private Observation reacquire(long deadlineNanos) throws PosixException, DiffersException {
    open();
    Observation taken = take(deadlineNanos - (deadlineNanos - clock.nanoTime()) / 4);
    release();
    return taken;
  }

  private Observation release() {
    Descriptor open = file;
    if (open == null) {
      return Observation.DONE;
    }
    int unlocked = posix.flock(open.number(), Flags.LOCK_UN);
    int closed = open.closeAndTell();
    file = null;
    if (unlocked < 0) {
      return new Observation.Failed(FLOCK, Errno.of(unlocked));
    }
    return closed < 0 ? new Observation.Failed("close", Errno.of(closed)) : Observation.DONE;
  }

  /** By opening anew, which is when NFS asks its server. */
  private Observation closeAnchors() throws PosixException, DiffersException {
    try (Descriptor again = openLock()) {
      mustBeAnchored(stat(again));
    }
    try (Descriptor again = Descriptor.open(posix, Flags.AT_FDCWD, root.bytes(), ROOT_FLAGS, 0)) {
      if (!kept(rootAnchor).isThe(stat(again))) {
        throw new DiffersException("the root's path leads to another directory now");
      }
    }
    close();
    return Observation.DONE;
  }

  // ---- the lock

  private Observation take(long untilNanos) {
    long park = FIRST_PARK_NANOS;
    for (; ; ) {
      Observation tried = tryLock(untilNanos);
      if (!tried.equals(Observation.BUSY) || clock.nanoTime() - untilNanos + park >= 0) {
        return tried;
      }
      LockSupport.parkNanos(park);
      park = Math.min(2 * park, LAST_PARK_NANOS);
    }
  }

  private Observation tryLock(long untilNanos) {
    int result;
    do {
      result = posix.flock(file().number(), Flags.LOCK_EX | Flags.LOCK_NB);
    } while (Errno.EINTR.is(result) && clock.nanoTime() - untilNanos < 0);
    if (result == 0) {
      return Observation.ACQUIRED;
    }
    return Errno.EAGAIN.is(result) || Errno.EACCES.is(result)
        ? Observation.BUSY
        : new Observation.Failed(FLOCK, Errno.of(result));
  }

  // ---- files

  private Descriptor openLock() throws PosixException, DiffersException {
    Descriptor opened = Descriptor.open(posix, rootFd(), NAME, LOCK_FLAGS, 0);
    try {
      mustBeRegular(stat(opened));
      compared(read(opened));
      return opened;
    } catch (PosixException | DiffersException e) {
      opened.close();
      throw e;
    }
  }

  private Observation compared(byte[] found) throws DiffersException {
    if (!Arrays.equals(found, content)) {
      throw new DiffersException(
          LockObject.NAME
              + " has foreign content; it is left as it is: remove it when no job runs");
    }
    return Observation.DONE;
  }

  private void mustBeAnchored(FileStat found) throws DiffersException {
    if (!kept(lockAnchor).isThe(found)) {
      throw new DiffersException(LockObject.NAME + " was replaced by another file");
    }
  }

  private static void mustBeRegular(FileStat found) throws DiffersException {
    if (!found.isRegular()) {
      throw new DiffersException(LockObject.NAME + " is no regular file");
    }
  }

  private Anchor anchor(Descriptor opened) throws PosixException {
    return new Anchor(opened, stat(opened));
  }

  private FileStat stat(Descriptor descriptor) throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    PosixException.check(posix.fstat(descriptor.number(), slots), "fstat", NAME);
    return FileStat.of(slots);
  }

  private byte[] read(Descriptor descriptor) throws PosixException {
    byte[] bytes = new byte[MOST_BYTES];
    int count;
    do {
      count = posix.pread(descriptor.number(), bytes, 0, bytes.length, 0);
    } while (Errno.EINTR.is(count));
    return Arrays.copyOf(bytes, PosixException.check(count, "pread", NAME));
  }

  private void writeAll(Descriptor descriptor) throws PosixException {
    for (int at = 0; at < content.length; ) {
      int count = posix.pwrite(descriptor.number(), content, at, content.length - at, at);
      if (!Errno.EINTR.is(count)) {
        at += PosixException.check(count, "pwrite", NAME);
      }
    }
  }

  private int fsync(int fd) {
    int result;
    do {
      result = posix.fsync(fd);
    } while (Errno.EINTR.is(result));
    return result;
  }

  private int rootFd() {
    return kept(rootAnchor).descriptor().number();
  }

  private Descriptor file() {
    Descriptor open = file;
    if (open == null) {
      throw new IllegalStateException("the lock object is not open");
    }
    return open;
  }

  private static Anchor kept(@Nullable Anchor anchor) {
    if (anchor == null) {
      throw new IllegalStateException("nothing is kept open");
    }
    return anchor;
  }
}
