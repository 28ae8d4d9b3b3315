package io.holdfast.jnr;

import io.holdfast.posix.Errno;
import io.holdfast.posix.FileStat;
import io.holdfast.posix.FileSystemStat;
import io.holdfast.posix.Flags;
import io.holdfast.posix.LockStat;
import io.holdfast.posix.Posix;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import jnr.constants.platform.Fcntl;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import jnr.posix.POSIX;

/**
 * {@link Posix} on glibc: what takes numbers only through jnr-posix, the rest through {@link Libc}.
 * Checks arguments before any call.
 */
final class JnrPosix implements Posix {

  static final String NAME = "jnr";

  private static final byte[] BOOT_ID =
      "/proc/sys/kernel/random/boot_id".getBytes(StandardCharsets.US_ASCII);
  private static final int BOOT_ID_BYTES = 36;

  /** HOST_NAME_MAX of the kernel is 64. */
  private static final int HOST_NAME_BYTES = 256;

  /** Most bytes of a symbolic link, and a NUL. */
  private static final int TARGET_BYTES = PATH_LIMIT + 1;

  private final Libc libc;
  private final POSIX numbers;
  private final Runtime runtime;
  private final CallMemory memory;
  private final Layouts.Timespec timespec;
  private final Layouts.Stat statLayout;
  private final Layouts.Statx statxLayout;
  private final Layouts.Statfs statfsLayout;
  private final Layouts.RecordLock lockLayout;
  private final Layouts.OpenHow openHow;

  JnrPosix(Libc libc, POSIX numbers) {
    this.libc = libc;
    this.numbers = numbers;
    this.runtime = Runtime.getRuntime(libc);
    this.memory = new CallMemory(libc);
    this.timespec = new Layouts.Timespec(runtime);
    this.statLayout = new Layouts.Stat(runtime);
    this.statxLayout = new Layouts.Statx(runtime);
    this.statfsLayout = new Layouts.Statfs(runtime);
    this.lockLayout = new Layouts.RecordLock(runtime);
    this.openHow = new Layouts.OpenHow(runtime);
  }

  /** The result of a call that was made in the statement's own argument, or {@code -errno}. */
  private int answer(long result) {
    return result < 0 ? -numbers.errno() : (int) result;
  }

  private long answerLong(long result) {
    return result < 0 ? -numbers.errno() : result;
  }

  @Override
  public String binding() {
    return NAME;
  }

  @Override
  public int openat(int dirfd, byte[] path, int flags, int mode) {
    return memory.withName(
        path, name -> answer(libc.openat(dirfd, name, flags | Flags.O_CLOEXEC, mode)));
  }

  @Override
  public int openat2(int dirfd, byte[] path, int flags, int mode, long resolve) {
    return memory.withName(
        path,
        name ->
            memory.withBlock(
                openHow.size(),
                how -> {
                  openHow.set(how, flags | Flags.O_CLOEXEC, mode, resolve);
                  return answer(libc.syscall(Flags.SYS_OPENAT2, dirfd, name, how, openHow.size()));
                }));
  }

  @Override
  public int close(int fd) {
    return answer(numbers.close(fd));
  }

  @Override
  public int read(int fd, byte[] buffer, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    return memory.receiving(buffer, offset, length, (to, room) -> answer(libc.read(fd, to, room)));
  }

  @Override
  public int write(int fd, byte[] buffer, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    return memory.sending(
        buffer, offset, length, (from, count) -> answer(libc.write(fd, from, count)));
  }

  @Override
  public int pread(int fd, byte[] buffer, int offset, int length, long position) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    return memory.receiving(
        buffer, offset, length, (to, room) -> answer(libc.pread(fd, to, room, position)));
  }

  @Override
  public int pwrite(int fd, byte[] buffer, int offset, int length, long position) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    return memory.sending(
        buffer, offset, length, (from, count) -> answer(libc.pwrite(fd, from, count, position)));
  }

  @Override
  public long lseek(int fd, long offset, int whence) {
    return answerLong(numbers.lseekLong(fd, offset, whence));
  }

  @Override
  public int ftruncate(int fd, long length) {
    return answer(numbers.ftruncate(fd, length));
  }

  @Override
  public int fallocate(int fd, int mode, long offset, long length) {
    return answer(libc.fallocate(fd, mode, offset, length));
  }

  @Override
  public int fsync(int fd) {
    return answer(numbers.fsync(fd));
  }

  @Override
  public int fdatasync(int fd) {
    return answer(numbers.fdatasync(fd));
  }

  @Override
  public int syncfs(int fd) {
    return answer(libc.syncfs(fd));
  }

  @Override
  public int syncFileRange(int fd, long offset, long length, int flags) {
    return answer(libc.sync_file_range(fd, offset, length, flags));
  }

  @Override
  public int fstat(int fd, long[] stat) {
    Objects.checkFromIndexSize(0, FileStat.SLOTS, stat.length);
    return memory.withBlock(
        statLayout.size(), out -> filled(answer(libc.fstat(fd, out)), out, stat));
  }

  @Override
  public int fstatat(int dirfd, byte[] path, long[] stat, int flags) {
    Objects.checkFromIndexSize(0, FileStat.SLOTS, stat.length);
    return memory.withName(
        path,
        name ->
            memory.withBlock(
                statLayout.size(),
                out -> filled(answer(libc.fstatat(dirfd, name, out, flags)), out, stat)));
  }

  @Override
  public int statx(int dirfd, byte[] path, int flags, int mask, long[] stat) {
    Objects.checkFromIndexSize(0, FileStat.SLOTS, stat.length);
    return memory.withName(
        path,
        name ->
            memory.withBlock(
                statxLayout.size(),
                out -> {
                  int result =
                      answer(
                          libc.syscall(
                              Flags.SYS_STATX,
                              dirfd,
                              name,
                              flags,
                              Integer.toUnsignedLong(mask),
                              out));
                  if (result == 0) {
                    statxLayout.copy(out, stat);
                  }
                  return result;
                }));
  }

  @Override
  public int fstatfs(int fd, long[] statfs) {
    Objects.checkFromIndexSize(0, FileSystemStat.SLOTS, statfs.length);
    return memory.withBlock(
        statfsLayout.size(),
        out -> {
          int result = answer(libc.fstatfs(fd, out));
          if (result == 0) {
            statfsLayout.copy(out, statfs);
          }
          return result;
        });
  }

  @Override
  public int getdents64(int fd, byte[] buffer, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    return memory.receiving(
        buffer, offset, length, (to, room) -> answer(libc.getdents64(fd, to, room)));
  }

  @Override
  public long opendir(int dirfd, byte[] path) {
    int fd = openat(dirfd, path, Flags.O_RDONLY | Flags.O_DIRECTORY, 0);
    if (fd < 0) {
      return fd;
    }
    Pointer stream = libc.fdopendir(fd);
    if (stream == null) {
      int refused = -numbers.errno();
      close(fd);
      return refused;
    }
    return stream.address();
  }

  @Override
  public int dirfd(long stream) {
    return stream > 0 ? answer(libc.dirfd(pointer(stream))) : Errno.EBADF.asResult();
  }

  @Override
  public int closedir(long stream) {
    return stream > 0 ? answer(libc.closedir(pointer(stream))) : Errno.EBADF.asResult();
  }

  @Override
  public int mkdirat(int dirfd, byte[] path, int mode) {
    return memory.withName(path, name -> answer(libc.mkdirat(dirfd, name, mode)));
  }

  @Override
  public int unlinkat(int dirfd, byte[] path, int flags) {
    return memory.withName(path, name -> answer(libc.unlinkat(dirfd, name, flags)));
  }

  @Override
  public int linkat(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    return memory.withNames(
        oldPath, newPath, (from, to) -> answer(libc.linkat(oldDirfd, from, newDirfd, to, flags)));
  }

  @Override
  public int renameat2(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags) {
    return memory.withNames(
        oldPath,
        newPath,
        (from, to) ->
            answer(
                libc.syscall(
                    Flags.SYS_RENAMEAT2,
                    oldDirfd,
                    from,
                    newDirfd,
                    to,
                    Integer.toUnsignedLong(flags))));
  }

  @Override
  public int symlinkat(byte[] target, int dirfd, byte[] path) {
    return memory.withNames(
        target, path, (content, name) -> answer(libc.symlinkat(content, dirfd, name)));
  }

  @Override
  public int readlinkat(int dirfd, byte[] path, byte[] buffer) {
    Objects.requireNonNull(buffer);
    int length = Math.min(buffer.length, TARGET_BYTES);
    return memory.withName(
        path,
        name ->
            memory.receiving(
                buffer, 0, length, (to, room) -> answer(libc.readlinkat(dirfd, name, to, room))));
  }

  @Override
  public int fchmod(int fd, int mode) {
    return answer(numbers.fchmod(fd, mode));
  }

  @Override
  public int fchmodat(int dirfd, byte[] path, int mode) {
    return memory.withName(path, name -> answer(libc.fchmodat(dirfd, name, mode, 0)));
  }

  @Override
  public int fchown(int fd, int uid, int gid) {
    return answer(numbers.fchown(fd, uid, gid));
  }

  @Override
  public int fchownat(int dirfd, byte[] path, int uid, int gid, int flags) {
    return memory.withName(path, name -> answer(libc.fchownat(dirfd, name, uid, gid, flags)));
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
    int size = timespec.size();
    return memory.withName(
        path,
        name ->
            memory.withBlock(
                2 * size,
                times -> {
                  timespec.set(times, atimeSeconds, atimeNanos);
                  timespec.set(times.slice(size), mtimeSeconds, mtimeNanos);
                  return answer(libc.utimensat(dirfd, name, times, flags));
                }));
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
                    (from, count) -> answer(libc.fsetxattr(fd, attribute, from, count, flags))));
  }

  @Override
  public int fgetxattr(int fd, byte[] name, byte[] buffer) {
    Objects.requireNonNull(buffer);
    return memory.withName(
        name,
        attribute ->
            memory.receiving(
                buffer,
                0,
                buffer.length,
                (to, room) -> answer(libc.fgetxattr(fd, attribute, to, room))));
  }

  @Override
  public int fremovexattr(int fd, byte[] name) {
    return memory.withName(name, attribute -> answer(libc.fremovexattr(fd, attribute)));
  }

  @Override
  public int flock(int fd, int operation) {
    return answer(numbers.flock(fd, operation));
  }

  @Override
  public int fcntlSetLock(int fd, int command, int type, long start, long length) {
    boolean set =
        command == Flags.F_SETLK
            || command == Flags.F_SETLKW
            || command == Flags.F_OFD_SETLK
            || command == Flags.F_OFD_SETLKW;
    if (!set || !isLockType(type)) {
      return Errno.EINVAL.asResult();
    }
    return memory.withBlock(
        lockLayout.size(),
        lock -> {
          lockLayout.set(lock, type, start, length);
          return answer(libc.fcntl(fd, command, lock));
        });
  }

  @Override
  public int fcntlGetLock(int fd, int command, int type, long start, long length, long[] lock) {
    Objects.checkFromIndexSize(0, LockStat.SLOTS, lock.length);
    boolean get = command == Flags.F_GETLK || command == Flags.F_OFD_GETLK;
    if (!get || !isLockType(type)) {
      return Errno.EINVAL.asResult();
    }
    return memory.withBlock(
        lockLayout.size(),
        found -> {
          lockLayout.set(found, type, start, length);
          int result = answer(libc.fcntl(fd, command, found));
          if (result == 0) {
            lockLayout.copy(found, lock);
          }
          return result;
        });
  }

  @Override
  public int fcntlGetFlags(int fd) {
    return answer(numbers.fcntl(fd, Fcntl.F_GETFL));
  }

  @Override
  public int getpid() {
    return numbers.getpid();
  }

  @Override
  public int getuid() {
    return numbers.getuid();
  }

  @Override
  public int gethostname(byte[] buffer) {
    return memory.withBlock(
        HOST_NAME_BYTES,
        name -> {
          int result = answer(libc.gethostname(name, HOST_NAME_BYTES));
          int length = name.indexOf(0, (byte) 0, HOST_NAME_BYTES);
          if (result < 0) {
            return result;
          }
          if (length > buffer.length || length < 0) {
            return Errno.ENAMETOOLONG.asResult();
          }
          name.get(0, buffer, 0, length);
          return length;
        });
  }

  @Override
  public long clockGettime(int clock) {
    long[] nanos = new long[1];
    int result =
        memory.withBlock(
            timespec.size(),
            now -> {
              int answered = answer(libc.clock_gettime(clock, now));
              nanos[0] = answered == 0 ? timespec.nanos(now) : 0;
              return answered;
            });
    return result < 0 ? result : nanos[0];
  }

  @Override
  public int bootId(byte[] buffer) {
    Objects.checkFromIndexSize(0, BOOT_ID_BYTES, buffer.length);
    int fd = openat(Flags.AT_FDCWD, BOOT_ID, Flags.O_RDONLY, 0);
    if (fd < 0) {
      return fd;
    }
    int filled = read(fd, buffer, 0, BOOT_ID_BYTES);
    close(fd);
    return filled < 0 || filled == BOOT_ID_BYTES ? filled : Errno.EIO.asResult();
  }

  /** struct flock has a short for the type: no other number may become one of its own. */
  private static boolean isLockType(int type) {
    return type == Flags.F_RDLCK || type == Flags.F_WRLCK || type == Flags.F_UNLCK;
  }

  private int filled(int result, Pointer out, long[] stat) {
    if (result == 0) {
      statLayout.copy(out, stat);
    }
    return result;
  }

  private Pointer pointer(long address) {
    return Pointer.wrap(runtime, address);
  }
}
