package io.holdfast.durable;

import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import org.jspecify.annotations.Nullable;

/**
 * A file on its way: complete, not yet under its final name. One inode, used once: after a failed
 * content barrier it is dropped, and another attempt is another inode.
 *
 * <p>One thread at a time. {@link #close} removes what was not moved to its final name.
 */
final class Staged implements AutoCloseable {

  private static final byte[] THIS_DIRECTORY = RandomNames.ascii(".");
  private static final byte[] NO_PATH = {};
  private static final int NOT_SYNCED = 1;

  private final DurableContext context;
  private final Dir.Hold dir;
  private final Name target;
  private final Descriptor descriptor;
  private final FileStat identity;
  private @Nullable Name stagedName;
  private int syncResult = NOT_SYNCED;

  private Staged(
      DurableContext context,
      Dir.Hold dir,
      Name target,
      @Nullable Name stagedName,
      Descriptor descriptor,
      FileStat identity) {
    this.context = context;
    this.dir = dir;
    this.target = target;
    this.stagedName = stagedName;
    this.descriptor = descriptor;
    this.identity = identity;
  }

  /** Makes and writes a file under a unique name beside its target. */
  static Staged named(DurableContext context, Dir.Hold dir, Name target, byte[] content)
      throws PosixException {
    int mode = context.options().fileMode();
    UniqueFile file =
        UniqueFile.create(context.posix(), dir.fd(), () -> context.names().staged(target), mode);
    PosixException.check(file.result(), "openat", file.name().raw());
    Staged staged = own(context, dir, target, file.name(), file.result());
    staged.write(content, mode);
    return staged;
  }

  /** Makes and writes a file under its target itself, a name that nobody else makes. */
  static Staged inPlace(DurableContext context, Dir.Hold dir, Name target, byte[] content)
      throws PosixException {
    int mode = context.options().fileMode();
    UniqueFile file = UniqueFile.create(context.posix(), dir.fd(), () -> target, mode);
    PosixException.check(file.result(), "openat", target.raw());
    Staged staged = own(context, dir, target, target, file.result());
    staged.write(content, mode);
    return staged;
  }

  /** Makes and writes a file without a name, where the file system has such files. */
  static Staged unnamed(DurableContext context, Dir.Hold dir, Name target, byte[] content)
      throws PosixException {
    if (!context.mayHaveUnnamed(dir)) {
      return named(context, dir, target, content);
    }
    int mode = context.options().fileMode();
    int fd = openUnnamed(context.posix(), dir, mode);
    if (saysNoUnnamed(fd, dir, context.posix())) {
      context.hasNoUnnamed(dir);
      return named(context, dir, target, content);
    }
    PosixException.check(fd, "openat(O_TMPFILE)");
    Staged staged = own(context, dir, target, null, fd);
    staged.write(content, mode);
    return staged;
  }

  /**
   * Takes over a regular file that the caller has written under a name beside its target.
   *
   * @throws PosixException the file stays where it is. ENOENT, EACCES; ELOOP: a symbolic link;
   *     EISDIR, EINVAL: a directory, something else that is no regular file
   */
  static Staged handedOver(
      DurableContext context, Dir.Hold fromDir, Name from, Dir.Hold dir, Name target)
      throws PosixException {
    Posix posix = context.posix();
    int flags = Flags.O_RDONLY | Flags.O_NOFOLLOW | Flags.O_NONBLOCK;
    Descriptor descriptor =
        Descriptor.own(
            posix,
            PosixException.check(
                Syscalls.open(posix, fromDir.fd(), from.raw(), flags, 0), "openat", from.raw()));
    try {
      FileStat identity = Syscalls.fstat(posix, descriptor.number(), from.raw());
      if (!identity.isRegular()) {
        Errno why = identity.isDirectory() ? Errno.EISDIR : Errno.EINVAL;
        throw PosixException.of("openat", why.asResult(), from.raw());
      }
      return new Staged(context, dir.again(), target, from, descriptor, identity);
    } catch (PosixException e) {
      descriptor.close();
      throw e;
    }
  }

  static int openUnnamed(Posix posix, Dir.Hold dir, int mode) {
    int flags = Flags.O_TMPFILE | Flags.O_RDWR;
    return Syscalls.open(posix, dir.fd(), THIS_DIRECTORY, flags, mode);
  }

  /** ENOENT is an old kernel's way to say it, unless the directory itself is gone. */
  static boolean saysNoUnnamed(int result, Dir.Hold dir, Posix posix) throws PosixException {
    return Errno.EOPNOTSUPP.is(result)
        || Errno.EISDIR.is(result)
        || (Errno.ENOENT.is(result) && dir.isInPlace(posix));
  }

  private static Staged own(
      DurableContext context, Dir.Hold dir, Name target, @Nullable Name stagedName, int fd)
      throws PosixException {
    Descriptor descriptor = Descriptor.own(context.posix(), fd);
    try {
      FileStat identity = Syscalls.fstat(context.posix(), fd, target.raw());
      return new Staged(context, dir.again(), target, stagedName, descriptor, identity);
    } catch (PosixException e) {
      descriptor.close();
      if (stagedName != null) {
        drop(context, dir, stagedName);
      }
      throw e;
    }
  }

  private void write(byte[] content, int mode) throws PosixException {
    try {
      Posix posix = context.posix();
      Syscalls.writeAll(posix, descriptor.number(), content, target.raw());
      int moded = Syscalls.fchmod(posix, descriptor.number(), mode);
      PosixException.check(moded, "fchmod", target.raw());
    } catch (PosixException | RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  Dir.Hold dir() {
    return dir;
  }

  /** Starts write-back, so that the barriers of many files overlap. Never a barrier. */
  void startWriteBack() {
    context.posix().syncFileRange(descriptor.number(), 0, 0, Flags.SYNC_FILE_RANGE_WRITE);
  }

  /** The content barrier, made once. Its answer is kept for {@link #checkSynced}. */
  void sync() {
    if (syncResult != NOT_SYNCED) {
      throw new IllegalStateException("a content barrier is made once");
    }
    StagedEvent event = new StagedEvent();
    event.begin();
    context.counters().fileSync();
    syncResult = Syscalls.fsync(context.posix(), descriptor.number());
    if (syncResult < 0) {
      context.counters().failure();
    }
    event.end(target, syncResult);
  }

  /** Returns when the content barrier was made and answered 0. */
  void checkSynced() throws PosixException {
    if (syncResult == NOT_SYNCED) {
      throw new IllegalStateException("no content barrier was made");
    }
    PosixException.check(syncResult, "fsync", target.raw());
  }

  /** Gives the descriptor back early, after the content barrier; the file keeps its place. */
  void closeDescriptor() {
    descriptor.close();
  }

  /**
   * Moves the staged name over the target: the decision.
   *
   * @throws PosixException the old content is untouched and the staged name removed
   * @throws DurabilityUnknownException the rename may have been done, or may still be
   */
  void moveToTarget() throws PosixException, DurabilityUnknownException {
    checkSynced();
    Name from = stagedName;
    if (from == null) {
      throw new IllegalStateException("a file without a name cannot be renamed");
    }
    if (from.equals(target)) {
      stagedName = null;
      return;
    }
    NameChange change =
        NameCalls.rename(context.posix(), dir.fd(), from, dir.fd(), target, 0, identity);
    if (!change.isDone()) {
      change = takeBack(from, change);
    }
    stagedName = null;
    change.require("renameat2", target.raw());
  }

  /**
   * Removes the staged name after a rename that failed, which may decide what a look could not: a
   * unique name that was there to be removed was not moved, and can no longer be.
   */
  private NameChange takeBack(Name from, NameChange change) {
    if (Syscalls.unlinkOwn(context.posix(), dir.fd(), from) == 0) {
      return NameChange.notDone(change.result());
    }
    drop(context, dir, from);
    Sight there = Sight.of(context.posix(), dir.fd(), target.raw(), identity);
    return there == Sight.OURS ? NameChange.done(change.result()) : change;
  }

  /**
   * Gives the file its target as a name, exclusively.
   *
   * @return false when the target was taken by another file
   * @throws PosixException nothing changed
   * @throws DurabilityUnknownException the link may have been made, or may still be
   */
  boolean linkToTarget() throws PosixException, DurabilityUnknownException {
    checkSynced();
    NameChange change = stagedName == null ? linkUnnamed() : linkNamed(stagedName);
    if (change.isRefused(Errno.EEXIST)) {
      return false;
    }
    change.require("linkat", target.raw());
    return true;
  }

  private NameChange linkNamed(Name from) {
    return NameCalls.link(context.posix(), dir.fd(), from.raw(), dir.fd(), target, 0, identity);
  }

  /** By /proc/self/fd, which needs no capability; where /proc is not mounted, by descriptor. */
  private NameChange linkUnnamed() {
    Posix posix = context.posix();
    byte[] proc = RandomNames.ascii("/proc/self/fd/" + descriptor.number());
    int follow = Flags.AT_SYMLINK_FOLLOW;
    NameChange change =
        NameCalls.link(posix, Flags.AT_FDCWD, proc, dir.fd(), target, follow, identity);
    return change.isRefused(Errno.ENOENT)
        ? NameCalls.link(
            posix, descriptor.number(), NO_PATH, dir.fd(), target, Flags.AT_EMPTY_PATH, identity)
        : change;
  }

  /** Closes the descriptor; removes the staged name unless it was moved. */
  @Override
  public void close() {
    descriptor.close();
    if (stagedName != null) {
      drop(context, dir, stagedName);
      stagedName = null;
    }
    dir.close();
  }

  private static void drop(DurableContext context, Dir.Hold dir, Name stagedName) {
    if (UniqueFile.remove(context.posix(), dir.fd(), stagedName) < 0) {
      context.counters().leftover();
    }
  }
}
