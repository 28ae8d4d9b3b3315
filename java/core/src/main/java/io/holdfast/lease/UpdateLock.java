package io.holdfast.lease;

import io.holdfast.durable.Name;
import io.holdfast.posix.Errno;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import java.util.Optional;

/**
 * Excludes other writers of one record from reading it to renaming it. Never broken by age, never
 * taken on a directory, never upgraded; no other kind of lock is taken where one is refused.
 */
sealed interface UpdateLock permits FlockUpdateLock, MkdirUpdateLock {

  /** The lock of a table that is no fence table. */
  static UpdateLock of(TableManifest manifest, Posix posix, Nonces nonces, LeaseCounters counters)
      throws PosixException {
    return manifest.protocol() == TableManifest.Protocol.FLOCK
        ? new FlockUpdateLock(posix, manifest.fileMode())
        : new MkdirUpdateLock(
            posix, manifest.fileMode(), ProcessIdentity.of(posix).line(nonces.next()), counters);
  }

  /**
   * Tries once.
   *
   * @return what is held until it is closed; empty when somebody else has it
   * @throws PosixException the lock cannot be had here: ENOSYS, ENOLCK, EOPNOTSUPP, EBADF, EIO, …
   */
  Optional<Held> tryTake(ShardFiles files, WorkId id) throws PosixException;

  /** That a lock was not had, or was held for too long: an error of the call that takes it. */
  PosixException failure(WorkId id, Errno errno);

  /** Whose locks these are. */
  TableManifest.Protocol protocol();

  /** What stands in the way of a lock that could not be tried. */
  default TableFinding finding(ShardFiles files, WorkId id, PosixException e)
      throws PosixException {
    String path = files.label() + "/" + name(id);
    return LockedAudit.badLock(protocol(), files, id)
        .orElse(
            TableFinding.of(TableFinding.Check.UNREADABLE, path, String.valueOf(e.getMessage())));
  }

  /** A lock that is held. One thread. */
  interface Held {

    /** Lets go, once. */
    void release();
  }

  /** {@code <id>.json.lock}. */
  static Name name(WorkId id) {
    return Name.of(id.hex() + ".json.lock");
  }
}
