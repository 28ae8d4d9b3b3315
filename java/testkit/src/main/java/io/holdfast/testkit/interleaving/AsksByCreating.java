package io.holdfast.testkit.interleaving;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.testkit.decorator.DelegatingPosix;
import java.nio.charset.StandardCharsets;

/** Asks whether a fence is absent by an exclusive create of its name, which it removes again. */
final class AsksByCreating extends DelegatingPosix {

  AsksByCreating(Posix delegate) {
    super(delegate);
  }

  @Override
  public int statx(int dirfd, byte[] path, int flags, int mask, long[] stat) {
    int result = super.statx(dirfd, path, flags, mask, stat);
    String name = new String(path, StandardCharsets.ISO_8859_1);
    if (Errno.ENOENT.is(result) && Fence.of(name).isPresent()) {
      int created = openat(dirfd, path, Flags.O_RDWR | Flags.O_CREAT | Flags.O_EXCL, 0600);
      if (created >= 0) {
        close(created);
        unlinkat(dirfd, path, 0);
      } else if (Errno.EEXIST.is(created)) {
        return super.statx(dirfd, path, flags, mask, stat);
      }
    }
    return result;
  }
}
