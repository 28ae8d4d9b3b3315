package io.holdfast.durable;

import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Verbs that keep every acknowledged byte. A verb that returns has reached the medium as far as the
 * file system's own barriers reach: a power cut after that changes nothing, a power cut before that
 * leaves what the verb's description says.
 *
 * <p>Errors of every verb:
 *
 * <ul>
 *   <li>IllegalArgumentException, IllegalStateException: bad input, or something that was closed;
 *       nothing was touched;
 *   <li>{@link PosixException}: nothing changed, the old content is whole, no staged name is left
 *       (one that cannot be removed is counted in {@link DurableCounters}). ENOSPC, EDQUOT, EACCES,
 *       EROFS, EIO of a content barrier, …;
 *   <li>{@link DurabilityUnknownException}: the change may or may not be there: a directory barrier
 *       failed, a call on a name ended in an error behind which it may have been done and a look
 *       did not decide, or the directory itself was moved or removed meanwhile;
 *   <li>{@link PoisonedException}: an earlier directory barrier failed, nothing was touched.
 * </ul>
 *
 * <p>One instance serves one table. A failed <em>content</em> barrier ends that file only: a new
 * attempt is a new file. A failed <em>directory</em> barrier poisons the instance: nothing is
 * acknowledged any more until the table is opened again with a new one. No failed barrier is ever
 * asked again.
 *
 * <p>Names are changed once per call. ENOENT and EEXIST of a call that a network file system did
 * twice are recognised by the file's identity.
 *
 * <p>Not promised: that several names change together; that nobody else changes a name a moment
 * after the answer; anything about content that others wrote without barriers.
 *
 * <p>Any number of threads may use one instance; threads that change one directory at the same time
 * share its barriers. Interruption is never looked at and stays set.
 */
public final class Durable implements AutoCloseable {

  /** Longest content of a file, in bytes. */
  public static final int CONTENT_LIMIT = 64 * 1024 * 1024;

  /** Longest path that is made and deepest tree that is removed, in names. */
  public static final int DEPTH_LIMIT = 64;

  private final DurableContext context;

  public Durable(Posix posix, DurableOptions options) {
    this.context = new DurableContext(posix, options);
  }

  /** What a verb on a name that must be free found. */
  public enum Publication {
    /** This call made it. */
    CREATED,
    /** Something else has the name; nothing of it was changed. The name is durable. */
    ALREADY_THERE
  }

  /** What {@link #renameNoReplace} found. */
  public enum Move {
    DONE,
    /** The new name is taken; nothing changed. */
    EXISTS,
    /** This file system has no RENAME_NOREPLACE; nothing changed and nothing else was tried. */
    UNSUPPORTED
  }

  /** What {@link #remove} found. */
  public enum Removal {
    /** There was something and it is gone; of two that remove at one moment both may say so. */
    REMOVED,
    /** There was nothing; that is durable. */
    ABSENT
  }

  /**
   * Makes a new file, exclusively. Equals O_TMPFILE, write, fchmod, fsync, linkat, fsync of the
   * directory, barrier probe. Where there is no O_TMPFILE: a staged name, link, unlink of the
   * staged name.
   *
   * <p>A crash leaves nothing or the whole file under {@code name}; where staged names are used,
   * perhaps one of those beside it.
   */
  public Publication publish(Dir dir, Name name, byte[] content)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    checkContent(content);
    context.enter();
    try (Dir.Hold held = dir.hold()) {
      boolean created;
      try (Staged staged = Staged.unnamed(context, held, name, content)) {
        staged.sync();
        staged.checkSynced();
        context.poison().check();
        created = staged.linkToTarget();
      }
      barrier(held, BarrierReason.PUBLISH);
      return created ? Publication.CREATED : Publication.ALREADY_THERE;
    }
  }

  /**
   * Puts a file in the place of another, or where there was none. Equals a staged name in the same
   * directory, write, fchmod, fsync, renameat, fsync of the directory, barrier probe.
   *
   * <p>A crash leaves the old content or the new, whole, and perhaps a staged name beside it.
   *
   * @throws PosixException also EISDIR: a directory has the name
   */
  public void replace(Dir dir, Name name, byte[] content)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    checkContent(content);
    context.enter();
    try (Dir.Hold held = dir.hold()) {
      try (Staged staged = Staged.named(context, held, name, content)) {
        staged.sync();
        staged.checkSynced();
        context.poison().check();
        staged.moveToTarget();
      }
      barrier(held, BarrierReason.REPLACE);
    }
  }

  /**
   * Moves a file to a name that must be free. Equals renameat2 with RENAME_NOREPLACE, then the
   * barriers of both directories, the new one first. Never a look followed by a rename.
   *
   * <p>A crash leaves the file under the old name or the new one.
   *
   * @throws PosixException ENOENT: there is no such file
   */
  public Move renameNoReplace(Dir fromDir, Name from, Dir toDir, Name to)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    context.enter();
    try (Dir.Hold source = fromDir.hold();
        Dir.Hold target = toDir.hold()) {
      FileStat identity = mustBeThere(source, from);
      NameChange change =
          NameCalls.rename(
              context.posix(),
              source.fd(),
              from,
              target.fd(),
              to,
              Flags.RENAME_NOREPLACE,
              identity);
      if (change.isRefused(Errno.EEXIST)) {
        return Move.EXISTS;
      }
      if (saysNoSuchFlag(change, identity)) {
        return Move.UNSUPPORTED;
      }
      change.require("renameat2", to.raw());
      barriers(source, target, BarrierReason.PROMOTE);
      return Move.DONE;
    }
  }

  /** A directory moved into itself is EINVAL as well. */
  private static boolean saysNoSuchFlag(NameChange change, FileStat identity) {
    return change.isRefused(Errno.ENOSYS)
        || change.isRefused(Errno.EOPNOTSUPP)
        || (change.isRefused(Errno.EINVAL) && !identity.isDirectory());
  }

  /**
   * Moves a durable file to a directory where others look, replacing what is there. Equals rename,
   * fsync of the new directory, fsync of the old one, each with its probe: public first.
   *
   * <p>A crash leaves the file under the old name or the new one, or, on a file system that tears a
   * rename, under both; never under neither. Its content is as durable as the caller made it.
   *
   * @throws PosixException ENOENT: there is no such file
   */
  public void promote(Dir fromDir, Name from, Dir toDir, Name to)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    context.enter();
    try (Dir.Hold source = fromDir.hold();
        Dir.Hold target = toDir.hold()) {
      FileStat identity = mustBeThere(source, from);
      NameCalls.rename(context.posix(), source.fd(), from, target.fd(), to, 0, identity)
          .require("renameat2", to.raw());
      if (identity.nlink() > 1) {
        removeOtherLink(source, from, target, to, identity);
      }
      barriers(source, target, BarrierReason.PROMOTE);
    }
  }

  /** rename(2) of one link of a file over another does nothing and answers 0. */
  private void removeOtherLink(
      Dir.Hold source, Name from, Dir.Hold target, Name to, FileStat identity)
      throws PosixException, DurabilityUnknownException {
    boolean sameName = source.dir().sameAs(target.dir()) && from.equals(to);
    Sight here = Sight.of(context.posix(), source.fd(), from.raw(), identity);
    if (here == Sight.OURS && !sameName && !identity.isDirectory()) {
      NameCalls.unlink(context.posix(), source.fd(), from.raw(), 0, identity)
          .require("unlinkat", from.raw());
    }
  }

  /**
   * Removes a name. Equals unlinkat, fsync of the directory, barrier probe. The barrier is made for
   * an absent name as well, so that the absence is durable.
   *
   * <p>A crash leaves the file or nothing.
   *
   * @throws PosixException also EISDIR: a directory has the name
   */
  public Removal remove(Dir dir, Name name)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    context.enter();
    try (Dir.Hold held = dir.hold()) {
      FileStat before = Syscalls.look(context.posix(), held.fd(), name.raw());
      NameChange change = NameCalls.unlink(context.posix(), held.fd(), name.raw(), 0, before);
      boolean absent = change.isRefused(Errno.ENOENT);
      if (!absent) {
        change.require("unlinkat", name.raw());
      }
      barrier(held, BarrierReason.REMOVE);
      return absent ? Removal.ABSENT : Removal.REMOVED;
    }
  }

  /**
   * Makes the directories of a path that are not there, each durable before the next is made in it.
   * Equals, for each: mkdirat, fchmod, fsync of the new directory, fsync of the one above, each
   * with its probe. One that is there keeps its mode; its name is made durable.
   *
   * <p>A crash leaves a beginning of the path. After an error those made before it stay.
   *
   * @param path at most {@value #DEPTH_LIMIT} names
   * @throws PosixException ENOTDIR (or ELOOP): something else has the name
   */
  public void makeDirs(Dir root, List<Name> path)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    if (path.size() > DEPTH_LIMIT) {
      throw new IllegalArgumentException(
          "a path has at most " + DEPTH_LIMIT + " names, this one has " + path.size());
    }
    context.enter();
    try (Dir.Hold held = root.hold()) {
      new DirectoryMaker(context).make(held, List.copyOf(path));
      context.requireInPlace(held);
    }
  }

  /**
   * Removes a name and, where it is a directory, what is below it, the deepest first, until it is
   * gone or the budget is used up. Each directory gets a barrier before it is removed itself. Links
   * are removed, never followed; a mount point is left alone.
   *
   * <p>A crash leaves the tree, or a part of it that can be removed by calling again.
   *
   * @param entryBudget most names to remove, at least 1
   * @param goOn asked before each name but the first, so that every call makes progress
   * @throws PosixException the rest of the tree is there, what was removed may come back. EXDEV,
   *     EBUSY: a mount point; ELOOP: deeper than {@value #DEPTH_LIMIT}; ENOTEMPTY: others keep
   *     filling it
   */
  public TreeRemoval removeTree(Dir parent, Name name, int entryBudget, BooleanSupplier goOn)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    if (entryBudget < 1) {
      throw new IllegalArgumentException("the entry budget is at least 1: " + entryBudget);
    }
    context.enter();
    try (Dir.Hold held = parent.hold()) {
      TreeRemoval removal = new TreeRemover(context, entryBudget, goOn).remove(held, name);
      context.requireInPlace(held);
      return removal;
    }
  }

  /** Opens a batch whose changes share their directories' barriers. */
  public DirectoryBarrierBatch batch(BarrierReason reason) {
    context.requireOpen();
    return new DirectoryBarrierBatch(context, reason);
  }

  /**
   * Asks what a directory's mount can do for the verbs, by making a barrier and a file without a
   * name in it. A table asks before it begins.
   *
   * @throws PosixException fsync of the directory failed with something else than EINVAL; the
   *     instance is poisoned
   */
  public DirectorySupport examine(Dir dir)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    context.enter();
    try (Dir.Hold held = dir.hold()) {
      return new DirectoryExaminer(context).examine(held);
    }
  }

  /**
   * Whether a name has the form that this class gives to what is on its way: a staged file or a
   * sentinel. A crash leaves such names behind; a sweeper removes one when its writer is surely
   * dead.
   */
  public static boolean isLeftoverName(Name name) {
    return RandomNames.isOne(name);
  }

  /** The form of barrier that a directory gets; every evidence names it. */
  public BarrierForm barrierForm(Dir dir) {
    try (Dir.Hold held = dir.hold()) {
      return context.form(held);
    }
  }

  /** The permission bits of every file that it makes. */
  public int fileMode() {
    return context.options().fileMode();
  }

  /** Counters since this instance was made. */
  public DurableCounters counters() {
    return context.counters();
  }

  /** Ends the threads of its own, if any, once; directories stay open. */
  @Override
  public void close() {
    context.close();
  }

  static void checkContent(byte[] content) {
    if (content.length > CONTENT_LIMIT) {
      throw new IllegalArgumentException(
          "content has at most " + CONTENT_LIMIT + " bytes, this has " + content.length);
    }
  }

  private FileStat mustBeThere(Dir.Hold dir, Name name) throws PosixException {
    FileStat stat = Syscalls.look(context.posix(), dir.fd(), name.raw());
    if (stat == null) {
      throw PosixException.of("statx", Errno.ENOENT.asResult(), name.raw());
    }
    return stat;
  }

  private void barriers(Dir.Hold source, Dir.Hold target, BarrierReason reason)
      throws DurabilityUnknownException {
    barrier(target, reason);
    if (!source.dir().sameAs(target.dir())) {
      barrier(source, reason);
    }
  }

  private void barrier(Dir.Hold dir, BarrierReason reason) throws DurabilityUnknownException {
    context.barrier(dir).await(dir, reason, 1);
    context.requireInPlace(dir);
  }
}
