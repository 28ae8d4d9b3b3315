package io.holdfast.result;

import io.holdfast.durable.BarrierReason;
import io.holdfast.durable.Dir;
import io.holdfast.durable.DirectoryBarrierBatch;
import io.holdfast.durable.DurabilityUnknownException;
import io.holdfast.durable.Durable;
import io.holdfast.durable.PoisonedException;
import io.holdfast.json.JsonValue.JsonObject;
import io.holdfast.lease.Lease;
import io.holdfast.lease.WorkLeaseTable.CommitReplay;
import io.holdfast.posix.Eintr;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.result.StageFiles.Sight;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Moves the contents of sealed stages into the publication root, each under its digest.
 *
 * <p>Equals, for a result of N contents: N digests of what is staged, N renames without
 * replacement, one barrier of the publication root, a look at each name; then the stage is removed.
 * Public first: what is staged goes when it is durable under its public name, not before.
 *
 * <p>It may be called again after any call of it that did not return, by anybody, while the first
 * one is frozen and wakes up later. Nobody has to refuse the late one: it can only give a content
 * the name that is its digest, once more.
 *
 * <ul>
 *   <li>What is public already is read to its end; it counts when its digest is its name, and gets
 *       its barriers before it is acknowledged, for whoever moved it may not have made them.
 *   <li>Something else under a public name is an error and is never overwritten.
 *   <li>Where the file system has no rename without replacement, as NFS, a look and a rename stand
 *       in for it: what could come between them is a content with the same digest.
 * </ul>
 *
 * <p>A crash leaves each content staged or public, never neither.
 *
 * <p>Not promised: that the contents of a result become public together; anything about somebody
 * who writes into the publication root by other means.
 *
 * <p>Any number of threads may use it.
 */
public final class ResultPublisher implements CommitReplay {

  private final Posix posix;
  private final Durable durable;
  private final Dir stagingRoot;
  private final Dir publicRoot;
  private final StageFiles files;
  private final StageRemoval removal;

  /**
   * A publisher from one root to another; both stay the caller's.
   *
   * @throws IllegalArgumentException the roots are on two file systems: results are moved, not
   *     copied
   */
  public ResultPublisher(Posix posix, Durable durable, Dir stagingRoot, Dir publicRoot) {
    if (stagingRoot.identity().dev() != publicRoot.identity().dev()) {
      throw new IllegalArgumentException(
          "results are moved, not copied: the staging root and the publication root must be on one"
              + " file system, and "
              + stagingRoot
              + " and "
              + publicRoot
              + " are not");
    }
    this.posix = posix;
    this.durable = durable;
    this.stagingRoot = stagingRoot;
    this.publicRoot = publicRoot;
    this.files = new StageFiles(posix);
    this.removal = new StageRemoval(files, durable);
  }

  /**
   * Publishes what a commit manifest names; for {@code replayCommit}, and for the holder itself.
   *
   * @param lease its number is not needed: a smaller one publishes the same bytes
   */
  @Override
  public void publish(Lease lease, JsonObject manifest)
      throws PosixException,
          DurabilityUnknownException,
          PoisonedException,
          ResultFormatException,
          ResultMissingException,
          ForeignContentException {
    publish(ResultManifest.of(manifest));
  }

  /**
   * Publishes a result. Everything is looked at before anything is moved.
   *
   * @throws PosixException it is not public as a whole; call again
   * @throws DurabilityUnknownException the same, and this instance of Durable may be poisoned
   * @throws ResultMissingException something is neither staged nor public; nothing was moved
   * @throws ForeignContentException a name stands for another content; it was not touched
   */
  public Published publish(ResultManifest manifest)
      throws PosixException,
          DurabilityUnknownException,
          PoisonedException,
          ResultMissingException,
          ForeignContentException {
    try (@Nullable Dir stages = files.openChild(stagingRoot, StageFiles.STAGES).orElse(null);
        @Nullable Dir stage = stages == null ? null : stage(stages, manifest)) {
      int moved = 0;
      for (ContentHash hash : staged(manifest, Optional.ofNullable(stage))) {
        if (stage != null && move(stage, hash)) {
          moved++;
        }
      }
      makePublic(manifest);
      Optional<String> leftover =
          stages == null ? Optional.empty() : removal.remove(stages, manifest.stage());
      return new Published(moved, manifest.hashes().size() - moved, leftover);
    }
  }

  private @Nullable Dir stage(Dir stages, ResultManifest manifest) throws PosixException {
    return files.openChild(stages, manifest.stage().toName()).orElse(null);
  }

  /**
   * Which contents are to be moved. The stage is looked at first: what another publisher moves
   * meanwhile is public before it is missed.
   */
  private List<ContentHash> staged(ResultManifest manifest, Optional<Dir> stage)
      throws PosixException,
          DurabilityUnknownException,
          PoisonedException,
          ResultMissingException,
          ForeignContentException {
    List<ContentHash> staged = new ArrayList<>();
    List<ContentHash> missing = new ArrayList<>();
    for (ContentHash hash : manifest.hashes()) {
      Sight here = stage.isPresent() ? files.look(stage.get(), hash, false) : Sight.ABSENT;
      boolean isPublic = isPublic(hash);
      if (here == Sight.FOREIGN && !isPublic) {
        throw foreign("stage/" + manifest.stage() + "/" + hash);
      }
      if (here == Sight.RIGHT && !isPublic) {
        staged.add(hash);
      } else if (!isPublic) {
        missing.add(hash);
      }
    }
    if (!missing.isEmpty()) {
      requirePublic(manifest, missing);
    }
    return staged;
  }

  /**
   * The last look before something is called missing, behind a barrier: where names are cached, its
   * sentinel makes the client look anew.
   */
  private void requirePublic(ResultManifest manifest, List<ContentHash> missing)
      throws PosixException,
          DurabilityUnknownException,
          PoisonedException,
          ResultMissingException,
          ForeignContentException {
    barrier();
    List<ContentHash> still = new ArrayList<>();
    for (ContentHash hash : missing) {
      if (!isPublic(hash)) {
        still.add(hash);
      }
    }
    if (!still.isEmpty()) {
      throw new ResultMissingException(manifest.stage(), still);
    }
  }

  private boolean isPublic(ContentHash hash) throws PosixException, ForeignContentException {
    Sight sight = files.look(publicRoot, hash, true);
    if (sight == Sight.FOREIGN) {
      throw foreign(hash.hex());
    }
    return sight == Sight.RIGHT;
  }

  private static ForeignContentException foreign(String path) {
    return new ForeignContentException(path, "its content has another digest, or it is no file");
  }

  /**
   * Moves one content. Whatever the rename answers but success, what counts is what stands under
   * the public name.
   *
   * @return whether this call moved it, as far as that can be known
   */
  private boolean move(Dir stage, ContentHash hash) throws PosixException, ForeignContentException {
    int result = rename(stage, hash, Flags.RENAME_NOREPLACE);
    if (saysNoSuchFlag(result) && !isPublic(hash)) {
      result = rename(stage, hash, 0);
    }
    if (result == 0) {
      return true;
    }
    if (!isPublic(hash)) {
      throw PosixException.of("renameat2", result, hash.toName().bytes());
    }
    return false;
  }

  /** Asked again upon EINTR: made twice, it gives a content its name twice. */
  private int rename(Dir stage, ContentHash hash, int flags) {
    byte[] name = hash.toName().bytes();
    return Eintr.again(() -> posix.renameat2(stage.fd(), name, publicRoot.fd(), name, flags));
  }

  private static boolean saysNoSuchFlag(int result) {
    return Errno.EINVAL.is(result) || Errno.ENOSYS.is(result) || Errno.EOPNOTSUPP.is(result);
  }

  private void makePublic(ResultManifest manifest)
      throws PosixException, DurabilityUnknownException, PoisonedException {
    barrier();
    for (ContentHash hash : manifest.hashes()) {
      if (!files.isThere(publicRoot, hash.toName())) {
        throw new DurabilityUnknownException(hash + " was public and is not any more", null);
      }
    }
  }

  private void barrier() throws PosixException, DurabilityUnknownException, PoisonedException {
    try (DirectoryBarrierBatch batch = durable.batch(BarrierReason.PROMOTE)) {
      batch.changed(publicRoot);
      batch.flush();
    }
  }
}
