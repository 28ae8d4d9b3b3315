package io.holdfast.testkit.decorator;

import io.holdfast.posix.Posix;

/** Forwards every call unchanged; subclasses override what they change. */
public abstract class DelegatingPosix implements Posix {

  private final Posix delegate;

  protected DelegatingPosix(Posix delegate) {
    this.delegate = delegate;
  }

  protected final Posix delegate() {
    return delegate;
  }

  @Override
  public String binding() {
    return delegate.binding();
  }

  @Override
  public int openat(int dirfd, byte[] path, int flags, int mode) {
    return delegate.openat(dirfd, path, flags, mode);
  }

  @Override
  public int openat2(int dirfd, byte[] path, int flags, int mode, long resolve) {
    return delegate.openat2(dirfd, path, flags, mode, resolve);
  }

  @Override
  public int close(int fd) {
    return delegate.close(fd);
  }

  @Override
  public int read(int fd, byte[] buffer, int offset, int length) {
    return delegate.read(fd, buffer, offset, length);
  }

  @Override
  public int write(int fd, byte[] buffer, int offset, int length) {
    return delegate.write(fd, buffer, offset, length);
  }

  @Override
  public int pread(int fd, byte[] buffer, int offset, int length, long position) {
    return delegate.pread(fd, buffer, offset, length, position);
  }

  @Override
  public int pwrite(int fd, byte[] buffer, int offset, int length, long position) {
    return delegate.pwrite(fd, buffer, offset, length, position);
  }

  @Override
  public long lseek(int fd, long offset, int whence) {
    return delegate.lseek(fd, offset, whence);
  }

  @Override
  public int ftruncate(int fd, long length) {
    return delegate.ftruncate(fd, length);
  }

  @Override
  public int fallocate(int fd, int mode, long offset, long length) {
    return delegate.fallocate(fd, mode, offset, length);
  }

  @Override
  public int fsync(int fd) {
    return delegate.fsync(fd);
  }

  @Override
  public int fdatasync(int fd) {
    return delegate.fdatasync(fd);
  }

  @Override
  public int syncfs(int fd) {
    return delegate.syncfs(fd);
  }

  @Override
  public int syncFileRange(int fd, long offset, long length, int flags) {
    return delegate.syncFileRange(fd, offset, length, flags);
  }

  @Override
  public int fstat(int fd, long[] stat) {
    return delegate.fstat(fd, stat);
  }

  @Override
  public int fstatat(int dirfd, byte[] path, long[] stat, int flags) {
    return delegate.fstatat(dirfd, path, stat, flags);
  }

  @Override
  public int statx(int dirfd, byte[] path, int flags, int mask, long[] stat) {
    return delegate.statx(dirfd, path, flags, mask, stat);
  }

  @Override
  public int fstatfs(int fd, long[] statfs) {
    return delegate.fstatfs(fd, statfs);
  }

  @Override
  public int getdents64(int fd, byte[] buffer, int offset, int length) {
    return delegate.getdents64(fd, buffer, offset, length);
  }

  @Override
  public long opendir(int dirfd, byte[] path) {
    return delegate.opendir(dirfd, path);
  }

  @Override
  public int dirfd(long stream) {
    return delegate.dirfd(stream);
  }

  @Override
  public int closedir(long stream) {
    return delegate.closedir(stream);
  }

  @Override
  public int mkdirat(int dirfd, byte[] path, int mode) {
    return delegate.mkdirat(dirfd, path, mode);
  }

  @Override
  public int unlinkat(int dirfd, byte[] path, int flags) {
    return delegate.unlinkat(dirfd, path, flags);
  }

  @Override
  public int linkat(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    return delegate.linkat(oldDirfd, oldPath, newDirfd, newPath, flags);
  }

  @Override
  public int renameat2(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    return delegate.renameat2(oldDirfd, oldPath, newDirfd, newPath, flags);
  }

  @Override
  public int symlinkat(byte[] target, int dirfd, byte[] path) {
    return delegate.symlinkat(target, dirfd, path);
  }

  @Override
  public int readlinkat(int dirfd, byte[] path, byte[] buffer) {
    return delegate.readlinkat(dirfd, path, buffer);
  }

  @Override
  public int fchmod(int fd, int mode) {
    return delegate.fchmod(fd, mode);
  }

  @Override
  public int fchmodat(int dirfd, byte[] path, int mode) {
    return delegate.fchmodat(dirfd, path, mode);
  }

  @Override
  public int fchown(int fd, int uid, int gid) {
    return delegate.fchown(fd, uid, gid);
  }

  @Override
  public int fchownat(int dirfd, byte[] path, int uid, int gid, int flags) {
    return delegate.fchownat(dirfd, path, uid, gid, flags);
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
    return delegate.utimensat(
        dirfd, path, atimeSeconds, atimeNanos, mtimeSeconds, mtimeNanos, flags);
  }

  @Override
  public int fsetxattr(int fd, byte[] name, byte[] value, int flags) {
    return delegate.fsetxattr(fd, name, value, flags);
  }

  @Override
  public int fgetxattr(int fd, byte[] name, byte[] buffer) {
    return delegate.fgetxattr(fd, name, buffer);
  }

  @Override
  public int fremovexattr(int fd, byte[] name) {
    return delegate.fremovexattr(fd, name);
  }

  @Override
  public int flock(int fd, int operation) {
    return delegate.flock(fd, operation);
  }

  @Override
  public int fcntlSetLock(int fd, int command, int type, long start, long length) {
    return delegate.fcntlSetLock(fd, command, type, start, length);
  }

  @Override
  public int fcntlGetLock(int fd, int command, int type, long start, long length, long[] lock) {
    return delegate.fcntlGetLock(fd, command, type, start, length, lock);
  }

  @Override
  public int fcntlGetFlags(int fd) {
    return delegate.fcntlGetFlags(fd);
  }

  @Override
  public int getpid() {
    return delegate.getpid();
  }

  @Override
  public int getuid() {
    return delegate.getuid();
  }

  @Override
  public int gethostname(byte[] buffer) {
    return delegate.gethostname(buffer);
  }

  @Override
  public long clockGettime(int clock) {
    return delegate.clockGettime(clock);
  }

  @Override
  public int bootId(byte[] buffer) {
    return delegate.bootId(buffer);
  }
}
