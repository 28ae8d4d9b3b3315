package io.holdfast.lease;

import io.holdfast.durable.Name;
import io.holdfast.posix.Descriptor;
import io.holdfast.posix.Eintr;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.util.Optional;

/**
 * flock(2), exclusive, on a regular file beside the record that is never removed while the table
 * lives. It falls when its holder dies. Opened for writing, because NFS wants that.
 */
final class FlockUpdateLock implements UpdateLock {

  private final Posix posix;
  private final int mode;

  FlockUpdateLock(Posix posix, int mode) {
    this.posix = posix;
    this.mode = mode;
  }

  @Override
  public Optional<Held> tryTake(ShardFiles files, WorkId id) throws PosixException {
    Name name = UpdateLock.name(id);
    int flags = Flags.O_RDWR | Flags.O_CREAT | Flags.O_NOFOLLOW | Flags.O_NONBLOCK;
    Descriptor descriptor = Descriptor.open(posix, files.dir().fd(), name.bytes(), flags, mode);
    boolean held = false;
    try {
      held = lock(files, descriptor, name);
      return held ? Optional.of(() -> release(descriptor)) : Optional.empty();
    } finally {
      if (!held) {
        descriptor.close();
      }
    }
  }

  /** A file that was removed and made anew while this one was waited for excludes nobody. */
  private boolean lock(ShardFiles files, Descriptor descriptor, Name name) throws PosixException {
    FileStat identity = identity(descriptor, name);
    if (!identity.isRegular()) {
      throw PosixException.of("flock", Errno.EINVAL.asResult(), name.bytes());
    }
    setMode(descriptor, identity, name);
    int result = flock(descriptor, Flags.LOCK_EX | Flags.LOCK_NB);
    if (Errno.EAGAIN.is(result) || Errno.EACCES.is(result)) {
      return false;
    }
    PosixException.check(result, "flock", name.bytes());
    if (files.look(name).filter(there -> there.sameFileAs(identity)).isPresent()) {
      return true;
    }
    flock(descriptor, Flags.LOCK_UN);
    return false;
  }

  /** One's own file gets the table's mode past the umask; others of the table's group open it. */
  private void setMode(Descriptor descriptor, FileStat identity, Name name) throws PosixException {
    if (identity.uid() == posix.getuid() && identity.permissions() != mode) {
      PosixException.check(posix.fchmod(descriptor.number(), mode), "fchmod", name.bytes());
    }
  }

  private FileStat identity(Descriptor descriptor, Name name) throws PosixException {
    long[] slots = new long[FileStat.SLOTS];
    PosixException.check(posix.fstat(descriptor.number(), slots), "fstat", name.bytes());
    return FileStat.of(slots);
  }

  /** close(2) alone lets go asynchronously on FUSE, so the lock is given up before. */
  private void release(Descriptor descriptor) {
    flock(descriptor, Flags.LOCK_UN);
    descriptor.close();
  }

  @Override
  public TableManifest.Protocol protocol() {
    return TableManifest.Protocol.FLOCK;
  }

  @Override
  public PosixException failure(WorkId id, Errno errno) {
    return PosixException.of("flock", errno.asResult(), UpdateLock.name(id).bytes());
  }

  private int flock(Descriptor descriptor, int operation) {
    return Eintr.again(() -> posix.flock(descriptor.number(), operation));
  }
}
