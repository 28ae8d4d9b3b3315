package io.holdfast.lease;

import io.holdfast.durable.Name;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.util.Optional;

/**
 * A directory that is made and removed, for storage without flock. It stays when its holder dies:
 * only a person may break it, who is shown the owner file beside it.
 */
final class MkdirUpdateLock implements UpdateLock {

  private static final int LOCK_MODE = 0700;
  private static final int OWNER_MODE = 0600;

  private final Posix posix;
  private final byte[] owner;

  /**
   * @param owner host, boot id, pid and a random id, one line: what the owner file says
   */
  MkdirUpdateLock(Posix posix, byte[] owner) {
    this.posix = posix;
    this.owner = owner.clone();
  }

  /** {@code <id>.json.lock.owner}: who holds the lock, for people. */
  static Name ownerName(WorkId id) {
    return Name.of(id.hex() + ".json.lock.owner");
  }

  @Override
  public Optional<Held> tryTake(ShardFiles files, WorkId id) throws PosixException {
    Name name = UpdateLock.name(id);
    int made = posix.mkdirat(files.dir().fd(), name.bytes(), LOCK_MODE);
    if (Errno.EEXIST.is(made)) {
      return Optional.empty();
    }
    PosixException.check(made, "mkdirat", name.bytes());
    tellOwner(files, id);
    return Optional.of(() -> release(files, id));
  }

  /** Only people read it, so that an error of writing it means nothing to the lock. */
  private void tellOwner(ShardFiles files, WorkId id) {
    int flags = Flags.O_WRONLY | Flags.O_CREAT | Flags.O_TRUNC | Flags.O_NOFOLLOW;
    int fd = posix.openat(files.dir().fd(), ownerName(id).bytes(), flags, OWNER_MODE);
    if (fd >= 0) {
      posix.pwrite(fd, owner, 0, owner.length, 0);
      posix.close(fd);
    }
  }

  private void release(ShardFiles files, WorkId id) {
    files.unlink(ownerName(id));
    posix.unlinkat(files.dir().fd(), UpdateLock.name(id).bytes(), Flags.AT_REMOVEDIR);
  }
}
