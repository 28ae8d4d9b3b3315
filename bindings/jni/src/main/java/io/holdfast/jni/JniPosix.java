package io.holdfast.jni;

import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.FileSystemStat;
import io.holdfast.posix.LockStat;
import io.holdfast.posix.Posix;
import java.util.Objects;

/**
 * {@link Posix} through JNI. Checks arguments, since {@link NativeCalls} does not; allocates
 * nothing.
 */
final class JniPosix implements Posix {

  static final String NAME = "jni";

  private static final int BOOT_ID_BYTES = 36;

  @Override
  public String binding() {
    return NAME;
  }

  @Override
  public int openat(int dirfd, byte[] path, int flags, int mode) {
    Objects.requireNonNull(path);
    return NativeCalls.openat(dirfd, path, flags, mode);
  }

  @Override
  public int openat2(int dirfd, byte[] path, int flags, int mode, long resolve) {
    Objects.requireNonNull(path);
    return NativeCalls.openat2(dirfd, path, flags, mode, resolve);
  }

  @Override
  public int close(int fd) {
    return NativeCalls.close(fd);
  }

  @Override
  public int read(int fd, byte[] buffer, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    return NativeCalls.read(fd, buffer, offset, length);
  }

  @Override
  public int write(int fd, byte[] buffer, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    return NativeCalls.write(fd, buffer, offset, length);
  }

  @Override
  public int pread(int fd, byte[] buffer, int offset, int length, long position) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    return NativeCalls.pread(fd, buffer, offset, length, position);
  }

  @Override
  public int pwrite(int fd, byte[] buffer, int offset, int length, long position) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    return NativeCalls.pwrite(fd, buffer, offset, length, position);
  }

  @Override
  public long lseek(int fd, long offset, int whence) {
    return NativeCalls.lseek(fd, offset, whence);
  }

  @Override
  public int ftruncate(int fd, long length) {
    return NativeCalls.ftruncate(fd, length);
  }

  @Override
  public int fallocate(int fd, int mode, long offset, long length) {
    return NativeCalls.fallocate(fd, mode, offset, length);
  }

  @Override
  public int fsync(int fd) {
    return NativeCalls.fsync(fd);
  }

  @Override
  public int fdatasync(int fd) {
    return NativeCalls.fdatasync(fd);
  }

  @Override
  public int syncfs(int fd) {
    return NativeCalls.syncfs(fd);
  }

  @Override
  public int syncFileRange(int fd, long offset, long length, int flags) {
    return NativeCalls.syncFileRange(fd, offset, length, flags);
  }

  @Override
  public int fstat(int fd, long[] stat) {
    Objects.checkFromIndexSize(0, FileStat.SLOTS, stat.length);
    return NativeCalls.fstat(fd, stat);
  }

  @Override
  public int fstatat(int dirfd, byte[] path, long[] stat, int flags) {
    Objects.requireNonNull(path);
    Objects.checkFromIndexSize(0, FileStat.SLOTS, stat.length);
    return NativeCalls.fstatat(dirfd, path, stat, flags);
  }

  @Override
  public int statx(int dirfd, byte[] path, int flags, int mask, long[] stat) {
    Objects.requireNonNull(path);
    Objects.checkFromIndexSize(0, FileStat.SLOTS, stat.length);
    return NativeCalls.statx(dirfd, path, flags, mask, stat);
  }

  @Override
  public int fstatfs(int fd, long[] statfs) {
    Objects.checkFromIndexSize(0, FileSystemStat.SLOTS, statfs.length);
    return NativeCalls.fstatfs(fd, statfs);
  }

  @Override
  public int getdents64(int fd, byte[] buffer, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    return NativeCalls.getdents64(fd, buffer, offset, length);
  }

  @Override
  public long opendir(int dirfd, byte[] path) {
    Objects.requireNonNull(path);
    return NativeCalls.opendir(dirfd, path);
  }

  @Override
  public int dirfd(long stream) {
    return stream > 0 ? NativeCalls.dirfd(stream) : Errno.EBADF.asResult();
  }

  @Override
  public int closedir(long stream) {
    return stream > 0 ? NativeCalls.closedir(stream) : Errno.EBADF.asResult();
  }

  @Override
  public int mkdirat(int dirfd, byte[] path, int mode) {
    Objects.requireNonNull(path);
    return NativeCalls.mkdirat(dirfd, path, mode);
  }

  @Override
  public int unlinkat(int dirfd, byte[] path, int flags) {
    Objects.requireNonNull(path);
    return NativeCalls.unlinkat(dirfd, path, flags);
  }

  @Override
  public int linkat(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    Objects.requireNonNull(oldPath);
    Objects.requireNonNull(newPath);
    return NativeCalls.linkat(oldDirfd, oldPath, newDirfd, newPath, flags);
  }

  @Override
  public int renameat2(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    Objects.requireNonNull(oldPath);
    Objects.requireNonNull(newPath);
    return NativeCalls.renameat2(oldDirfd, oldPath, newDirfd, newPath, flags);
  }

  @Override
  public int symlinkat(byte[] target, int dirfd, byte[] path) {
    Objects.requireNonNull(target);
    Objects.requireNonNull(path);
    return NativeCalls.symlinkat(target, dirfd, path);
  }

  @Override
  public int readlinkat(int dirfd, byte[] path, byte[] buffer) {
    Objects.requireNonNull(path);
    Objects.requireNonNull(buffer);
    return NativeCalls.readlinkat(dirfd, path, buffer);
  }

  @Override
  public int fchmod(int fd, int mode) {
    return NativeCalls.fchmod(fd, mode);
  }

  @Override
  public int fchmodat(int dirfd, byte[] path, int mode) {
    Objects.requireNonNull(path);
    return NativeCalls.fchmodat(dirfd, path, mode);
  }

  @Override
  public int fchown(int fd, int uid, int gid) {
    return NativeCalls.fchown(fd, uid, gid);
  }

  @Override
  public int fchownat(int dirfd, byte[] path, int uid, int gid, int flags) {
    Objects.requireNonNull(path);
    return NativeCalls.fchownat(dirfd, path, uid, gid, flags);
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
    Objects.requireNonNull(path);
    return NativeCalls.utimensat(
        dirfd, path, atimeSeconds, atimeNanos, mtimeSeconds, mtimeNanos, flags);
  }

  @Override
  public int fsetxattr(int fd, byte[] name, byte[] value, int flags) {
    Objects.requireNonNull(name);
    Objects.requireNonNull(value);
    return NativeCalls.fsetxattr(fd, name, value, flags);
  }

  @Override
  public int fgetxattr(int fd, byte[] name, byte[] buffer) {
    Objects.requireNonNull(name);
    Objects.requireNonNull(buffer);
    return NativeCalls.fgetxattr(fd, name, buffer);
  }

  @Override
  public int fremovexattr(int fd, byte[] name) {
    Objects.requireNonNull(name);
    return NativeCalls.fremovexattr(fd, name);
  }

  @Override
  public int flock(int fd, int operation) {
    return NativeCalls.flock(fd, operation);
  }

  @Override
  public int fcntlSetLock(int fd, int command, int type, long start, long length) {
    return NativeCalls.fcntlSetLock(fd, command, type, start, length);
  }

  @Override
  public int fcntlGetLock(int fd, int command, int type, long start, long length, long[] lock) {
    Objects.checkFromIndexSize(0, LockStat.SLOTS, lock.length);
    return NativeCalls.fcntlGetLock(fd, command, type, start, length, lock);
  }

  @Override
  public int fcntlGetFlags(int fd) {
    return NativeCalls.fcntlGetFlags(fd);
  }

  @Override
  public int getpid() {
    return NativeCalls.getpid();
  }

  @Override
  public int getuid() {
    return NativeCalls.getuid();
  }

  @Override
  public int gethostname(byte[] buffer) {
    Objects.requireNonNull(buffer);
    return NativeCalls.gethostname(buffer);
  }

  @Override
  public long clockGettime(int clock) {
    return NativeCalls.clockGettime(clock);
  }

  @Override
  public int bootId(byte[] buffer) {
    Objects.checkFromIndexSize(0, BOOT_ID_BYTES, buffer.length);
    return NativeCalls.bootId(buffer);
  }
}
