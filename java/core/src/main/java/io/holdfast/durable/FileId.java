package io.holdfast.durable;

import io.holdfast.posix.FileStat;

/** Which file, on this client: device and inode. */
record FileId(long dev, long ino) {

  static FileId of(FileStat stat) {
    return new FileId(stat.dev(), stat.ino());
  }
}
