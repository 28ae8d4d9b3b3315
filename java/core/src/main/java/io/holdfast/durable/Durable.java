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
 * file system's own barriers reach; a power cut after that changes nothing, a power cut before that
 * leaves what the verb's description says.
 *
 * <p>One instance serves one table: a failed directory barrier poisons it, and nothing is
 * acknowledged any more until the table is opened again with a new instance. Errors:
 *
 * <ul>
 *   <li>{@link PosixException}: nothing changed, the old content is whole, no staged name is left;
 *   <li>{@link DurabilityUnknownException}: the change may or may not be there;
 *   <li>{@link PoisonedException}: an earlier barrier failed, nothing was touched.
 * </ul>
 *
 * <p>Any number of threads may use one instance; threads that change one directory at the same time
 * share its barriers. Interruption is never looked at and stays set.
 */
public final class Durable implements AutoCloseable {

  private final DurableContext context;

  public Durable(Posix posix, DurableOptions options) {
    this.context = new DurableContext(posix, options);
  }

  /** What a verb on a name that must be free found. */
  public enum Publication {
    /** This call made it. */
    CREATED,
    /** Another file has the name; no byte of it was changed. The name is durable. */
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
    REMOVED,
    /** There was nothing; that is durable. */
    ABSENT
  }

  /**
   * Makes a new file, exclusively: O_TMPFILE, write, fchmod, fsync, linkat, fsync of the directory,
   * barrier probe. Where there is no O_TMPFILE: a staged name, link, unlink.
   *
   * <p>A crash leaves nothing or the whole file under {@code name}; where staged names are used,
   * perhaps one of those beside it.
   */
  public Publication publish(Dir dir, Name name, byte[] content)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    context.poison().check();
    boolean created;
    try (Staged staged = Staged.unnamed(context, dir, name, content)) {
      staged.sync();
      staged.checkSynced();
      created = staged.linkToTarget();
    }
    barrier(dir, BarrierReason.PUBLISH);
    return created ? Publication.CREATED : Publication.ALREADY_THERE;
  }

  /**
   * Puts a file in the place of another: staged name, write, fchmod, fsync, renameat, fsync of the
   * directory, barrier probe.
   *
   * <p>A crash leaves the old content or the new, whole.
   */
  public void replace(Dir dir, Name name, byte[] content)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    context.poison().check();
    try (Staged staged = Staged.named(context, dir, name, content)) {
      staged.sync();
      staged.checkSynced();
      staged.moveToTarget();
    }
    barrier(dir, BarrierReason.REPLACE);
  }

  /**
   * renameat2 with RENAME_NOREPLACE, then the barriers of both directories, the new one first.
   * Never a look followed by a rename.
   */
  public Move renameNoReplace(Dir fromDir, Name from, Dir toDir, Name to)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    context.poison().check();
    FileStat identity = source(fromDir, from);
    int result = rename(fromDir, from, toDir, to, Flags.RENAME_NOREPLACE);
    if (Errno.EINVAL.is(result) && !identity.isDirectory()) {
      return Move.UNSUPPORTED;
    }
    if (Errno.EEXIST.is(result) && !isThere(toDir, to, identity)) {
      return Move.EXISTS;
    }
    if (result < 0) {
      Sight.requireDone(result, "renameat2", fromDir, from, toDir, to, identity);
    }
    barriers(fromDir, toDir, BarrierReason.PROMOTE);
    return Move.DONE;
  }

  /**
   * Moves a durable file to a directory where others look, replacing what is there: rename, barrier
   * of the new directory, barrier of the old one.
   *
   * <p>A crash leaves the file under the old name, the new one, or both; never under neither.
   */
  public void promote(Dir fromDir, Name from, Dir toDir, Name to)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    context.poison().check();
    FileStat identity = source(fromDir, from);
    int result = rename(fromDir, from, toDir, to, 0);
    if (result < 0) {
      Sight.requireDone(result, "renameat2", fromDir, from, toDir, to, identity);
    }
    barriers(fromDir, toDir, BarrierReason.PROMOTE);
  }

  /**
   * unlinkat and the directory's barrier, which is made for an absent name as well, so that the
   * absence is durable.
   */
  public Removal remove(Dir dir, Name name)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    context.poison().check();
    int result = context.posix().unlinkat(dir.fd(), name.raw(), 0);
    boolean absent = Errno.ENOENT.is(result);
    if (result < 0 && !absent) {
      if (Syscalls.look(dir, name) != null || Sight.mayStillHappen(result)) {
        throw unlinkFailure(result, name);
      }
    }
    barrier(dir, BarrierReason.REMOVE);
    return absent ? Removal.ABSENT : Removal.REMOVED;
  }

  private static PosixException unlinkFailure(int result, Name name)
      throws DurabilityUnknownException {
    PosixException failure = PosixException.of("unlinkat", result, name.raw());
    if (Sight.mayStillHappen(result)) {
      throw new DurabilityUnknownException("unlinkat " + name + " may have been done", failure);
    }
    return failure;
  }

  /**
   * Makes the directories of a path that are not there, each durable before the next is made in it:
   * mkdirat, fchmod, barrier of the new one, barrier of its parent.
   *
   * @throws PosixException ENOTDIR, ELOOP: something else has the name
   */
  public void makeDirs(Dir root, List<Name> path)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    context.poison().check();
    makeDirs(root, path, 0);
  }

  private void makeDirs(Dir parent, List<Name> path, int depth)
      throws PosixException, DurabilityUnknownException {
    if (depth == path.size()) {
      return;
    }
    Name name = path.get(depth);
    int mode = context.options().directoryMode();
    int result = context.posix().mkdirat(parent.fd(), name.raw(), mode);
    if (!Errno.EEXIST.is(result)) {
      PosixException.check(result, "mkdirat", name.raw());
    }
    try (Dir child = parent.openChild(name)) {
      if (result == 0) {
        PosixException.check(context.posix().fchmod(child.fd(), mode), "fchmod", name.raw());
        barrier(child, BarrierReason.MAKE_DIRECTORY);
      }
      barrier(parent, BarrierReason.MAKE_DIRECTORY);
      makeDirs(child, path, depth + 1);
    }
  }

  /**
   * Removes a directory and what is below it, the deepest first, until it is gone or the budget is
   * used up. Links are removed, never followed; a mount point is left alone.
   *
   * @param entryBudget most names to remove, at least 1
   * @param goOn asked before each name but the first, so that every call makes progress
   */
  public TreeRemoval removeTree(Dir parent, Name name, int entryBudget, BooleanSupplier goOn)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    context.poison().check();
    return new TreeRemover(context, entryBudget, goOn).remove(parent, name);
  }

  /** Opens a batch whose changes share their directories' barriers. */
  public DirectoryBarrierBatch batch(BarrierReason reason) {
    return new DirectoryBarrierBatch(context, reason);
  }

  /** Counters since this instance was made. */
  public DurableCounters counters() {
    return context.counters();
  }

  /** The form of barrier that a directory gets. */
  public BarrierForm barrierForm(Dir dir) {
    return context.form(dir);
  }

  /** Ends the threads of its own, if any; directories stay open. */
  @Override
  public void close() {
    context.fanOut().close();
  }

  private FileStat source(Dir dir, Name name) throws PosixException {
    FileStat stat = Syscalls.look(dir, name);
    if (stat == null) {
      throw PosixException.of("statx", Errno.ENOENT.asResult(), name.raw());
    }
    return stat;
  }

  private static boolean isThere(Dir dir, Name name, FileStat identity) throws PosixException {
    FileStat there = Syscalls.look(dir, name);
    return there != null && there.sameFileAs(identity);
  }

  private int rename(Dir fromDir, Name from, Dir toDir, Name to, int flags) {
    return context.posix().renameat2(fromDir.fd(), from.raw(), toDir.fd(), to.raw(), flags);
  }

  private void barriers(Dir fromDir, Dir toDir, BarrierReason reason)
      throws DurabilityUnknownException {
    barrier(toDir, reason);
    if (!fromDir.sameAs(toDir)) {
      barrier(fromDir, reason);
    }
  }

  private void barrier(Dir dir, BarrierReason reason) throws DurabilityUnknownException {
    context.barrier(dir).await(dir, reason, 1);
    checkInPlace(dir);
  }

  static void checkInPlace(Dir dir) throws DurabilityUnknownException {
    try {
      dir.checkInPlace();
    } catch (PosixException e) {
      throw new DurabilityUnknownException(dir + " is not where it was", e);
    }
  }
}
