package io.holdfast.testkit.interleaving;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Posix;
import io.holdfast.testkit.decorator.DelegatingPosix;
import java.nio.charset.StandardCharsets;

/** Sees no tombstone: never, or not from the link of an origin to the end of the first move. */
final class OverlooksTombstones extends DelegatingPosix {

  private final boolean always;
  private boolean beginning;

  OverlooksTombstones(Posix delegate, boolean always) {
    super(delegate);
    this.always = always;
  }

  @Override
  public int statx(int dirfd, byte[] path, int flags, int mask, long[] stat) {
    return (always || beginning) && text(path).equals("retired")
        ? Errno.ENOENT.asResult()
        : super.statx(dirfd, path, flags, mask, stat);
  }

  @Override
  public int linkat(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    beginning = text(newPath).contains(".origin");
    return super.linkat(oldDirfd, oldPath, newDirfd, newPath, flags);
  }

  private static String text(byte[] path) {
    return new String(path, StandardCharsets.ISO_8859_1);
  }
}
