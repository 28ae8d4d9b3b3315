package io.holdfast.jna;

/**
 * The functions of holdfast.h, tied to the library by {@link Library}. Pointers and sizes are
 * {@code long}: JNA then passes every argument as it is. They check nothing; {@link JnaPosix} is
 * the one caller.
 */
final class NativeCalls {

  private NativeCalls() {}

  static native int openat(int dirfd, long path, int flags, int mode);

  static native int openat2(int dirfd, long path, int flags, int mode, long resolve);

  static native int close(int fd);

  static native int opendir(int dirfd, long path, long stream);

  static native int dirfd(long stream);

  static native int closedir(long stream);

  static native long read(int fd, long buffer, long length);

  static native long write(int fd, long buffer, long length);

  static native long pread(int fd, long buffer, long length, long position);

  static native long pwrite(int fd, long buffer, long length, long position);

  static native long lseek(int fd, long offset, int whence);

  static native int ftruncate(int fd, long length);

  static native int fallocate(int fd, int mode, long offset, long length);

  static native int fsync(int fd);

  static native int fdatasync(int fd);

  static native int syncfs(int fd);

  static native int syncFileRange(int fd, long offset, long length, int flags);

  static native int fstat(int fd, long stat);

  static native int fstatat(int dirfd, long path, long stat, int flags);

  static native int statx(int dirfd, long path, int flags, int mask, long stat);

  static native int fstatfs(int fd, long statfs);

  static native long getdents64(int fd, long buffer, long length);

  static native int mkdirat(int dirfd, long path, int mode);

  static native int unlinkat(int dirfd, long path, int flags);

  static native int linkat(int oldDirfd, long oldPath, int newDirfd, long newPath, int flags);

  static native int renameat2(int oldDirfd, long oldPath, int newDirfd, long newPath, int flags);

  static native int symlinkat(long target, int dirfd, long path);

  static native long readlinkat(int dirfd, long path, long buffer, long length);

  static native int fchmod(int fd, int mode);

  static native int fchmodat(int dirfd, long path, int mode);

  static native int fchown(int fd, int uid, int gid);

  static native int fchownat(int dirfd, long path, int uid, int gid, int flags);

  static native int utimensat(
      int dirfd,
      long path,
      long atimeSeconds,
      long atimeNanos,
      long mtimeSeconds,
      long mtimeNanos,
      int flags);

  static native int fsetxattr(int fd, long name, long value, long length, int flags);

  static native long fgetxattr(int fd, long name, long buffer, long length);

  static native int fremovexattr(int fd, long name);

  static native int flock(int fd, int operation);

  static native int fcntlSetlk(int fd, int command, int kind, long start, long length);

  static native int fcntlGetlk(int fd, int command, int kind, long start, long length, long lock);

  static native int fcntlGetfl(int fd);

  static native int getpid();

  static native int getuid();

  static native int gethostname(long buffer, long length);

  static native long clockGettime(int clock);

  static native int bootId(long buffer, long length);
}
