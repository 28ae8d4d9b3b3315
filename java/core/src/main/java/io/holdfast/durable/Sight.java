package io.holdfast.durable;

import io.holdfast.posix.FileStat;
import io.holdfast.posix.Posix;
import io.holdfast.posix.PosixException;
import org.jspecify.annotations.Nullable;

/** What a look at a name finds, compared with the file that is expected under it. */
enum Sight {
  /** The very file. */
  OURS,
  /** Another file. */
  ANOTHERS,
  /** No file. */
  NOTHING,
  /** The look itself failed. */
  UNSEEN;

  /**
   * Looks.
   *
   * @param identity the file expected; null when none is, so that {@link #OURS} is never answered
   */
  static Sight of(Posix posix, int dirfd, byte[] name, @Nullable FileStat identity) {
    FileStat there;
    try {
      there = Syscalls.look(posix, dirfd, name);
    } catch (PosixException e) {
      return UNSEEN;
    }
    if (there == null) {
      return NOTHING;
    }
    return identity != null && there.sameFileAs(identity) ? OURS : ANOTHERS;
  }
}
