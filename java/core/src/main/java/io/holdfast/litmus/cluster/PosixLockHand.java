package io.holdfast.litmus.cluster;

import io.holdfast.clock.NanoClock;
import io.holdfast.litmus.ProbeDir;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
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

  private static final String NAME = LockObject.NAME;
  private static final String FLOCK = "flock";
  private static final int ROOT_FLAGS = Flags.O_RDONLY | Flags.O_DIRECTORY;
  private static final int LOCK_FLAGS = Flags.O_RDWR | Flags.O_NOFOLLOW;
  private static final long TAKE_NANOS = 1_000_000_000L;
  private static final long FIRST_PARK_NANOS = 50_000L;
  private static final long LAST_PARK_NANOS = 2_000_000L;

  private final Posix posix;
  private final RawPath root;
  private final NanoClock clock;
  private final byte[] content;
  private @Nullable ProbeDir rootAnchor;
  private @Nullable Anchor lockAnchor;
  private @Nullable Descriptor file;

  /** The lock object that is kept open, and what it was when it was opened. */
  private record Anchor(Descriptor descriptor, FileStat identity) {}

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
    if (lockAnchor != null) {
      lockAnchor.descriptor().close();
      lockAnchor = null;
    }
    if (rootAnchor != null) {
      rootAnchor.close();
      rootAnchor = null;
    }
  }

  // ---- the acts

  private Observation openRoot() throws PosixException {
    rootAnchor = openRootAnew();
    return Observation.DONE;
  }

  private ProbeDir openRootAnew() throws PosixException {
    return new ProbeDir(posix, Descriptor.open(posix, Flags.AT_FDCWD, root.bytes(), ROOT_FLAGS, 0));
  }

  /** Made once: empty, then written and synced under its lock; another content stays. */
  private Observation prepare(long deadlineNanos) throws PosixException, DiffersException {
    file = root().open(NAME, LOCK_FLAGS | Flags.O_CREAT);
    mustBeRegular(root().stat(file()));
    Observation taken = take(Math.min(deadlineNanos, clock.nanoTime() + TAKE_NANOS));
    if (!taken.equals(Observation.ACQUIRED)) {
      return taken.equals(Observation.BUSY)
          ? new Observation.Blind("found the lock object locked by somebody else")
          : taken;
    }
    byte[] found = root().read(file());
    if (found.length == 0) {
      root().write(file(), content);
      root().sync(file());
      root().mustBarrier();
    }
    release();
    return found.length == 0 ? Observation.DONE : compared(found);
  }

  private Observation openAnchor() throws PosixException, DiffersException {
    Descriptor opened = openLock();
    lockAnchor = new Anchor(opened, root().stat(opened));
    return Observation.DONE;
  }

  private Observation open() throws PosixException, DiffersException {
    file = openLock();
    mustBeAnchored(root().stat(file()));
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
      mustBeAnchored(root().stat(again));
    }
    try (ProbeDir again = openRootAnew()) {
      if (!again.stat().sameFileAs(root().stat())) {
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
    Descriptor opened = root().open(NAME, LOCK_FLAGS);
    try {
      mustBeRegular(root().stat(opened));
      compared(root().read(opened));
      return opened;
    } catch (PosixException | DiffersException e) {
      opened.close();
      throw e;
    }
  }

  private Observation compared(byte[] found) throws DiffersException {
    if (!Arrays.equals(found, content)) {
      throw new DiffersException(
          NAME + " has foreign content; it is left as it is: remove it when no job runs");
    }
    return Observation.DONE;
  }

  private void mustBeAnchored(FileStat found) throws DiffersException {
    Anchor kept = lockAnchor;
    if (kept == null) {
      throw new IllegalStateException("the lock object is not kept open");
    }
    if (!kept.identity().sameFileAs(found)) {
      throw new DiffersException(NAME + " was replaced by another file");
    }
  }

  private static void mustBeRegular(FileStat found) throws DiffersException {
    if (!found.isRegular()) {
      throw new DiffersException(NAME + " is no regular file");
    }
  }

  private ProbeDir root() {
    ProbeDir open = rootAnchor;
    if (open == null) {
      throw new IllegalStateException("the root is not open");
    }
    return open;
  }

  private Descriptor file() {
    Descriptor open = file;
    if (open == null) {
      throw new IllegalStateException("the lock object is not open");
    }
    return open;
  }
}
