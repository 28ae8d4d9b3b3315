package io.holdfast.jni;

/**
 * The native methods, registered by {@code JNI_OnLoad} (native/jni/natives.def). They check
 * nothing: arrays must not be null and ranges must lie within them. {@link JniPosix} is the one
 * caller.
 */
final class NativeCalls {

  private NativeCalls() {}

  static native int openat(int dirfd, byte[] path, int flags, int mode);

  static native int openat2(int dirfd, byte[] path, int flags, int mode, long resolve);

  static native int close(int fd);

  static native long opendir(int dirfd, byte[] path);

  static native int dirfd(long stream);

  static native int closedir(long stream);

  static native int read(int fd, byte[] buffer, int offset, int length);

  static native int write(int fd, byte[] buffer, int offset, int length);

  static native int pread(int fd, byte[] buffer, int offset, int length, long position);

  static native int pwrite(int fd, byte[] buffer, int offset, int length, long position);

  static native long lseek(int fd, long offset, int whence);

  static native int ftruncate(int fd, long length);

  static native int fallocate(int fd, int mode, long offset, long length);

  static native int fsync(int fd);

  static native int fdatasync(int fd);

  static native int syncfs(int fd);

  static native int syncFileRange(int fd, long offset, long length, int flags);

  static native int fstat(int fd, long[] stat);

  static native int fstatat(int dirfd, byte[] path, long[] stat, int flags);

  static native int statx(int dirfd, byte[] path, int flags, int mask, long[] stat);

  static native int fstatfs(int fd, long[] statfs);

  static native int getdents64(int fd, byte[] buffer, int offset, int length);

  static native int mkdirat(int dirfd, byte[] path, int mode);

  static native int unlinkat(int dirfd, byte[] path, int flags);

  static native int linkat(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags);

  static native int renameat2(
      int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags);

  static native int symlinkat(byte[] target, int dirfd, byte[] path);

  static native int readlinkat(int dirfd, byte[] path, byte[] buffer);

  static native int fchmod(int fd, int mode);

  static native int fchmodat(int dirfd, byte[] path, int mode);

  static native int fchown(int fd, int uid, int gid);

  static native int fchownat(int dirfd, byte[] path, int uid, int gid, int flags);

  static native int utimensat(
      int dirfd,
      byte[] path,
      long atimeSeconds,
      long atimeNanos,
      long mtimeSeconds,
      long mtimeNanos,
      int flags);

  static native int fsetxattr(int fd, byte[] name, byte[] value, int flags);

  static native int fgetxattr(int fd, byte[] name, byte[] buffer);

  static native int fremovexattr(int fd, byte[] name);

  static native int flock(int fd, int operation);

  static native int fcntlSetLock(int fd, int command, int kind, long start, long length);

  static native int fcntlGetLock(
      int fd, int command, int kind, long start, long length, long[] lock);

  static native int fcntlGetFlags(int fd);

  static native int getpid();

  static native int getuid();

  static native int gethostname(byte[] buffer);

  static native long clockGettime(int clock);

  static native int bootId(byte[] buffer);

  static native int abiVersion();

  static native int constants(byte[] names, long[] values);
}
