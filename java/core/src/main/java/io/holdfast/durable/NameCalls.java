package io.holdfast.durable;

import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.Posix;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The four calls that change a name, each made once.
 *
 * <p>An error is not believed before a look: a network file system sends a request again whose
 * reply was lost and then answers ENOENT or EEXIST for what it has done itself, and a request that
 * ended in EIO, ETIMEDOUT or EINTR may be carried out later. What was done is recognised by the
 * file's identity. An errno that is not known to be a refusal decides nothing.
 */
final class NameCalls {

  /** Answers of a kernel or server that did not begin. ENOENT and EEXIST are not among them. */
  private static final Set<Errno> REFUSALS =
      Set.of(
          Errno.EPERM,
          Errno.EACCES,
          Errno.EBADF,
          Errno.EBUSY,
          Errno.EDQUOT,
          Errno.EINVAL,
          Errno.EISDIR,
          Errno.ELOOP,
          Errno.EMFILE,
          Errno.EMLINK,
          Errno.ENAMETOOLONG,
          Errno.ENFILE,
          Errno.ENOSPC,
          Errno.ENOSYS,
          Errno.ENOTDIR,
          Errno.ENOTEMPTY,
          Errno.EOPNOTSUPP,
          Errno.EROFS,
          Errno.EXDEV);

  private NameCalls() {}

  /** Whether a failed result says that the call did not begin. */
  static boolean isRefusal(int result) {
    return REFUSALS.contains(Errno.of(result));
  }

  /**
   * renameat2(2) of a file with this identity.
   *
   * @return not done with EEXIST: RENAME_NOREPLACE found the new name taken
   */
  static NameChange rename(
      Posix posix, int fromFd, Name from, int toFd, Name to, int flags, FileStat identity) {
    int result = posix.renameat2(fromFd, from.raw(), toFd, to.raw(), flags);
    if (result == 0) {
      return NameChange.done(0);
    }
    Sight there = Sight.of(posix, toFd, to.raw(), identity);
    Sight here = Sight.of(posix, fromFd, from.raw(), identity);
    if (there == Sight.OURS && (here == Sight.NOTHING || here == Sight.ANOTHERS)) {
      return NameChange.done(result);
    }
    boolean answered = Errno.ENOENT.is(result) || Errno.EEXIST.is(result);
    if (isRefusal(result) || (answered && here == Sight.OURS)) {
      return NameChange.notDone(result);
    }
    return NameChange.unknown(result);
  }

  /**
   * linkat(2) that gives a file with this identity another name.
   *
   * @return not done with EEXIST: the new name was taken
   */
  static NameChange link(
      Posix posix, int fromFd, byte[] from, int toFd, Name to, int flags, FileStat identity) {
    int result = posix.linkat(fromFd, from, toFd, to.raw(), flags);
    if (result == 0) {
      return NameChange.done(0);
    }
    Sight there = Sight.of(posix, toFd, to.raw(), identity);
    if (there == Sight.OURS) {
      return NameChange.done(result);
    }
    boolean answered =
        Errno.ENOENT.is(result) || (Errno.EEXIST.is(result) && there != Sight.UNSEEN);
    return answered || isRefusal(result) ? NameChange.notDone(result) : NameChange.unknown(result);
  }

  /**
   * unlinkat(2).
   *
   * @param before what the name led to just before; null when it was absent
   * @return not done with ENOENT: there was nothing before either
   */
  static NameChange unlink(
      Posix posix, int dirfd, byte[] name, int flags, @Nullable FileStat before) {
    int result = posix.unlinkat(dirfd, name, flags);
    if (result == 0) {
      return NameChange.done(0);
    }
    if (before == null && Errno.ENOENT.is(result)) {
      return NameChange.notDone(result);
    }
    Sight now = Sight.of(posix, dirfd, name, before);
    if (before == null && now == Sight.NOTHING) {
      return NameChange.notDone(Errno.ENOENT.asResult());
    }
    if (now == Sight.NOTHING || (before != null && now == Sight.ANOTHERS)) {
      return NameChange.done(result);
    }
    return isRefusal(result) ? NameChange.notDone(result) : NameChange.unknown(result);
  }

  /**
   * mkdirat(2) of a name that was absent just before.
   *
   * @return done also when another made it since: two that make one directory want the same
   */
  static NameChange mkdir(Posix posix, int dirfd, Name name, int mode) {
    int result = posix.mkdirat(dirfd, name.raw(), mode);
    if (result == 0) {
      return NameChange.done(0);
    }
    Sight now = Sight.of(posix, dirfd, name.raw(), null);
    if (now == Sight.ANOTHERS) {
      return NameChange.done(result);
    }
    boolean answered = Errno.ENOENT.is(result) || Errno.EEXIST.is(result);
    return answered || isRefusal(result) ? NameChange.notDone(result) : NameChange.unknown(result);
  }
}
