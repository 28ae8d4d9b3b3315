package io.holdfast.durable;

import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import org.jspecify.annotations.Nullable;

/**
 * A file on its way: written, not yet under its final name. One inode, used once: after a failed
 * content barrier it is dropped, and another attempt is another inode.
 *
 * <p>One thread at a time. {@link #close} removes what was not moved to its final name.
 */
final class Staged implements AutoCloseable {

  /** Longest content, in bytes. */
  static final int CONTENT_LIMIT = 64 * 1024 * 1024;

  private static final byte[] THIS_DIRECTORY = RandomNames.ascii(".");

  private final DurableContext context;
  private final Dir dir;
  private final Name target;
  private final @Nullable Name stagedName;
  private final Descriptor descriptor;
  private final FileStat identity;
  private boolean moved;
  private int syncResult;

  private Staged(
      DurableContext context,
      Dir dir,
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
  static Staged named(DurableContext context, Dir dir, Name target, byte[] content)
      throws PosixException {
    checkContent(content);
    Name name = context.names().staged(target);
    int flags = Flags.O_RDWR | Flags.O_CREAT | Flags.O_EXCL | Flags.O_NOFOLLOW;
    Descriptor descriptor =
        Descriptor.open(context.posix(), dir.fd(), name.raw(), flags, context.options().fileMode());
    return written(context, dir, target, name, descriptor, content);
  }

  /** Makes and writes a file without a name, where the file system has such files. */
  static Staged unnamed(DurableContext context, Dir dir, Name target, byte[] content)
      throws PosixException {
    checkContent(content);
    if (context.mayHaveTmpfile(dir)) {
      int result;
      do {
        result =
            context
                .posix()
                .openat(
                    dir.fd(),
                    THIS_DIRECTORY,
                    Flags.O_TMPFILE | Flags.O_RDWR,
                    context.options().fileMode());
      } while (Errno.EINTR.is(result));
      if (!saysNoTmpfile(result)) {
        PosixException.check(result, "openat(O_TMPFILE)");
        Descriptor descriptor = Descriptor.own(context.posix(), result);
        return written(context, dir, target, null, descriptor, content);
      }
      context.hasNoTmpfile(dir);
    }
    return named(context, dir, target, content);
  }

  private static boolean saysNoTmpfile(int result) {
    return Errno.EOPNOTSUPP.is(result) || Errno.EISDIR.is(result) || Errno.ENOENT.is(result);
  }

  private static void checkContent(byte[] content) {
    if (content.length > CONTENT_LIMIT) {
      throw new IllegalArgumentException(
          "content has at most " + CONTENT_LIMIT + " bytes, this has " + content.length);
    }
  }

  private static Staged written(
      DurableContext context,
      Dir dir,
      Name target,
      @Nullable Name name,
      Descriptor descriptor,
      byte[] content)
      throws PosixException {
    Posix posix = context.posix();
    try {
      int fd = descriptor.number();
      FileStat identity = Syscalls.fstat(posix, fd, target);
      Staged staged = new Staged(context, dir, target, name, descriptor, identity);
      Syscalls.writeAll(posix, fd, content, target);
      PosixException.check(posix.fchmod(fd, context.options().fileMode()), "fchmod", target.raw());
      return staged;
    } catch (PosixException | RuntimeException e) {
      descriptor.close();
      if (name != null) {
        posix.unlinkat(dir.fd(), name.raw(), 0);
      }
      throw e;
    }
  }

  Dir dir() {
    return dir;
  }

  Name target() {
    return target;
  }

  boolean hasName() {
    return stagedName != null;
  }

  /** Starts write-back, so that the barriers of many files overlap. Never a barrier. */
  void startWriteBack() {
    context.posix().syncFileRange(descriptor.number(), 0, 0, Flags.SYNC_FILE_RANGE_WRITE);
  }

  /** The content barrier. Its answer is kept for {@link #checkSynced}. */
  void sync() {
    StagedEvent event = new StagedEvent();
    event.begin();
    context.counters().fileSync();
    syncResult = Syscalls.fsync(context.posix(), descriptor.number());
    event.end(target, syncResult);
  }

  void checkSynced() throws PosixException {
    if (syncResult < 0) {
      context.counters().failure();
      throw PosixException.of("fsync", syncResult, target.raw());
    }
  }

  /**
   * Moves the staged name over the target: the decision.
   *
   * @throws PosixException the old content is untouched
   * @throws DurabilityUnknownException the rename may have been done, or may still be
   */
  void moveToTarget() throws PosixException, DurabilityUnknownException {
    Name from = name();
    int result = context.posix().renameat2(dir.fd(), from.raw(), dir.fd(), target.raw(), 0);
    if (result < 0) {
      Sight.requireDone(result, "renameat2", dir, from, dir, target, identity);
    }
    moved = true;
  }

  /**
   * Gives the file its target as a name, exclusively.
   *
   * @return false when the target is taken by another file
   */
  boolean linkToTarget() throws PosixException, DurabilityUnknownException {
    int result = stagedName == null ? linkUnnamed() : linkNamed(stagedName);
    if (result == 0) {
      return true;
    }
    FileStat there = Syscalls.look(dir, target);
    if (there != null && there.sameFileAs(identity)) {
      return true;
    }
    if (Errno.EEXIST.is(result)) {
      return false;
    }
    if (Sight.mayStillHappen(result)) {
      throw new DurabilityUnknownException(
          "linkat " + target + " may still be done", PosixException.of("linkat", result));
    }
    throw PosixException.of("linkat", result, target.raw());
  }

  private int linkUnnamed() {
    byte[] proc = RandomNames.ascii("/proc/self/fd/" + descriptor.number());
    return context
        .posix()
        .linkat(Flags.AT_FDCWD, proc, dir.fd(), target.raw(), Flags.AT_SYMLINK_FOLLOW);
  }

  private int linkNamed(Name from) {
    return context.posix().linkat(dir.fd(), from.raw(), dir.fd(), target.raw(), 0);
  }

  private Name name() {
    if (stagedName == null) {
      throw new IllegalStateException("a file without a name cannot be renamed");
    }
    return stagedName;
  }

  /** Closes the descriptor; removes the staged name unless it was moved. */
  @Override
  public void close() {
    descriptor.close();
    if (stagedName != null && !moved) {
      context.posix().unlinkat(dir.fd(), stagedName.raw(), 0);
    }
  }
}
