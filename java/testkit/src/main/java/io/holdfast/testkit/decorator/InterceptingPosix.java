package io.holdfast.testkit.decorator;

import io.holdfast.posix.Posix;
import io.holdfast.posix.RawPath;
import java.util.function.LongSupplier;

/** Leads every system call through {@link #around}; {@link #binding} is none and is forwarded. */
public abstract class InterceptingPosix extends DelegatingPosix {

  protected InterceptingPosix(Posix delegate) {
    super(delegate);
  }

  /**
   * Stands between caller and delegate.
   *
   * @param proceed makes the call on the delegate; may be used once or not at all
   * @return what the caller is told
   */
  protected abstract long around(Call call, LongSupplier proceed);

  @Override
  public int openat(int dirfd, byte[] path, int flags, int mode) {
    return (int)
        around(
            Call.of(PosixCall.OPENAT, dirfd, RawPath.of(path), flags, mode),
            () -> super.openat(dirfd, path, flags, mode));
  }

  @Override
  public int openat2(int dirfd, byte[] path, int flags, int mode, long resolve) {
    return (int)
        around(
            Call.of(PosixCall.OPENAT2, dirfd, RawPath.of(path), flags, mode, resolve),
            () -> super.openat2(dirfd, path, flags, mode, resolve));
  }

  @Override
  public int close(int fd) {
    return (int) around(Call.of(PosixCall.CLOSE, fd), () -> super.close(fd));
  }

  @Override
  public int read(int fd, byte[] buffer, int offset, int length) {
    return (int)
        around(Call.of(PosixCall.READ, fd, length), () -> super.read(fd, buffer, offset, length));
  }

  @Override
  public int write(int fd, byte[] buffer, int offset, int length) {
    return (int)
        around(
            Call.of(PosixCall.WRITE, fd, Payload.of(buffer, offset, length)),
            () -> super.write(fd, buffer, offset, length));
  }

  @Override
  public int pread(int fd, byte[] buffer, int offset, int length, long position) {
    return (int)
        around(
            Call.of(PosixCall.PREAD, fd, length, position),
            () -> super.pread(fd, buffer, offset, length, position));
  }

  @Override
  public int pwrite(int fd, byte[] buffer, int offset, int length, long position) {
    return (int)
        around(
            Call.of(PosixCall.PWRITE, fd, Payload.of(buffer, offset, length), position),
            () -> super.pwrite(fd, buffer, offset, length, position));
  }

  @Override
  public long lseek(int fd, long offset, int whence) {
    return around(
        Call.of(PosixCall.LSEEK, fd, offset, whence), () -> super.lseek(fd, offset, whence));
  }

  @Override
  public int ftruncate(int fd, long length) {
    return (int)
        around(Call.of(PosixCall.FTRUNCATE, fd, length), () -> super.ftruncate(fd, length));
  }

  @Override
  public int fallocate(int fd, int mode, long offset, long length) {
    return (int)
        around(
            Call.of(PosixCall.FALLOCATE, fd, mode, offset, length),
            () -> super.fallocate(fd, mode, offset, length));
  }

  @Override
  public int fsync(int fd) {
    return (int) around(Call.of(PosixCall.FSYNC, fd), () -> super.fsync(fd));
  }

  @Override
  public int fdatasync(int fd) {
    return (int) around(Call.of(PosixCall.FDATASYNC, fd), () -> super.fdatasync(fd));
  }

  @Override
  public int syncfs(int fd) {
    return (int) around(Call.of(PosixCall.SYNCFS, fd), () -> super.syncfs(fd));
  }

  @Override
  public int syncFileRange(int fd, long offset, long length, int flags) {
    return (int)
        around(
            Call.of(PosixCall.SYNC_FILE_RANGE, fd, offset, length, flags),
            () -> super.syncFileRange(fd, offset, length, flags));
  }

  @Override
  public int fstat(int fd, long[] stat) {
    return (int) around(Call.of(PosixCall.FSTAT, fd), () -> super.fstat(fd, stat));
  }

  @Override
  public int fstatat(int dirfd, byte[] path, long[] stat, int flags) {
    return (int)
        around(
            Call.of(PosixCall.FSTATAT, dirfd, RawPath.of(path), flags),
            () -> super.fstatat(dirfd, path, stat, flags));
  }

  @Override
  public int statx(int dirfd, byte[] path, int flags, int mask, long[] stat) {
    return (int)
        around(
            Call.of(PosixCall.STATX, dirfd, RawPath.of(path), flags, mask),
            () -> super.statx(dirfd, path, flags, mask, stat));
  }

  @Override
  public int fstatfs(int fd, long[] statfs) {
    return (int) around(Call.of(PosixCall.FSTATFS, fd), () -> super.fstatfs(fd, statfs));
  }

  @Override
  public int getdents64(int fd, byte[] buffer, int offset, int length) {
    return (int)
        around(
            Call.of(PosixCall.GETDENTS64, fd, length),
            () -> super.getdents64(fd, buffer, offset, length));
  }

  @Override
  public long opendir(int dirfd, byte[] path) {
    return around(
        Call.of(PosixCall.OPENDIR, dirfd, RawPath.of(path)), () -> super.opendir(dirfd, path));
  }

  @Override
  public int dirfd(long stream) {
    return (int) around(Call.of(PosixCall.DIRFD, stream), () -> super.dirfd(stream));
  }

  @Override
  public int closedir(long stream) {
    return (int) around(Call.of(PosixCall.CLOSEDIR, stream), () -> super.closedir(stream));
  }

  @Override
  public int mkdirat(int dirfd, byte[] path, int mode) {
    return (int)
        around(
            Call.of(PosixCall.MKDIRAT, dirfd, RawPath.of(path), mode),
            () -> super.mkdirat(dirfd, path, mode));
  }

  @Override
  public int unlinkat(int dirfd, byte[] path, int flags) {
    return (int)
        around(
            Call.of(PosixCall.UNLINKAT, dirfd, RawPath.of(path), flags),
            () -> super.unlinkat(dirfd, path, flags));
  }

  @Override
  public int linkat(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    return (int)
        around(
            Call.of(
                PosixCall.LINKAT,
                oldDirfd,
                RawPath.of(oldPath),
                newDirfd,
                RawPath.of(newPath),
                flags),
            () -> super.linkat(oldDirfd, oldPath, newDirfd, newPath, flags));
  }

  @Override
  public int renameat2(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    return (int)
        around(
            Call.of(
                PosixCall.RENAMEAT2,
                oldDirfd,
                RawPath.of(oldPath),
                newDirfd,
                RawPath.of(newPath),
                flags),
            () -> super.renameat2(oldDirfd, oldPath, newDirfd, newPath, flags));
  }

  @Override
  public int symlinkat(byte[] target, int dirfd, byte[] path) {
    return (int)
        around(
            Call.of(PosixCall.SYMLINKAT, RawPath.of(target), dirfd, RawPath.of(path)),
            () -> super.symlinkat(target, dirfd, path));
  }

  @Override
  public int readlinkat(int dirfd, byte[] path, byte[] buffer) {
    return (int)
        around(
            Call.of(PosixCall.READLINKAT, dirfd, RawPath.of(path), buffer.length),
            () -> super.readlinkat(dirfd, path, buffer));
  }

  @Override
  public int fchmod(int fd, int mode) {
    return (int) around(Call.of(PosixCall.FCHMOD, fd, mode), () -> super.fchmod(fd, mode));
  }

  @Override
  public int fchmodat(int dirfd, byte[] path, int mode) {
    return (int)
        around(
            Call.of(PosixCall.FCHMODAT, dirfd, RawPath.of(path), mode),
            () -> super.fchmodat(dirfd, path, mode));
  }

  @Override
  public int fchown(int fd, int uid, int gid) {
    return (int) around(Call.of(PosixCall.FCHOWN, fd, uid, gid), () -> super.fchown(fd, uid, gid));
  }

  @Override
  public int fchownat(int dirfd, byte[] path, int uid, int gid, int flags) {
    return (int)
        around(
            Call.of(PosixCall.FCHOWNAT, dirfd, RawPath.of(path), uid, gid, flags),
            () -> super.fchownat(dirfd, path, uid, gid, flags));
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
    return (int)
        around(
            Call.of(
                PosixCall.UTIMENSAT,
                dirfd,
                RawPath.of(path),
                atimeSeconds,
                atimeNanos,
                mtimeSeconds,
                mtimeNanos,
                flags),
            () ->
                super.utimensat(
                    dirfd, path, atimeSeconds, atimeNanos, mtimeSeconds, mtimeNanos, flags));
  }

  @Override
  public int fsetxattr(int fd, byte[] name, byte[] value, int flags) {
    return (int)
        around(
            Call.of(PosixCall.FSETXATTR, fd, RawPath.of(name), Payload.of(value), flags),
            () -> super.fsetxattr(fd, name, value, flags));
  }

  @Override
  public int fgetxattr(int fd, byte[] name, byte[] buffer) {
    return (int)
        around(
            Call.of(PosixCall.FGETXATTR, fd, RawPath.of(name), buffer.length),
            () -> super.fgetxattr(fd, name, buffer));
  }

  @Override
  public int fremovexattr(int fd, byte[] name) {
    return (int)
        around(
            Call.of(PosixCall.FREMOVEXATTR, fd, RawPath.of(name)),
            () -> super.fremovexattr(fd, name));
  }

  @Override
  public int flock(int fd, int operation) {
    return (int) around(Call.of(PosixCall.FLOCK, fd, operation), () -> super.flock(fd, operation));
  }

  @Override
  public int fcntlSetLock(int fd, int command, int type, long start, long length) {
    return (int)
        around(
            Call.of(PosixCall.FCNTL_SET_LOCK, fd, command, type, start, length),
            () -> super.fcntlSetLock(fd, command, type, start, length));
  }

  @Override
  public int fcntlGetLock(int fd, int command, int type, long start, long length, long[] lock) {
    return (int)
        around(
            Call.of(PosixCall.FCNTL_GET_LOCK, fd, command, type, start, length),
            () -> super.fcntlGetLock(fd, command, type, start, length, lock));
  }

  @Override
  public int fcntlGetFlags(int fd) {
    return (int) around(Call.of(PosixCall.FCNTL_GET_FLAGS, fd), () -> super.fcntlGetFlags(fd));
  }

  @Override
  public int getpid() {
    return (int) around(Call.of(PosixCall.GETPID), () -> super.getpid());
  }

  @Override
  public int getuid() {
    return (int) around(Call.of(PosixCall.GETUID), () -> super.getuid());
  }

  @Override
  public int gethostname(byte[] buffer) {
    return (int)
        around(Call.of(PosixCall.GETHOSTNAME, buffer.length), () -> super.gethostname(buffer));
  }

  @Override
  public long clockGettime(int clock) {
    return around(Call.of(PosixCall.CLOCK_GETTIME, clock), () -> super.clockGettime(clock));
  }

  @Override
  public int bootId(byte[] buffer) {
    return (int) around(Call.of(PosixCall.BOOT_ID, buffer.length), () -> super.bootId(buffer));
  }
}
