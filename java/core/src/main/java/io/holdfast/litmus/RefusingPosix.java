package io.holdfast.litmus;

import io.holdfast.posix.Errno;
import io.holdfast.posix.Posix;

/** Refuses every call with ENOSYS; whoever extends it says what can be called. */
abstract class RefusingPosix implements Posix {

  private static final int REFUSED = Errno.ENOSYS.asResult();

  @Override
  public String binding() {
    return "agent";
  }

  @Override
  public int openat(int dirfd, byte[] path, int flags, int mode) {
    return REFUSED;
  }

  @Override
  public int openat2(int dirfd, byte[] path, int flags, int mode, long resolve) {
    return REFUSED;
  }

  @Override
  public int close(int fd) {
    return REFUSED;
  }

  @Override
  public int read(int fd, byte[] buffer, int offset, int length) {
    return REFUSED;
  }

  @Override
  public int write(int fd, byte[] buffer, int offset, int length) {
    return REFUSED;
  }

  @Override
  public int pread(int fd, byte[] buffer, int offset, int length, long position) {
    return REFUSED;
  }

  @Override
  public int pwrite(int fd, byte[] buffer, int offset, int length, long position) {
    return REFUSED;
  }

  @Override
  public long lseek(int fd, long offset, int whence) {
    return REFUSED;
  }

  @Override
  public int ftruncate(int fd, long length) {
    return REFUSED;
  }

  @Override
  public int fallocate(int fd, int mode, long offset, long length) {
    return REFUSED;
  }

  @Override
  public int fsync(int fd) {
    return REFUSED;
  }

  @Override
  public int fdatasync(int fd) {
    return REFUSED;
  }

  @Override
  public int syncfs(int fd) {
    return REFUSED;
  }

  @Override
  public int syncFileRange(int fd, long offset, long length, int flags) {
    return REFUSED;
  }

  @Override
  public int fstat(int fd, long[] stat) {
    return REFUSED;
  }

  @Override
  public int fstatat(int dirfd, byte[] path, long[] stat, int flags) {
    return REFUSED;
  }

  @Override
  public int statx(int dirfd, byte[] path, int flags, int mask, long[] stat) {
    return REFUSED;
  }

  @Override
  public int fstatfs(int fd, long[] statfs) {
    return REFUSED;
  }

  @Override
  public int getdents64(int fd, byte[] buffer, int offset, int length) {
    return REFUSED;
  }

  @Override
  public long opendir(int dirfd, byte[] path) {
    return REFUSED;
  }

  @Override
  public int dirfd(long stream) {
    return REFUSED;
  }

  @Override
  public int closedir(long stream) {
    return REFUSED;
  }

  @Override
  public int mkdirat(int dirfd, byte[] path, int mode) {
    return REFUSED;
  }

  @Override
  public int unlinkat(int dirfd, byte[] path, int flags) {
    return REFUSED;
  }

  @Override
  public int linkat(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    return REFUSED;
  }

  @Override
  public int renameat2(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    return REFUSED;
  }

  @Override
  public int symlinkat(byte[] target, int dirfd, byte[] path) {
    return REFUSED;
  }

  @Override
  public int readlinkat(int dirfd, byte[] path, byte[] buffer) {
    return REFUSED;
  }

  @Override
  public int fchmod(int fd, int mode) {
    return REFUSED;
  }

  @Override
  public int fchmodat(int dirfd, byte[] path, int mode) {
    return REFUSED;
  }

  @Override
  public int fchown(int fd, int uid, int gid) {
    return REFUSED;
  }

  @Override
  public int fchownat(int dirfd, byte[] path, int uid, int gid, int flags) {
    return REFUSED;
  }

  @Override
  public int utimensat(
      int dirfd,
      byte[] path,
      long atimeSeconds,
      long atimeNanos,
      long mtimeSeconds,
      long mtimeNanos,
      int flags) {
    return REFUSED;
  }

  @Override
  public int fsetxattr(int fd, byte[] name, byte[] value, int flags) {
    return REFUSED;
  }

  @Override
  public int fgetxattr(int fd, byte[] name, byte[] buffer) {
    return REFUSED;
  }

  @Override
  public int fremovexattr(int fd, byte[] name) {
    return REFUSED;
  }

  @Override
  public int flock(int fd, int operation) {
    return REFUSED;
  }

  @Override
  public int fcntlSetLock(int fd, int command, int type, long start, long length) {
    return REFUSED;
  }

  @Override
  public int fcntlGetLock(int fd, int command, int type, long start, long length, long[] lock) {
    return REFUSED;
  }

  @Override
  public int fcntlGetFlags(int fd) {
    return REFUSED;
  }

  @Override
  public int getpid() {
    return REFUSED;
  }

  @Override
  public int getuid() {
    return REFUSED;
  }

  @Override
  public int gethostname(byte[] buffer) {
    return REFUSED;
  }

  @Override
  public long clockGettime(int clock) {
    return REFUSED;
  }

  @Override
  public int bootId(byte[] buffer) {
    return REFUSED;
  }
}
