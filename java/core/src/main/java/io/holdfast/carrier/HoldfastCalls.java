package io.holdfast.carrier;

/**
 * The functions of holdfast.h, by a binding that reaches them. Each answers what the C function
 * does: a value, or the negated errno. Pointers and sizes are {@code long}; a pointer is that of
 * {@link CallMemory}, or a directory stream that nobody in Java follows.
 *
 * <p>They check nothing; {@link CarriedPosix} is the one caller. Any thread may call them.
 */
public interface HoldfastCalls {

  int openat(int dirfd, long path, int flags, int mode);

  int openat2(int dirfd, long path, int flags, int mode, long resolve);

  int close(int fd);

  int opendir(int dirfd, long path, long stream);

  int dirfd(long stream);

  int closedir(long stream);

  long read(int fd, long buffer, long length);

  long write(int fd, long buffer, long length);

  long pread(int fd, long buffer, long length, long position);

  long pwrite(int fd, long buffer, long length, long position);

  long lseek(int fd, long offset, int whence);

  int ftruncate(int fd, long length);

  int fallocate(int fd, int mode, long offset, long length);

  int fsync(int fd);

  int fdatasync(int fd);

  int syncfs(int fd);

  int syncFileRange(int fd, long offset, long length, int flags);

  int fstat(int fd, long stat);

  int fstatat(int dirfd, long path, long stat, int flags);

  int statx(int dirfd, long path, int flags, int mask, long stat);

  int fstatfs(int fd, long statfs);

  long getdents64(int fd, long buffer, long length);

  int mkdirat(int dirfd, long path, int mode);

  int unlinkat(int dirfd, long path, int flags);

  int linkat(int oldDirfd, long oldPath, int newDirfd, long newPath, int flags);

  int renameat2(int oldDirfd, long oldPath, int newDirfd, long newPath, int flags);

  int symlinkat(long target, int dirfd, long path);

  long readlinkat(int dirfd, long path, long buffer, long length);

  int fchmod(int fd, int mode);

  int fchmodat(int dirfd, long path, int mode);

  int fchown(int fd, int uid, int gid);

  int fchownat(int dirfd, long path, int uid, int gid, int flags);

  int utimensat(
      int dirfd,
      long path,
      long atimeSeconds,
      long atimeNanos,
      long mtimeSeconds,
      long mtimeNanos,
      int flags);

  int fsetxattr(int fd, long name, long value, long length, int flags);

  long fgetxattr(int fd, long name, long buffer, long length);

  int fremovexattr(int fd, long name);

  int flock(int fd, int operation);

  int fcntlSetlk(int fd, int command, int kind, long start, long length);

  int fcntlGetlk(int fd, int command, int kind, long start, long length, long lock);

  int fcntlGetfl(int fd);

  int getpid();

  int getuid();

  int gethostname(long buffer, long length);

  long clockGettime(int clock);

  int bootId(long buffer, long length);
}
