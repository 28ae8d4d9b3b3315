package io.holdfast.testkit.sim;

import java.util.ArrayList;
import java.util.List;

/**
 * One file, directory or link, apart from its names. Everything here is guarded by the disk's lock.
 */
abstract class SimInode {

  private final long ino;
  private final long birthNanos;
  private final FileLocks locks = new FileLocks();
  private final List<Attributes> unsynced = new ArrayList<>();
  private Attributes attributes;
  private Attributes durableAttributes;
  private long atimeNanos;
  private long mtimeNanos;
  private long ctimeNanos;
  private int names;
  private int opens;
  private boolean mayBeNamed = true;

  SimInode(long ino, Attributes attributes, long nowNanos) {
    this.ino = ino;
    this.attributes = attributes;
    this.durableAttributes = attributes;
    this.birthNanos = nowNanos;
    this.atimeNanos = nowNanos;
    this.mtimeNanos = nowNanos;
    this.ctimeNanos = nowNanos;
  }

  /** The S_IFMT bits. */
  abstract int type();

  abstract long size();

  long allocatedSectors() {
    return 0;
  }

  /** st_nlink. */
  int links() {
    return names;
  }

  long ino() {
    return ino;
  }

  FileLocks locks() {
    return locks;
  }

  Attributes attributes() {
    return attributes;
  }

  void setAttributes(Attributes changed, long nowNanos) {
    attributes = changed;
    unsynced.add(changed);
    ctimeNanos = nowNanos;
  }

  /** What the attributes may be after a crash, the durable ones first. */
  List<Attributes> survivingAttributes() {
    List<Attributes> versions = new ArrayList<>();
    versions.add(durableAttributes);
    unsynced.stream().filter(a -> !versions.contains(a)).forEach(versions::add);
    return versions;
  }

  /** Everything about this inode becomes durable, its names not. */
  void sync() {
    if (!unsynced.isEmpty()) {
      durableAttributes = attributes;
      unsynced.clear();
    }
  }

  /** Content and size become durable, attributes not. */
  void syncData() {}

  /**
   * Write-back failed: what was not durable yet never will be, while it still can be seen; a later
   * sync writes only what changes from now on.
   */
  void loseWriteback() {
    unsynced.clear();
  }

  boolean hasNames() {
    return names > 0;
  }

  void nameAdded(long nowNanos) {
    names++;
    ctimeNanos = nowNanos;
  }

  void nameRemoved(long nowNanos) {
    names--;
    ctimeNanos = nowNanos;
  }

  void opened() {
    opens++;
  }

  void closed() {
    opens--;
  }

  /** Neither named nor open: nobody can see it any more. */
  boolean isGone() {
    return names == 0 && opens == 0;
  }

  boolean mayBeNamed() {
    return mayBeNamed;
  }

  /** An unlinked file and one of O_TMPFILE|O_EXCL get no name any more. */
  void forbidNames() {
    mayBeNamed = false;
  }

  long atimeNanos() {
    return atimeNanos;
  }

  long mtimeNanos() {
    return mtimeNanos;
  }

  long ctimeNanos() {
    return ctimeNanos;
  }

  long birthNanos() {
    return birthNanos;
  }

  void setTimes(long atime, long mtime, long nowNanos) {
    atimeNanos = atime;
    mtimeNanos = mtime;
    ctimeNanos = nowNanos;
  }

  void contentChanged(long nowNanos) {
    mtimeNanos = nowNanos;
    ctimeNanos = nowNanos;
  }
}
