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

  private final Posix posix;
  private final int mode;
  private final byte[] owner;
  private final LeaseCounters counters;

  /**
   * @param mode of the owner file
   * @param owner host, boot id, pid and a random id, one line: what the owner file says
   */
  MkdirUpdateLock(Posix posix, int mode, byte[] owner, LeaseCounters counters) {
    this.posix = posix;
    this.mode = mode;
    this.owner = owner.clone();
    this.counters = counters;
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
      requireDirectory(files, name);
      return Optional.empty();
    }
    PosixException.check(made, "mkdirat", name.bytes());
    tellOwner(files, id);
    return Optional.of(() -> release(files, id));
  }

  /** A file of flock tables would be waited for in vain. */
  private static void requireDirectory(ShardFiles files, Name name) throws PosixException {
    if (files.look(name).filter(there -> !there.isDirectory()).isPresent()) {
      throw PosixException.of("mkdirat", Errno.ENOTDIR.asResult(), name.bytes());
    }
  }

  @Override
  public TableManifest.Protocol protocol() {
    return TableManifest.Protocol.MKDIR;
  }

  @Override
  public PosixException failure(WorkId id, Errno errno) {
    return PosixException.of("mkdirat", errno.asResult(), UpdateLock.name(id).bytes());
  }

  /** Only people read it, so that an error of writing it means nothing to the lock. */
  private void tellOwner(ShardFiles files, WorkId id) {
    int flags = Flags.O_WRONLY | Flags.O_CREAT | Flags.O_TRUNC | Flags.O_NOFOLLOW;
    int fd = posix.openat(files.dir().fd(), ownerName(id).bytes(), flags, mode);
    if (fd >= 0) {
      posix.fchmod(fd, mode);
      posix.pwrite(fd, owner, 0, owner.length, 0);
      posix.close(fd);
    }
  }

  /** A directory that stays is counted: the id is busy until a person breaks its lock. */
  private void release(ShardFiles files, WorkId id) {
    files.unlink(ownerName(id));
    int removed = files.rmdir(UpdateLock.name(id));
    if (removed < 0 && !ShardFiles.isAbsence(removed)) {
      counters.leftover();
    }
  }
}
