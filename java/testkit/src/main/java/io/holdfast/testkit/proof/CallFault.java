package io.holdfast.testkit.proof;

import io.holdfast.posix.Errno;
import io.holdfast.testkit.decorator.PosixCall;
import java.util.ArrayList;
import java.util.List;

/**
 * One way for a call to fail.
 *
 * @param call which
 * @param errno with what
 * @param afterwards whether it is done all the same: a lost reply
 */
public record CallFault(PosixCall call, Errno errno, boolean afterwards) {

  private static final List<Errno> OF_FILES =
      List.of(Errno.EIO, Errno.ENOSPC, Errno.EDQUOT, Errno.EROFS, Errno.EINTR);

  private static final List<Errno> OF_OPENING =
      List.of(
          Errno.EACCES,
          Errno.EMFILE,
          Errno.ENOSPC,
          Errno.EDQUOT,
          Errno.EIO,
          Errno.EINTR,
          Errno.EOPNOTSUPP,
          Errno.EISDIR,
          Errno.ENOENT,
          Errno.EROFS,
          Errno.ETIMEDOUT);

  private static final List<Errno> OF_NAMES =
      List.of(
          Errno.ENOENT,
          Errno.EEXIST,
          Errno.EIO,
          Errno.ETIMEDOUT,
          Errno.EINTR,
          Errno.ESTALE,
          Errno.ENOSPC,
          Errno.EDQUOT,
          Errno.EACCES,
          Errno.EPERM,
          Errno.EINVAL,
          Errno.EROFS,
          Errno.EISDIR,
          Errno.ENOTEMPTY);

  private static final List<Errno> OF_LOOKING =
      List.of(Errno.EIO, Errno.EACCES, Errno.ESTALE, Errno.EINTR, Errno.ETIMEDOUT);

  private static final List<Errno> OF_SYNCING =
      List.of(
          Errno.EIO,
          Errno.ENOSPC,
          Errno.EDQUOT,
          Errno.EINVAL,
          Errno.EROFS,
          Errno.EINTR,
          Errno.EBADF);

  private static final List<Errno> OF_ATTRIBUTES =
      List.of(
          Errno.EIO,
          Errno.EROFS,
          Errno.ENOSPC,
          Errno.EPERM,
          Errno.EACCES,
          Errno.EOPNOTSUPP,
          Errno.EINTR);

  /**
   * Every way in which every call that the verbs make is made to fail: what cases from the field
   * and the manual pages name, before and after it was done where that differs.
   */
  public static List<CallFault> all() {
    List<CallFault> all = new ArrayList<>();
    add(all, PosixCall.OPENAT, OF_OPENING, true);
    add(all, PosixCall.CLOSE, List.of(Errno.EIO, Errno.ENOSPC, Errno.EINTR), false);
    add(all, PosixCall.PWRITE, OF_FILES, true);
    add(all, PosixCall.FCHMOD, OF_ATTRIBUTES, true);
    add(all, PosixCall.FSTAT, OF_LOOKING, false);
    add(all, PosixCall.FSTATAT, OF_LOOKING, false);
    add(all, PosixCall.STATX, OF_LOOKING, false);
    add(all, PosixCall.FSTATFS, OF_LOOKING, false);
    add(all, PosixCall.FSYNC, OF_SYNCING, true);
    add(all, PosixCall.SYNC_FILE_RANGE, List.of(Errno.EIO, Errno.ENOSYS), false);
    add(all, PosixCall.FSETXATTR, OF_ATTRIBUTES, true);
    add(all, PosixCall.RENAMEAT2, OF_NAMES, true);
    add(all, PosixCall.LINKAT, OF_NAMES, true);
    add(all, PosixCall.UNLINKAT, OF_NAMES, true);
    add(all, PosixCall.MKDIRAT, OF_NAMES, true);
    add(all, PosixCall.LSEEK, List.of(Errno.EINVAL), false);
    add(all, PosixCall.GETDENTS64, OF_LOOKING, false);
    return all;
  }

  private static void add(
      List<CallFault> all, PosixCall call, List<Errno> errnos, boolean alsoAfterwards) {
    for (Errno errno : errnos) {
      all.add(new CallFault(call, errno, false));
      if (alsoAfterwards) {
        all.add(new CallFault(call, errno, true));
      }
    }
  }

  @Override
  public String toString() {
    return call + " " + errno.symbol() + (afterwards ? " after it was done" : "");
  }
}
