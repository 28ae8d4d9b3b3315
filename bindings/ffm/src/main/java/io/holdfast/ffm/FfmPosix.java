package io.holdfast.ffm;

import static io.holdfast.ffm.CallMemory.receiving;
import static io.holdfast.ffm.CallMemory.sending;
import static io.holdfast.ffm.CallMemory.slots;
import static io.holdfast.ffm.CallMemory.withName;
import static io.holdfast.ffm.CallMemory.withNames;

import io.holdfast.posix.BindingUnavailableException;
import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.FileSystemStat;
import io.holdfast.posix.LockStat;
import io.holdfast.posix.Posix;
import java.util.Objects;

/** {@link Posix} through java.lang.foreign onto holdfast.h. Checks arguments before any call. */
final class FfmPosix implements Posix {

  static final String NAME = "ffm";

  private static final int BOOT_ID_BYTES = 36;

  /** HOST_NAME_MAX of the kernel is 64. */
  private static final int HOST_NAME_BYTES = 256;

  /** Most bytes of a symbolic link, and a NUL. */
  private static final int TARGET_BYTES = PATH_LIMIT + 1;

  private FfmPosix() {}

  static Posix load() throws BindingUnavailableException {
    Library.require();
    return new FfmPosix();
  }

  static String origin() throws BindingUnavailableException {
    return Library.require();
  }

  @Override
  public String binding() {
    return NAME;
  }

  @Override
  public int openat(int dirfd, byte[] path, int flags, int mode) {
    return withName(path, name -> NativeCalls.openat(dirfd, name, flags, mode));
  }

  @Override
  public int openat2(int dirfd, byte[] path, int flags, int mode, long resolve) {
    return withName(path, name -> NativeCalls.openat2(dirfd, name, flags, mode, resolve));
  }

  @Override
  public int close(int fd) {
    return NativeCalls.close(fd);
  }

  @Override
  public int read(int fd, byte[] buffer, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    return receiving(buffer, offset, length, (to, room) -> NativeCalls.read(fd, to, room));
  }

  @Override
  public int write(int fd, byte[] buffer, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    return sending(buffer, offset, length, (from, count) -> NativeCalls.write(fd, from, count));
  }

  @Override
  public int pread(int fd, byte[] buffer, int offset, int length, long position) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    return receiving(
        buffer, offset, length, (to, room) -> NativeCalls.pread(fd, to, room, position));
  }

  @Override
  public int pwrite(int fd, byte[] buffer, int offset, int length, long position) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    return sending(
        buffer, offset, length, (from, count) -> NativeCalls.pwrite(fd, from, count, position));
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
    return slots(stat, FileStat.SLOTS, out -> NativeCalls.fstat(fd, out));
  }

  @Override
  public int fstatat(int dirfd, byte[] path, long[] stat, int flags) {
    Objects.checkFromIndexSize(0, FileStat.SLOTS, stat.length);
    return withName(
        path,
        name -> slots(stat, FileStat.SLOTS, out -> NativeCalls.fstatat(dirfd, name, out, flags)));
  }

  @Override
  public int statx(int dirfd, byte[] path, int flags, int mask, long[] stat) {
    Objects.checkFromIndexSize(0, FileStat.SLOTS, stat.length);
    return withName(
        path,
        name ->
            slots(stat, FileStat.SLOTS, out -> NativeCalls.statx(dirfd, name, flags, mask, out)));
  }

  @Override
  public int fstatfs(int fd, long[] statfs) {
    Objects.checkFromIndexSize(0, FileSystemStat.SLOTS, statfs.length);
    return slots(statfs, FileSystemStat.SLOTS, out -> NativeCalls.fstatfs(fd, out));
  }

  @Override
  public int getdents64(int fd, byte[] buffer, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    return receiving(buffer, offset, length, (to, room) -> NativeCalls.getdents64(fd, to, room));
  }

  @Override
  public long opendir(int dirfd, byte[] path) {
    long[] stream = new long[1];
    int result =
        withName(path, name -> slots(stream, 1, out -> NativeCalls.opendir(dirfd, name, out)));
    return result < 0 ? result : stream[0];
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
    return withName(path, name -> NativeCalls.mkdirat(dirfd, name, mode));
  }

  @Override
  public int unlinkat(int dirfd, byte[] path, int flags) {
    return withName(path, name -> NativeCalls.unlinkat(dirfd, name, flags));
  }

  @Override
  public int linkat(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    return withNames(
        oldPath, newPath, (from, to) -> NativeCalls.linkat(oldDirfd, from, newDirfd, to, flags));
  }

  @Override
  public int renameat2(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    return withNames(
        oldPath, newPath, (from, to) -> NativeCalls.renameat2(oldDirfd, from, newDirfd, to, flags));
  }

  @Override
  public int symlinkat(byte[] target, int dirfd, byte[] path) {
    return withNames(target, path, (content, name) -> NativeCalls.symlinkat(content, dirfd, name));
  }

  @Override
  public int readlinkat(int dirfd, byte[] path, byte[] buffer) {
    Objects.requireNonNull(buffer);
    return withName(
        path,
        name ->
            receiving(
                buffer,
                0,
                Math.min(buffer.length, TARGET_BYTES),
                (to, room) -> NativeCalls.readlinkat(dirfd, name, to, room)));
  }

  @Override
  public int fchmod(int fd, int mode) {
    return NativeCalls.fchmod(fd, mode);
  }

  @Override
  public int fchmodat(int dirfd, byte[] path, int mode) {
    return withName(path, name -> NativeCalls.fchmodat(dirfd, name, mode));
  }

  @Override
  public int fchown(int fd, int uid, int gid) {
    return NativeCalls.fchown(fd, uid, gid);
  }

  @Override
  public int fchownat(int dirfd, byte[] path, int uid, int gid, int flags) {
    return withName(path, name -> NativeCalls.fchownat(dirfd, name, uid, gid, flags));
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
    return withName(
        path,
        name ->
            NativeCalls.utimensat(
                dirfd, name, atimeSeconds, atimeNanos, mtimeSeconds, mtimeNanos, flags));
  }

  @Override
  public int fsetxattr(int fd, byte[] name, byte[] value, int flags) {
    Objects.requireNonNull(value);
    return withName(
        name,
        attribute ->
            value.length > TRANSFER_LIMIT
                ? Errno.E2BIG.asResult()
                : sending(
                    value,
                    0,
                    value.length,
                    (from, count) -> NativeCalls.fsetxattr(fd, attribute, from, count, flags)));
  }

  @Override
  public int fgetxattr(int fd, byte[] name, byte[] buffer) {
    Objects.requireNonNull(buffer);
    return withName(
        name,
        attribute ->
            receiving(
                buffer,
                0,
                buffer.length,
                (to, room) -> NativeCalls.fgetxattr(fd, attribute, to, room)));
  }

  @Override
  public int fremovexattr(int fd, byte[] name) {
    return withName(name, attribute -> NativeCalls.fremovexattr(fd, attribute));
  }

  @Override
  public int flock(int fd, int operation) {
    return NativeCalls.flock(fd, operation);
  }

  @Override
  public int fcntlSetLock(int fd, int command, int type, long start, long length) {
    return NativeCalls.fcntlSetlk(fd, command, type, start, length);
  }

  @Override
  public int fcntlGetLock(int fd, int command, int type, long start, long length, long[] lock) {
    Objects.checkFromIndexSize(0, LockStat.SLOTS, lock.length);
    return slots(
        lock, LockStat.SLOTS, out -> NativeCalls.fcntlGetlk(fd, command, type, start, length, out));
  }

  @Override
  public int fcntlGetFlags(int fd) {
    return NativeCalls.fcntlGetfl(fd);
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
    byte[] name = new byte[HOST_NAME_BYTES];
    int result = receiving(name, 0, name.length, NativeCalls::gethostname);
    if (result > buffer.length) {
      return Errno.ENAMETOOLONG.asResult();
    }
    if (result > 0) {
      System.arraycopy(name, 0, buffer, 0, result);
    }
    return result;
  }

  @Override
  public long clockGettime(int clock) {
    return NativeCalls.clockGettime(clock);
  }

  @Override
  public int bootId(byte[] buffer) {
    Objects.checkFromIndexSize(0, BOOT_ID_BYTES, buffer.length);
    return receiving(buffer, 0, BOOT_ID_BYTES, NativeCalls::bootId);
  }
}
