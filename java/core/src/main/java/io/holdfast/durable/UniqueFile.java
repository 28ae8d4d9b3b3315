package io.holdfast.durable;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import java.util.function.Supplier;

/**
 * A file that was created under a name which nobody else uses.
 *
 * @param result the descriptor, or -errno; then no file is left behind
 * @param name its name
 */
record UniqueFile(int result, Name name) {

  /**
   * openat(2) with O_RDWR, O_CREAT, O_EXCL and O_NOFOLLOW. After EINTR the name may exist, so it is
   * removed and another one tried.
   */
  static UniqueFile create(Posix posix, int dirfd, Supplier<Name> names, int mode) {
    int flags = Flags.O_RDWR | Flags.O_CREAT | Flags.O_EXCL | Flags.O_NOFOLLOW;
    for (; ; ) {
      Name name = names.get();
      int result = posix.openat(dirfd, name.raw(), flags, mode);
      if (result >= 0) {
        return new UniqueFile(result, name);
      }
      if (!NameCalls.isRefusal(result) && !Errno.EEXIST.is(result) && !Errno.ENOENT.is(result)) {
        Syscalls.unlinkOwn(posix, dirfd, name);
      }
      if (!Errno.EINTR.is(result)) {
        return new UniqueFile(result, name);
      }
    }
  }
}
