package io.holdfast.jna;

import io.holdfast.carrier.HoldfastCalls;

/**
 * Tied to the library by {@link Library}, function by function. All pointers are {@code long}: JNA
 * then passes every argument as it is.
 */
final class NativeCalls implements HoldfastCalls {

  @Override
  public native int openat(int dirfd, long path, int flags, int mode);

  @Override
  public native int openat2(int dirfd, long path, int flags, int mode, long resolve);

  @Override
  public native int close(int fd);

  @Override
  public native int opendir(int dirfd, long path, long stream);

  @Override
  public native int dirfd(long stream);

  @Override
  public native int closedir(long stream);

  @Override
  public native long read(int fd, long buffer, long length);

  @Override
  public native long write(int fd, long buffer, long length);

  @Override
  public native long pread(int fd, long buffer, long length, long position);

  @Override
  public native long pwrite(int fd, long buffer, long length, long position);

  @Override
  public native long lseek(int fd, long offset, int whence);

  @Override
  public native int ftruncate(int fd, long length);

  @Override
  public native int fallocate(int fd, int mode, long offset, long length);

  @Override
  public native int fsync(int fd);

  @Override
  public native int fdatasync(int fd);

  @Override
  public native int syncfs(int fd);

  @Override
  public native int syncFileRange(int fd, long offset, long length, int flags);

  @Override
  public native int fstat(int fd, long stat);

  @Override
  public native int fstatat(int dirfd, long path, long stat, int flags);

  @Override
  public native int statx(int dirfd, long path, int flags, int mask, long stat);

  @Override
  public native int fstatfs(int fd, long statfs);

  @Override
  public native long getdents64(int fd, long buffer, long length);

  @Override
  public native int mkdirat(int dirfd, long path, int mode);

  @Override
  public native int unlinkat(int dirfd, long path, int flags);

  @Override
  public native int linkat(int oldDirfd, long oldPath, int newDirfd, long newPath, int flags);

  @Override
  public native int renameat2(int oldDirfd, long oldPath, int newDirfd, long newPath, int flags);

  @Override
  public native int symlinkat(long target, int dirfd, long path);

  @Override
  public native long readlinkat(int dirfd, long path, long buffer, long length);

  @Override
  public native int fchmod(int fd, int mode);

  @Override
  public native int fchmodat(int dirfd, long path, int mode);

  @Override
  public native int fchown(int fd, int uid, int gid);

  @Override
  public native int fchownat(int dirfd, long path, int uid, int gid, int flags);

  @Override
  public native int utimensat(
      int dirfd,
      long path,
      long atimeSeconds,
      long atimeNanos,
      long mtimeSeconds,
      long mtimeNanos,
      int flags);

  @Override
  public native int fsetxattr(int fd, long name, long value, long length, int flags);

  @Override
  public native long fgetxattr(int fd, long name, long buffer, long length);

  @Override
  public native int fremovexattr(int fd, long name);

  @Override
  public native int flock(int fd, int operation);

  @Override
  public native int fcntlSetlk(int fd, int command, int kind, long start, long length);

  @Override
  public native int fcntlGetlk(int fd, int command, int kind, long start, long length, long lock);

  @Override
  public native int fcntlGetfl(int fd);

  @Override
  public native int getpid();

  @Override
  public native int getuid();

  @Override
  public native int gethostname(long buffer, long length);

  @Override
  public native long clockGettime(int clock);

  @Override
  public native int bootId(long buffer, long length);
}
