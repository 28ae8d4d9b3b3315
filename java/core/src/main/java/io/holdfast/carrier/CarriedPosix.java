package io.holdfast.carrier;

import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.FileSystemStat;
import io.holdfast.posix.LockStat;
import io.holdfast.posix.Posix;
import java.util.Objects;

/**
 * {@link Posix} on the functions of holdfast.h, for a binding that passes pointers. Checks
 * arguments before any call. Any thread may use it at any time.
 */
public final class CarriedPosix implements Posix {

  private static final int BOOT_ID_BYTES = 36;

  /** HOST_NAME_MAX of the kernel is 64. */
  private static final int HOST_NAME_BYTES = 256;

  /** Most bytes of a symbolic link, and a NUL. */
  private static final int TARGET_BYTES = PATH_LIMIT + 1;

  private final String name;
  private final CallMemory memory;
  private final HoldfastCalls calls;

  /**
   * @param name of the binding
   * @param memory in which the calls find what pointers point to
   */
  public CarriedPosix(String name, CallMemory memory, HoldfastCalls calls) {
    this.name = name;
    this.memory = memory;
    this.calls = calls;
  }

  @Override
  public String binding() {
    return name;
  }

  @Override
  public int openat(int dirfd, byte[] path, int flags, int mode) {
    return memory.withName(path, name -> calls.openat(dirfd, name, flags, mode));
  }

  @Override
  public int openat2(int dirfd, byte[] path, int flags, int mode, long resolve) {
    return memory.withName(path, name -> calls.openat2(dirfd, name, flags, mode, resolve));
  }

  @Override
  public int close(int fd) {
    return calls.close(fd);
  }

  @Override
  public int read(int fd, byte[] buffer, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    return memory.receiving(buffer, offset, length, (to, room) -> calls.read(fd, to, room));
  }

  @Override
  public int write(int fd, byte[] buffer, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    return memory.sending(buffer, offset, length, (from, count) -> calls.write(fd, from, count));
  }

  @Override
  public int pread(int fd, byte[] buffer, int offset, int length, long position) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    return memory.receiving(
        buffer, offset, length, (to, room) -> calls.pread(fd, to, room, position));
  }

  @Override
  public int pwrite(int fd, byte[] buffer, int offset, int length, long position) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    return memory.sending(
        buffer, offset, length, (from, count) -> calls.pwrite(fd, from, count, position));
  }

  @Override
  public long lseek(int fd, long offset, int whence) {
    return calls.lseek(fd, offset, whence);
  }

  @Override
  public int ftruncate(int fd, long length) {
    return calls.ftruncate(fd, length);
  }

  @Override
  public int fallocate(int fd, int mode, long offset, long length) {
    return calls.fallocate(fd, mode, offset, length);
  }

  @Override
  public int fsync(int fd) {
    return calls.fsync(fd);
  }

  @Override
  public int fdatasync(int fd) {
    return calls.fdatasync(fd);
  }

  @Override
  public int syncfs(int fd) {
    return calls.syncfs(fd);
  }

  @Override
  public int syncFileRange(int fd, long offset, long length, int flags) {
    return calls.syncFileRange(fd, offset, length, flags);
  }

  @Override
  public int fstat(int fd, long[] stat) {
    Objects.checkFromIndexSize(0, FileStat.SLOTS, stat.length);
    return memory.slots(stat, FileStat.SLOTS, out -> calls.fstat(fd, out));
  }

  @Override
  public int fstatat(int dirfd, byte[] path, long[] stat, int flags) {
    Objects.checkFromIndexSize(0, FileStat.SLOTS, stat.length);
    return memory.withName(
        path,
        name -> memory.slots(stat, FileStat.SLOTS, out -> calls.fstatat(dirfd, name, out, flags)));
  }

  @Override
  public int statx(int dirfd, byte[] path, int flags, int mask, long[] stat) {
    Objects.checkFromIndexSize(0, FileStat.SLOTS, stat.length);
    return memory.withName(
        path,
        name ->
            memory.slots(stat, FileStat.SLOTS, out -> calls.statx(dirfd, name, flags, mask, out)));
  }

  @Override
  public int fstatfs(int fd, long[] statfs) {
    Objects.checkFromIndexSize(0, FileSystemStat.SLOTS, statfs.length);
    return memory.slots(statfs, FileSystemStat.SLOTS, out -> calls.fstatfs(fd, out));
  }

  @Override
  public int getdents64(int fd, byte[] buffer, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    return memory.receiving(buffer, offset, length, (to, room) -> calls.getdents64(fd, to, room));
  }

  @Override
  public long opendir(int dirfd, byte[] path) {
    long[] stream = new long[1];
    int result =
        memory.withName(
            path, name -> memory.slots(stream, 1, out -> calls.opendir(dirfd, name, out)));
    return result < 0 ? result : stream[0];
  }

  @Override
  public int dirfd(long stream) {
    return stream > 0 ? calls.dirfd(stream) : Errno.EBADF.asResult();
  }

  @Override
  public int closedir(long stream) {
    return stream > 0 ? calls.closedir(stream) : Errno.EBADF.asResult();
  }

  @Override
  public int mkdirat(int dirfd, byte[] path, int mode) {
    return memory.withName(path, name -> calls.mkdirat(dirfd, name, mode));
  }

  @Override
  public int unlinkat(int dirfd, byte[] path, int flags) {
    return memory.withName(path, name -> calls.unlinkat(dirfd, name, flags));
  }

  @Override
  public int linkat(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    return memory.withNames(
        oldPath, newPath, (from, to) -> calls.linkat(oldDirfd, from, newDirfd, to, flags));
  }

  @Override
  public int renameat2(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    return memory.withNames(
        oldPath, newPath, (from, to) -> calls.renameat2(oldDirfd, from, newDirfd, to, flags));
  }

  @Override
  public int symlinkat(byte[] target, int dirfd, byte[] path) {
    return memory.withNames(target, path, (content, name) -> calls.symlinkat(content, dirfd, name));
  }

  @Override
  public int readlinkat(int dirfd, byte[] path, byte[] buffer) {
    Objects.requireNonNull(buffer);
    return memory.withName(
        path,
        name ->
            memory.receiving(
                buffer,
                0,
                Math.min(buffer.length, TARGET_BYTES),
                (to, room) -> calls.readlinkat(dirfd, name, to, room)));
  }

  @Override
  public int fchmod(int fd, int mode) {
    return calls.fchmod(fd, mode);
  }

  @Override
  public int fchmodat(int dirfd, byte[] path, int mode) {
    return memory.withName(path, name -> calls.fchmodat(dirfd, name, mode));
  }

  @Override
  public int fchown(int fd, int uid, int gid) {
    return calls.fchown(fd, uid, gid);
  }

  @Override
  public int fchownat(int dirfd, byte[] path, int uid, int gid, int flags) {
    return memory.withName(path, name -> calls.fchownat(dirfd, name, uid, gid, flags));
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
    return memory.withName(
        path,
        name ->
            calls.utimensat(
                dirfd, name, atimeSeconds, atimeNanos, mtimeSeconds, mtimeNanos, flags));
  }

  @Override
  public int fsetxattr(int fd, byte[] name, byte[] value, int flags) {
    Objects.requireNonNull(value);
    return memory.withName(
        name,
        attribute ->
            value.length > TRANSFER_LIMIT
                ? Errno.E2BIG.asResult()
                : memory.sending(
                    value,
                    0,
                    value.length,
                    (from, count) -> calls.fsetxattr(fd, attribute, from, count, flags)));
  }

  @Override
  public int fgetxattr(int fd, byte[] name, byte[] buffer) {
    Objects.requireNonNull(buffer);
    return memory.withName(
        name,
        attribute ->
            memory.receiving(
                buffer, 0, buffer.length, (to, room) -> calls.fgetxattr(fd, attribute, to, room)));
  }

  @Override
  public int fremovexattr(int fd, byte[] name) {
    return memory.withName(name, attribute -> calls.fremovexattr(fd, attribute));
  }

  @Override
  public int flock(int fd, int operation) {
    return calls.flock(fd, operation);
  }

  @Override
  public int fcntlSetLock(int fd, int command, int type, long start, long length) {
    return calls.fcntlSetlk(fd, command, type, start, length);
  }

  @Override
  public int fcntlGetLock(int fd, int command, int type, long start, long length, long[] lock) {
    Objects.checkFromIndexSize(0, LockStat.SLOTS, lock.length);
    return memory.slots(
        lock, LockStat.SLOTS, out -> calls.fcntlGetlk(fd, command, type, start, length, out));
  }

  @Override
  public int fcntlGetFlags(int fd) {
    return calls.fcntlGetfl(fd);
  }

  @Override
  public int getpid() {
    return calls.getpid();
  }

  @Override
  public int getuid() {
    return calls.getuid();
  }

  @Override
  public int gethostname(byte[] buffer) {
    byte[] name = new byte[HOST_NAME_BYTES];
    int result = memory.receiving(name, 0, name.length, calls::gethostname);
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
    return calls.clockGettime(clock);
  }

  @Override
  public int bootId(byte[] buffer) {
    Objects.checkFromIndexSize(0, BOOT_ID_BYTES, buffer.length);
    return memory.receiving(buffer, 0, BOOT_ID_BYTES, calls::bootId);
  }
}
