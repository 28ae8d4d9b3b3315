package io.holdfast.testkit.sim;

import io.holdfast.posix.Errno;

/**
 * As whom a simulated process acts; uid 0 may do everything.
 *
 * @param umask taken away from the mode of what it makes
 */
public record Credentials(int uid, int gid, int umask) {

  static final int READ = 4;
  static final int WRITE = 2;
  static final int SEARCH = 1;

  private static final int STICKY = 01000;
  private static final int DEFAULT_UMASK = 022;

  /** uid 0, gid 0, umask 022. */
  public static Credentials root() {
    return user(0);
  }

  /** A user in a group of the same number, umask 022. */
  public static Credentials user(int id) {
    return new Credentials(id, id, DEFAULT_UMASK);
  }

  boolean isRoot() {
    return uid == 0;
  }

  boolean owns(SimInode inode) {
    return isRoot() || inode.attributes().uid() == uid;
  }

  boolean may(SimInode inode, int access) {
    if (isRoot()) {
      return true;
    }
    Attributes attributes = inode.attributes();
    int shift = attributes.uid() == uid ? 6 : attributes.gid() == gid ? 3 : 0;
    return (attributes.permissions() >> shift & access) == access;
  }

  void require(SimInode inode, int access) {
    Refusal.when(!may(inode, access), Errno.EACCES);
  }

  void requireOwner(SimInode inode) {
    Refusal.when(!owns(inode), Errno.EPERM);
  }

  /** Whether a name may be put into a directory. */
  void requireChange(SimDirectory directory) {
    require(directory, WRITE | SEARCH);
  }

  /** Whether this name may be taken out of it. */
  void requireRemoval(SimDirectory directory, SimInode victim) {
    requireChange(directory);
    boolean sticky = (directory.attributes().permissions() & STICKY) != 0;
    Refusal.when(sticky && !owns(directory) && !owns(victim), Errno.EPERM);
  }
}
