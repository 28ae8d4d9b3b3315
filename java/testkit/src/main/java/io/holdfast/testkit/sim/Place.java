package io.holdfast.testkit.sim;

import io.holdfast.posix.Errno;
import io.holdfast.posix.RawPath;
import org.jspecify.annotations.Nullable;

/**
 * Where a path leads: a name in a directory, and what it stands for now.
 *
 * @param directory meaningless unless the kind is {@link Kind#NAME}
 * @param inode null where the name is free
 * @param slash whether the path ended in a slash, so that only a directory will do
 */
record Place(
    Kind kind, SimDirectory directory, RawPath name, @Nullable SimInode inode, boolean slash) {

  /** What the last component is. */
  enum Kind {
    NAME,
    DOT,
    DOT_DOT,
    ROOT,
    /** A link below /proc/self/fd, which lies on another file system. */
    PROC
  }

  boolean isName() {
    return kind == Kind.NAME;
  }

  /** The part of looking a name up that does not depend on what is there. */
  void requireLookUp(int nameLimit) {
    Refusal.when(isName() && !directory.hasNames(), Errno.ENOENT);
    Refusal.when(isName() && name.bytes().length > nameLimit, Errno.ENAMETOOLONG);
  }

  /** What is there. */
  SimInode existing() {
    if (inode == null) {
      throw new Refusal(Errno.ENOENT);
    }
    Refusal.when(slash && !(inode instanceof SimDirectory), Errno.ENOTDIR);
    return inode;
  }
}
