package io.holdfast.testkit.sim;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;

/**
 * An open file description: what open(2) makes, with its own position, flock and OFD locks. Posix
 * has no dup, so that each belongs to one descriptor.
 */
final class OpenFile {

  private final SimInode inode;
  private final int flags;
  private long position;

  OpenFile(SimInode inode, int flags) {
    this.inode = inode;
    this.flags = flags;
  }

  SimInode inode() {
    return inode;
  }

  /** What F_GETFL answers. */
  int statusFlags() {
    int forgotten = Flags.O_CREAT | Flags.O_EXCL | Flags.O_TRUNC | Flags.O_CLOEXEC;
    return flags & ~forgotten;
  }

  boolean has(int flag) {
    return (flags & flag) == flag;
  }

  boolean isPathOnly() {
    return has(Flags.O_PATH);
  }

  boolean canRead() {
    return !isPathOnly() && (flags & Flags.O_ACCMODE) != Flags.O_WRONLY;
  }

  boolean canWrite() {
    return !isPathOnly() && (flags & Flags.O_ACCMODE) != Flags.O_RDONLY;
  }

  long position() {
    return position;
  }

  void setPosition(long changed) {
    position = changed;
  }

  /** The regular file behind this. */
  SimFile file(Errno otherwise) {
    if (inode instanceof SimFile file) {
      return file;
    }
    throw new Refusal(otherwise);
  }

  SimDirectory directory() {
    if (inode instanceof SimDirectory directory) {
      return directory;
    }
    throw new Refusal(Errno.ENOTDIR);
  }
}
