package io.holdfast.testkit.interleaving;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Posix;
import io.holdfast.testkit.decorator.DelegatingPosix;
import java.nio.charset.StandardCharsets;

/** Does what a loser does, also where the move was done and its reply lost. */
final class BelievesEnoent extends DelegatingPosix {

  BelievesEnoent(Posix delegate) {
    super(delegate);
  }

  @Override
  public int renameat2(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    int result = super.renameat2(oldDirfd, oldPath, newDirfd, newPath, flags);
    String to = new String(newPath, StandardCharsets.ISO_8859_1);
    if (Errno.ENOENT.is(result) && Fence.of(to).isPresent()) {
      unlinkat(newDirfd, SharedStorage.bytes(to.replace(".fence.", ".rec.")), 0);
    }
    return result;
  }
}
