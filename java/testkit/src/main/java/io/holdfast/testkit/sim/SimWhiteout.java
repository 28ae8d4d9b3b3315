package io.holdfast.testkit.sim;

import io.holdfast.posix.Flags;

/** What RENAME_WHITEOUT leaves behind: a character device of number 0/0. */
final class SimWhiteout extends SimInode {

  SimWhiteout(long ino, Attributes attributes, long nowNanos) {
    super(ino, attributes, nowNanos);
  }

  @Override
  int type() {
    return Flags.S_IFCHR;
  }

  @Override
  long size() {
    return 0;
  }
}
