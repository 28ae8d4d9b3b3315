package io.holdfast.testkit.interleaving;

import io.holdfast.posix.Posix;
import io.holdfast.testkit.decorator.DelegatingPosix;
import java.nio.charset.StandardCharsets;

/** Moves a record to the hint's passing name, where it should get another link. */
final class PublishesByRenaming extends DelegatingPosix {

  PublishesByRenaming(Posix delegate) {
    super(delegate);
  }

  @Override
  public int linkat(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    String to = new String(newPath, StandardCharsets.ISO_8859_1);
    return to.endsWith(".tmp")
        ? renameat2(oldDirfd, oldPath, newDirfd, newPath, 0)
        : super.linkat(oldDirfd, oldPath, newDirfd, newPath, flags);
  }
}
