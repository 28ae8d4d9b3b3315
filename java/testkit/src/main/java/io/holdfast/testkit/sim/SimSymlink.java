package io.holdfast.testkit.sim;

import io.holdfast.posix.Flags;

/** A symbolic link; its target is as durable as its name. */
final class SimSymlink extends SimInode {

  static final int PERMISSIONS = 0777;

  private final byte[] target;

  SimSymlink(long ino, Attributes attributes, long nowNanos, byte[] target) {
    super(ino, attributes, nowNanos);
    this.target = target.clone();
  }

  /** Not to be changed. */
  byte[] target() {
    return target;
  }

  @Override
  int type() {
    return Flags.S_IFLNK;
  }

  @Override
  long size() {
    return target.length;
  }
}
