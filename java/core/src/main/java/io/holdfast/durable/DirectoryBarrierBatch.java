package io.holdfast.durable;

import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.PosixException;
import java.util.ArrayList;
import java.util.List;

/**
 * Group commit: N records in K directories cost N content barriers and K directory barriers.
 *
 * <p>{@link #replace} writes each record at once; {@link #flush} makes all content barriers beside
 * each other, moves the records to their names in the order in which they were given, and makes one
 * barrier per directory, these beside each other as well. For each record the order is content
 * fsync, rename, directory fsync, barrier probe, answer.
 *
 * <p>When a record fails, those before it are moved and made durable, it and those behind it are
 * dropped, and its error is thrown, errors of later ones suppressed in it. When a directory barrier
 * fails there is no result: {@link DurabilityUnknownException} speaks for every record of the
 * batch. A batch that failed is over.
 *
 * <p>A crash leaves, for each record by itself, the old content or the new, whole. Not promised:
 * that the records change together.
 *
 * <p>Whoever holds locks calls {@link #move} and lets go of them: records are then under their
 * names and not yet acknowledged.
 *
 * <p>One thread at a time. A directory that was handed in may be closed meanwhile.
 */
public final class DirectoryBarrierBatch implements AutoCloseable {

  /** Most records between two flushes. */
  public static final int RECORD_LIMIT = 65_536;

  /** Most descriptors that staged records keep open; more are synced and closed early. */
  public static final int OPEN_LIMIT = 512;

  private final DurableContext context;
  private final ChangedDirectories changed;
  private final List<Staged> staged = new ArrayList<>();
  private FirstFailure staging = new FirstFailure();
  private int synced;
  private int moved;
  private boolean over;

  DirectoryBarrierBatch(DurableContext context, BarrierReason reason) {
    this.context = context;
    this.changed = new ChangedDirectories(context, reason);
  }

  /**
   * What a flush did.
   *
   * @param records moved to their names and durable
   * @param fileSyncs content barriers made: as many as records
   * @param directorySyncs directories made durable, by this thread or by one that it shared with
   */
  public record Result(int records, int fileSyncs, int directorySyncs) {}

  /**
   * Writes a record beside its name. An error of writing is kept and thrown by {@link #move} or
   * {@link #flush}, after the records before it are durable; later records are not written any
   * more.
   *
   * @throws IllegalArgumentException the content is too long
   * @throws IllegalStateException the batch is full, failed or closed, or the directory is closed
   */
  public void replace(Dir dir, Name name, byte[] content) throws PoisonedException {
    Durable.checkContent(content);
    admit();
    try (Dir.Hold held = dir.hold()) {
      if (!staging.happened()) {
        add(Staged.named(context, held, name, content));
      }
    } catch (PosixException e) {
      staging.add(e);
    }
  }

  /**
   * Hands over a file that the caller has written under another name of the same directory. The
   * batch makes its content barrier. From here on the file is the batch's, which removes it when it
   * is dropped; one that could not be opened, which is kept as an error of writing, stays.
   *
   * <p>The caller must not have had an error from a write, fsync or close of that file: the kernel
   * tells such an error once, and this would not see it.
   *
   * @throws IllegalArgumentException {@code fromDir} and {@code toDir} are not one directory;
   *     nothing was touched. Across directories: {@link Durable#promote}.
   * @throws IllegalStateException the batch is full, failed or closed, or a directory is closed
   */
  public void replace(Dir fromDir, Name stagedName, Dir toDir, Name name) throws PoisonedException {
    if (!fromDir.sameAs(toDir)) {
      throw new IllegalArgumentException(
          "a batch replaces within one directory, not from " + fromDir + " to " + toDir);
    }
    admit();
    try (Dir.Hold from = fromDir.hold();
        Dir.Hold held = toDir.hold()) {
      if (!staging.happened()) {
        add(Staged.handedOver(context, from, stagedName, held, name));
      }
    } catch (PosixException e) {
      staging.add(e);
    }
  }

  /**
   * Writes a new file under its final name, which must be one that nobody else makes. Equals an
   * exclusive create, write, fchmod; the flush makes its content barrier and the directory's.
   *
   * <p>Errors as {@link #replace(Dir, Name, byte[])}. A file that fails or is dropped is removed.
   */
  public void create(Dir dir, Name name, byte[] content) throws PoisonedException {
    Durable.checkContent(content);
    admit();
    try (Dir.Hold held = dir.hold()) {
      if (!staging.happened()) {
        add(Staged.inPlace(context, held, name, content));
      }
    } catch (PosixException e) {
      staging.add(e);
    }
  }

  /**
   * Removes a name at once, whatever waits to be moved; the flush makes its absence durable. Equals
   * unlinkat. An absent name is removed.
   *
   * @throws PosixException it is still there; the batch goes on. EISDIR: a directory has the name
   * @throws DurabilityUnknownException it may have been removed, or may still be
   */
  public void remove(Dir dir, Name name)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    admit();
    try (Dir.Hold held = dir.hold()) {
      FileStat before = Syscalls.look(context.posix(), held.fd(), name.raw());
      NameChange change = NameCalls.unlink(context.posix(), held.fd(), name.raw(), 0, before);
      boolean absent = change.isRefused(Errno.ENOENT);
      if (absent || change.certainty() != NameChange.Certainty.NOT_DONE) {
        changed.add(held);
      }
      if (!absent) {
        change.require("unlinkat", name.raw());
      }
    }
  }

  /** Takes note that the caller has changed a name in a directory: the flush makes its barrier. */
  public void changed(Dir dir) throws PoisonedException {
    admit();
    try (Dir.Hold held = dir.hold()) {
      changed.add(held);
    }
  }

  /**
   * Makes the content barriers of the records given so far, for a caller who has something to look
   * at between them and the moves. Errors are kept for {@link #move} or {@link #flush}.
   */
  public void sync() {
    requireOpen();
    syncContents();
  }

  /**
   * Makes the content barriers of the records given so far and moves these to their names, where
   * others see them. Nothing is acknowledged before {@link #flush}.
   */
  public void move() throws PosixException, DurabilityUnknownException, PoisonedException {
    requireOpen();
    FirstFailure failure = moveAll();
    if (failure.happened()) {
      end(failure);
    }
  }

  /** Moves what was not moved yet and makes all that was moved durable. */
  public Result flush() throws PosixException, DurabilityUnknownException, PoisonedException {
    requireOpen();
    return end(moveAll());
  }

  /**
   * Drops what was not moved, and makes durable, without a word about success, what was moved and
   * not flushed: it is seen by others and must not vanish.
   *
   * @throws DurabilityUnknownException that barrier failed
   */
  @Override
  public void close() throws DurabilityUnknownException {
    if (over) {
      return;
    }
    over = true;
    dropStaged();
    changed.makeDurable();
  }

  private void admit() throws PoisonedException {
    requireOpen();
    context.poison().check();
    if (staged.size() + moved >= RECORD_LIMIT) {
      throw new IllegalStateException("a batch holds at most " + RECORD_LIMIT + " records");
    }
  }

  private void requireOpen() {
    if (over) {
      throw new IllegalStateException("this batch has failed or was closed");
    }
    context.requireOpen();
  }

  private void add(Staged record) {
    staged.add(record);
    record.startWriteBack();
    if (staged.size() - synced >= OPEN_LIMIT) {
      syncContents();
      staged.forEach(Staged::closeDescriptor);
    }
  }

  private void syncContents() {
    List<Staged> fresh = staged.subList(synced, staged.size());
    context.fanOut().run(fresh.stream().<Runnable>map(record -> record::sync).toList());
    synced = staged.size();
  }

  /** Moves until the first record that fails, which is answered with all that is known to fail. */
  private FirstFailure moveAll() throws DurabilityUnknownException, PoisonedException {
    refuseWhenPoisoned();
    syncContents();
    refuseWhenPoisoned();
    FirstFailure failure = new FirstFailure();
    for (Staged record : staged) {
      moveUnlessFailed(record, failure);
    }
    failure.addAll(staging);
    dropStaged();
    return failure;
  }

  private void refuseWhenPoisoned() throws DurabilityUnknownException, PoisonedException {
    if (changed.isEmpty()) {
      context.poison().check();
    } else {
      context.poison().refuse();
    }
  }

  private void moveUnlessFailed(Staged record, FirstFailure failure) {
    try {
      record.checkSynced();
      if (!failure.happened()) {
        record.moveToTarget();
        changed.add(record.dir());
        moved++;
      }
    } catch (PosixException e) {
      failure.add(e);
    } catch (DurabilityUnknownException e) {
      changed.add(record.dir());
      failure.add(e);
    }
  }

  private Result end(FirstFailure failure) throws PosixException, DurabilityUnknownException {
    over = true;
    Result result = new Result(moved, moved, changed.count());
    try {
      changed.makeDurable();
    } catch (DurabilityUnknownException e) {
      FirstFailure all = new FirstFailure();
      all.add(e);
      all.addAll(failure);
      all.rethrow();
    }
    failure.rethrow();
    moved = 0;
    over = false;
    return result;
  }

  private void dropStaged() {
    staged.forEach(Staged::close);
    staged.clear();
    staging = new FirstFailure();
    synced = 0;
  }
}
