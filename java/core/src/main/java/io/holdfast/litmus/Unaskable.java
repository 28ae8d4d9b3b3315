package io.holdfast.litmus;

import io.holdfast.posix.Errno;
import io.holdfast.posix.FileSystemStat;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import io.holdfast.posix.RawPath;
import java.util.Set;

/** One clear sentence for every way in which a directory cannot be asked at all. */
final class Unaskable {

  /** Errors that say something of this machine at this moment and nothing of the storage. */
  private static final Set<Errno> OF_THE_MOMENT =
      Set.of(
          Errno.ENOSPC,
          Errno.EDQUOT,
          Errno.EROFS,
          Errno.EMFILE,
          Errno.ENFILE,
          Errno.ENOMEM,
          Errno.ESTALE);

  private Unaskable() {}

  static boolean isOfTheMoment(Errno errno) {
    return OF_THE_MOMENT.contains(errno);
  }

  /** The directory could not be opened. */
  static LitmusException opening(RawPath path, Errno errno) {
    return opening(path.toString(), errno);
  }

  /** The directory could not be opened. */
  static LitmusException opening(String place, Errno errno) {
    String reason;
    if (errno.equals(Errno.ENOENT)) {
      reason = "there is no such directory";
    } else if (errno.equals(Errno.ENOTDIR)) {
      reason = "it is not a directory";
    } else if (errno.equals(Errno.EACCES)) {
      reason = "no permission to open it (EACCES)";
    } else if (errno.equals(Errno.ENAMETOOLONG)) {
      reason = "the path or one of its names is too long (ENAMETOOLONG)";
    } else if (errno.equals(Errno.ELOOP)) {
      reason = "too many symbolic links on the way (ELOOP)";
    } else {
      reason = "it cannot be opened: " + errno;
    }
    return new LitmusException(place + ": " + reason);
  }

  /** A step on the storage failed with an error after which nothing can be asked. */
  static LitmusException failing(String place, String operation, Errno errno, boolean noInodes) {
    String reason;
    if (errno.equals(Errno.ENOSPC)) {
      reason =
          noInodes
              ? "the file system has no inode left for the probes (ENOSPC)"
              : "the file system has no space left for the probes (ENOSPC)";
    } else if (errno.equals(Errno.EDQUOT)) {
      reason = "the disk quota leaves no room for the probes (EDQUOT)";
    } else if (errno.equals(Errno.EROFS)) {
      reason = "the file system is read-only (EROFS)";
    } else if (errno.equals(Errno.EACCES) || errno.equals(Errno.EPERM)) {
      reason = "no permission to make a probe tree in it (" + errno.symbol() + ")";
    } else if (errno.equals(Errno.ESTALE)) {
      reason = "the directory is gone at the server (ESTALE)";
    } else {
      reason = "no probe tree can be made in it: " + operation + " answered " + errno;
    }
    return new LitmusException(place + ": " + reason);
  }

  /** {@link #failing} for a call that failed, with a look at the free inodes. */
  static LitmusException failing(Posix posix, RawPath path, int dirfd, PosixException e) {
    return failing(path.toString(), e.operation(), e.errno(), hasNoInodes(posix, dirfd));
  }

  /** Whether the file system counts inodes and has none left. */
  static boolean hasNoInodes(Posix posix, int fd) {
    long[] slots = new long[FileSystemStat.SLOTS];
    if (posix.fstatfs(fd, slots) != 0) {
      return false;
    }
    FileSystemStat stat = FileSystemStat.of(slots);
    return stat.files() > 0 && stat.filesFree() == 0 && stat.blocksAvailable() > 0;
  }
}
