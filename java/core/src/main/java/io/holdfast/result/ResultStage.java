package io.holdfast.result;

import io.holdfast.digest.Sha256;
import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.Dir;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.Name;
import io.holdfast.durable.PoisonedException;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Eintr;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Where a worker puts its result: a directory of its own, {@code stage/<32 hex>} below the staging
 * root, whose files are named by the SHA-256 of their content.
 *
 * <p>{@link #seal} equals, for N contents, N content barriers beside each other and one barrier of
 * the directory; what it answers may be told to others. A crash before that leaves a stage that no
 * manifest names, which {@link StageSweeper} removes once the lease that it was made for is over; a
 * crash after it leaves every content, whole.
 *
 * <p>Whoever finds the stage gone while it works, ENOENT or durability unknown, has lost the lease:
 * its result is stale. A stage that is being made may be swept, empty, in that very moment: then
 * another one is made.
 *
 * <p>One thread at a time; it needs nobody else's agreement.
 */
public final class ResultStage implements AutoCloseable {

  private static final int PART_FLAGS =
      Flags.O_WRONLY | Flags.O_CREAT | Flags.O_EXCL | Flags.O_NOFOLLOW;

  private final Posix posix;
  private final Durable durable;
  private final Dir stages;
  private final Dir dir;
  private final StageName name;
  private final DirectoryBarrierBatch batch;
  private final TreeSet<ContentHash> hashes = new TreeSet<>();
  private int parts;
  private boolean sealed;
  private boolean closed;

  private ResultStage(Posix posix, Durable durable, Dir stages, Dir dir, StageName name) {
    this.posix = posix;
    this.durable = durable;
    this.stages = stages;
    this.dir = dir;
    this.name = name;
    this.batch = durable.batch(BarrierReason.BATCH);
  }

  /**
   * Makes a stage and says, durably and before anything is in it, for which lease.
   *
   * @param durable of this worker; its file mode is that of the contents
   * @param stagingRoot on one file system with the publication root; may be closed meanwhile
   */
  public static ResultStage open(Posix posix, Durable durable, Dir stagingRoot, StageOrigin origin)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    StageName name = StageName.random();
    durable.makeDirs(stagingRoot, List.of(StageFiles.STAGES, name.toName()));
    Dir stages = stagingRoot.openChild(StageFiles.STAGES);
    @Nullable Dir dir = null;
    try {
      dir = stages.openChild(name.toName());
      try (DirectoryBarrierBatch first = durable.batch(BarrierReason.PUBLISH)) {
        first.create(dir, origin.toName(), new byte[0]);
        first.flush();
      }
      return new ResultStage(posix, durable, stages, dir, name);
    } catch (PosixException | DurabilityUnknownException | PoisonedException | RuntimeException e) {
      if (dir != null) {
        dir.close();
      }
      stages.close();
      throw e;
    }
  }

  /** What the manifest calls it. */
  public StageName name() {
    return name;
  }

  /**
   * Adds a content; one that is there already is one. An error of writing is told by {@link #seal}.
   *
   * @param content at most {@link Durable#CONTENT_LIMIT} bytes
   * @throws IllegalStateException the stage is sealed, closed or full
   */
  public ContentHash add(byte[] content) throws PoisonedException {
    requireRoom();
    ContentHash hash = ContentHash.of(content);
    if (!hashes.contains(hash)) {
      batch.create(dir, hash.toName(), content);
      hashes.add(hash);
    }
    return hash;
  }

  /**
   * Adds a content of any length that nobody has in memory. It is read to its end and not closed.
   *
   * @param limit most bytes that are taken
   * @throws IOException reading failed, or there was more than that; nothing was added
   * @throws PosixException it could not be written; nothing was added
   */
  public ContentHash add(InputStream content, long limit)
      throws IOException, PosixException, PoisonedException {
    requireRoom();
    Name part = Name.of("part." + parts++);
    ContentHash hash;
    try {
      hash = write(content, limit, part);
    } catch (IOException | PosixException | RuntimeException e) {
      drop(part);
      throw e;
    }
    if (hashes.contains(hash)) {
      drop(part);
    } else {
      batch.replace(dir, part, dir, hash.toName());
      hashes.add(hash);
    }
    return hash;
  }

  private ContentHash write(InputStream content, long limit, Name part)
      throws IOException, PosixException {
    int mode = durable.fileMode();
    MessageDigest digest = Sha256.begun();
    byte[] buffer = new byte[Posix.TRANSFER_LIMIT];
    try (Descriptor file = Descriptor.open(posix, dir.fd(), part.bytes(), PART_FLAGS, mode)) {
      long at = 0;
      for (int count = content.read(buffer); count >= 0; count = content.read(buffer)) {
        if (at + count > limit) {
          throw new IOException("a content has more than " + limit + " bytes");
        }
        writeAll(file.number(), buffer, count, at, part);
        digest.update(buffer, 0, count);
        at += count;
      }
      int moded = Eintr.again(() -> posix.fchmod(file.number(), mode));
      PosixException.check(moded, "fchmod", part.bytes());
      PosixException.check(file.closeAndTell(), "close", part.bytes());
    }
    return ContentHash.ofFed(digest);
  }

  private void writeAll(int fd, byte[] buffer, int count, long position, Name part)
      throws PosixException {
    for (int written = 0; written < count; ) {
      int from = written;
      int result = Eintr.again(() -> posix.pwrite(fd, buffer, from, count - from, position + from));
      if (result == 0) {
        throw PosixException.of("pwrite", Errno.EIO.asResult(), part.bytes());
      }
      written += PosixException.check(result, "pwrite", part.bytes());
    }
  }

  private void drop(Name part) {
    Eintr.again(() -> posix.unlinkat(dir.fd(), part.bytes(), 0));
  }

  /**
   * Makes everything durable. Nothing can be added any more.
   *
   * @param generated how many outputs the worker made, equal ones included
   * @return to be told to the coordinator, which begins the commit with it
   * @throws PosixException also of an earlier {@link #add}; there is no result, and the stage is
   *     removed when it is closed
   */
  public ResultManifest seal(long workerRank, long generated)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    requireOpen();
    ResultManifest manifest = new ResultManifest(workerRank, name, hashes, generated);
    batch.flush();
    sealed = true;
    return manifest;
  }

  /**
   * Ends the worker's use. What is sealed stays; what is not is removed as far as that goes, and
   * the rest is left to the sweeper.
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    Optional<DurabilityUnknownException> unknown = closeBatch();
    if (!sealed && unknown.isEmpty()) {
      new StageRemoval(new StageFiles(posix), durable).remove(stages, name);
    }
    dir.close();
    stages.close();
  }

  private Optional<DurabilityUnknownException> closeBatch() {
    try {
      batch.close();
      return Optional.empty();
    } catch (DurabilityUnknownException e) {
      return Optional.of(e);
    }
  }

  private void requireRoom() {
    requireOpen();
    if (hashes.size() == ResultManifest.HASH_LIMIT) {
      throw new IllegalStateException(
          "a result has at most " + ResultManifest.HASH_LIMIT + " contents");
    }
  }

  private void requireOpen() {
    if (sealed || closed) {
      throw new IllegalStateException("the stage " + name + " was sealed or closed");
    }
  }
}
