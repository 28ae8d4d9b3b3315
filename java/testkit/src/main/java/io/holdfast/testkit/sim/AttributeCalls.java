package io.holdfast.testkit.sim;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Flags;
import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import io.holdfast.testkit.contract.Feature;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Permissions, owners, times and extended attributes, of one process. */
final class AttributeCalls {

  private static final int PERMISSIONS = 07777;
  private static final int XATTR_NAME_LIMIT = 255;
  private static final long SECOND = 1_000_000_000L;

  private final Volume volume;
  private final SimProcess process;
  private final LookCalls looking;

  AttributeCalls(Volume volume, SimProcess process, LookCalls looking) {
    this.volume = volume;
    this.process = process;
    this.looking = looking;
  }

  int fchmod(int fd, int mode) {
    return chmod(process.withContent(fd).inode(), mode);
  }

  int fchmodat(int dirfd, byte[] path, int mode) {
    return chmod(looking.find(dirfd, path, 0), mode);
  }

  private int chmod(SimInode inode, int mode) {
    volume.requireWritable();
    process.credentials().requireOwner(inode);
    volume.setAttributes(inode, inode.attributes().withPermissions(mode & PERMISSIONS));
    return 0;
  }

  int fchown(int fd, int uid, int gid) {
    return chown(process.withContent(fd).inode(), uid, gid);
  }

  int fchownat(int dirfd, byte[] path, int uid, int gid, int flags) {
    requireKnown(flags);
    return chown(looking.find(dirfd, path, flags), uid, gid);
  }

  private static void requireKnown(int flags) {
    int known = Flags.AT_SYMLINK_NOFOLLOW | Flags.AT_EMPTY_PATH;
    Refusal.when((flags & ~known) != 0, Errno.EINVAL);
  }

  private int chown(SimInode inode, int uid, int gid) {
    volume.requireWritable();
    Credentials credentials = process.credentials();
    Attributes attributes = inode.attributes();
    boolean sameUid = uid == -1 || uid == attributes.uid();
    boolean ownGid = gid == -1 || gid == attributes.gid() || gid == credentials.gid();
    boolean allowed = credentials.isRoot() || (sameUid && ownGid && credentials.owns(inode));
    boolean nothing = uid == -1 && gid == -1;
    Refusal.when(!allowed && !nothing, Errno.EPERM);
    volume.setAttributes(inode, attributes.withOwner(uid, gid));
    return 0;
  }

  int utimensat(int dirfd, byte[] path, long[] atime, long[] mtime, int flags) {
    boolean nothing = atime[1] == Flags.UTIME_OMIT && mtime[1] == Flags.UTIME_OMIT;
    if (nothing) {
      return 0;
    }
    requireKnown(flags);
    SimInode inode = looking.find(dirfd, path, flags);
    requireTime(atime[1]);
    requireTime(mtime[1]);
    volume.requireWritable();
    boolean now = atime[1] == Flags.UTIME_NOW && mtime[1] == Flags.UTIME_NOW;
    if (now && !process.credentials().owns(inode)) {
      process.credentials().require(inode, Credentials.WRITE);
    } else {
      process.credentials().requireOwner(inode);
    }
    inode.setTimes(time(atime, inode.atimeNanos()), time(mtime, inode.mtimeNanos()), volume.now());
    return 0;
  }

  private static void requireTime(long nanos) {
    boolean special = nanos == Flags.UTIME_NOW || nanos == Flags.UTIME_OMIT;
    Refusal.when(!special && (nanos < 0 || nanos >= SECOND), Errno.EINVAL);
  }

  private long time(long[] secondsAndNanos, long old) {
    if (secondsAndNanos[1] == Flags.UTIME_NOW) {
      return volume.now();
    }
    return secondsAndNanos[1] == Flags.UTIME_OMIT
        ? old
        : secondsAndNanos[0] * SECOND + secondsAndNanos[1];
  }

  // ---- extended attributes

  int fsetxattr(int fd, byte[] name, byte[] value, int flags) {
    boolean create = flags == Flags.XATTR_CREATE;
    boolean replace = flags == Flags.XATTR_REPLACE;
    Refusal.when(flags != 0 && !create && !replace, Errno.EINVAL);
    requireName(name);
    Refusal.when(value.length > Posix.TRANSFER_LIMIT, Errno.E2BIG);
    SimInode inode = process.withContent(fd).inode();
    volume.requireWritable();
    requireSpace(name);
    process.credentials().require(inode, Credentials.WRITE);
    boolean there = inode.attributes().xattrs().containsKey(RawPath.of(name));
    Refusal.when(create && there, Errno.EEXIST);
    Refusal.when(replace && !there, Errno.ENODATA);
    volume.setAttributes(inode, inode.attributes().withXattr(RawPath.of(name), value));
    return 0;
  }

  int fgetxattr(int fd, byte[] name, byte[] buffer) {
    requireName(name);
    SimInode inode = process.withContent(fd).inode();
    requireSpace(name);
    process.credentials().require(inode, Credentials.READ);
    ByteBuffer value = inode.attributes().xattrs().get(RawPath.of(name));
    if (value == null) {
      throw new Refusal(Errno.ENODATA);
    }
    int length = value.remaining();
    if (buffer.length > 0) {
      Refusal.when(buffer.length < length, Errno.ERANGE);
      value.duplicate().get(buffer, 0, length);
    }
    return length;
  }

  int fremovexattr(int fd, byte[] name) {
    requireName(name);
    SimInode inode = process.withContent(fd).inode();
    volume.requireWritable();
    requireSpace(name);
    process.credentials().require(inode, Credentials.WRITE);
    boolean there = inode.attributes().xattrs().containsKey(RawPath.of(name));
    Refusal.when(!there, Errno.ENODATA);
    volume.setAttributes(inode, inode.attributes().withXattr(RawPath.of(name), null));
    return 0;
  }

  private static void requireName(byte[] name) {
    Refusal.when(name.length == 0 || name.length > XATTR_NAME_LIMIT, Errno.ERANGE);
  }

  /** The part before the dot: only users' attributes are simulated. */
  private void requireSpace(byte[] name) {
    String text = new String(name, StandardCharsets.ISO_8859_1);
    boolean user = text.startsWith("user.") && volume.has(Feature.USER_XATTRS);
    Refusal.when(!user, Errno.EOPNOTSUPP);
    Refusal.when(text.equals("user."), Errno.EINVAL);
  }
}
