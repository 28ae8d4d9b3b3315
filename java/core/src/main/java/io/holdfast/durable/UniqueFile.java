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
   * openat(2) with O_RDWR, O_CREAT, O_EXCL and O_NOFOLLOW. After an error the name may exist all
   * the same, so it is removed; EEXIST says that it is somebody else's. After EINTR another one is
   * tried.
   */
  static UniqueFile create(Posix posix, int dirfd, Supplier<Name> names, int mode) {
    int flags = Flags.O_RDWR | Flags.O_CREAT | Flags.O_EXCL | Flags.O_NOFOLLOW;
    for (; ; ) {
      Name name = names.get();
      int result = posix.openat(dirfd, name.raw(), flags, mode);
      if (result >= 0) {
        return new UniqueFile(result, name);
      }
      if (!Errno.EEXIST.is(result)) {
        remove(posix, dirfd, name);
      }
      if (!Errno.EINTR.is(result)) {
        return new UniqueFile(result, name);
      }
    }
  }

  /**
   * Removes such a name, which is nobody else's, so that a second call can harm nobody.
   *
   * @return 0 when it is gone, by this call or, as a look shows, by one whose reply was lost; else
   *     -errno
   */
  static int remove(Posix posix, int dirfd, Name name) {
    int result = Syscalls.unlinkOwn(posix, dirfd, name);
    boolean gone =
        Errno.ENOENT.is(result) && Sight.of(posix, dirfd, name.raw(), null) == Sight.NOTHING;
    return gone ? 0 : result;
  }
}
