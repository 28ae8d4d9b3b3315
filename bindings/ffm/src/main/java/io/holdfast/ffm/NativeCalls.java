package io.holdfast.ffm;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.holdfast.carrier.CarriedPosix;
import io.holdfast.carrier.HoldfastCalls;
import io.holdfast.posix.Posix;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.invoke.MethodHandle;

/**
 * In the order of holdfast.h. {@link Library#require} has succeeded before this class is looked at.
 * Pointers travel as numbers, which C receives in the same registers.
 */
final class NativeCalls implements HoldfastCalls {

  private static final MethodHandle OPENAT =
      function("hf_openat", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT);
  private static final MethodHandle OPENAT2 =
      function("hf_openat2", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_LONG);
  private static final MethodHandle CLOSE = function("hf_close", JAVA_INT, JAVA_INT);
  private static final MethodHandle OPENDIR =
      function("hf_opendir", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle DIRFD = function("hf_dirfd", JAVA_INT, JAVA_LONG);
  private static final MethodHandle CLOSEDIR = function("hf_closedir", JAVA_INT, JAVA_LONG);
  private static final MethodHandle READ =
      function("hf_read", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle WRITE =
      function("hf_write", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle PREAD =
      function("hf_pread", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle PWRITE =
      function("hf_pwrite", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle LSEEK =
      function("hf_lseek", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT);
  private static final MethodHandle FTRUNCATE =
      function("hf_ftruncate", JAVA_INT, JAVA_INT, JAVA_LONG);
  private static final MethodHandle FALLOCATE =
      function("hf_fallocate", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle FSYNC = function("hf_fsync", JAVA_INT, JAVA_INT);
  private static final MethodHandle FDATASYNC = function("hf_fdatasync", JAVA_INT, JAVA_INT);
  private static final MethodHandle SYNCFS = function("hf_syncfs", JAVA_INT, JAVA_INT);
  private static final MethodHandle SYNC_FILE_RANGE =
      function("hf_sync_file_range", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);
  private static final MethodHandle FSTAT = function("hf_fstat", JAVA_INT, JAVA_INT, JAVA_LONG);
  private static final MethodHandle FSTATAT =
      function("hf_fstatat", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);
  private static final MethodHandle STATX =
      function("hf_statx", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_LONG);
  private static final MethodHandle FSTATFS = function("hf_fstatfs", JAVA_INT, JAVA_INT, JAVA_LONG);
  private static final MethodHandle GETDENTS64 =
      function("hf_getdents64", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle MKDIRAT =
      function("hf_mkdirat", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT);
  private static final MethodHandle UNLINKAT =
      function("hf_unlinkat", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT);
  private static final MethodHandle LINKAT =
      function("hf_linkat", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT);
  private static final MethodHandle RENAMEAT2 =
      function("hf_renameat2", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT);
  private static final MethodHandle SYMLINKAT =
      function("hf_symlinkat", JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG);
  private static final MethodHandle READLINKAT =
      function("hf_readlinkat", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle FCHMOD = function("hf_fchmod", JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle FCHMODAT =
      function("hf_fchmodat", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT);
  private static final MethodHandle FCHOWN =
      function("hf_fchown", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle FCHOWNAT =
      function("hf_fchownat", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle UTIMENSAT =
      function(
          "hf_utimensat",
          JAVA_INT,
          JAVA_INT,
          JAVA_LONG,
          JAVA_LONG,
          JAVA_LONG,
          JAVA_LONG,
          JAVA_LONG,
          JAVA_INT);
  private static final MethodHandle FSETXATTR =
      function("hf_fsetxattr", JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT);
  private static final MethodHandle FGETXATTR =
      function("hf_fgetxattr", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle FREMOVEXATTR =
      function("hf_fremovexattr", JAVA_INT, JAVA_INT, JAVA_LONG);
  private static final MethodHandle FLOCK = function("hf_flock", JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle FCNTL_SETLK =
      function("hf_fcntl_setlk", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle FCNTL_GETLK =
      function(
          "hf_fcntl_getlk",
          JAVA_INT,
          JAVA_INT,
          JAVA_INT,
          JAVA_INT,
          JAVA_LONG,
          JAVA_LONG,
          JAVA_LONG);
  private static final MethodHandle FCNTL_GETFL = function("hf_fcntl_getfl", JAVA_INT, JAVA_INT);
  private static final MethodHandle GETPID = function("hf_getpid", JAVA_INT);
  private static final MethodHandle GETUID = function("hf_getuid", JAVA_INT);
  private static final MethodHandle GETHOSTNAME =
      function("hf_gethostname", JAVA_INT, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle CLOCK_GETTIME =
      function("hf_clock_gettime", JAVA_LONG, JAVA_INT);
  private static final MethodHandle BOOT_ID =
      function("hf_boot_id", JAVA_INT, JAVA_LONG, JAVA_LONG);

  /** The binding that makes them. */
  static Posix binding() {
    return new CarriedPosix(FfmProvider.NAME, new FfmMemory(), new NativeCalls());
  }

  @Override
  public int openat(int dirfd, long path, int flags, int mode) {
    try {
      return (int) OPENAT.invokeExact(dirfd, path, flags, mode);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int openat2(int dirfd, long path, int flags, int mode, long resolve) {
    try {
      return (int) OPENAT2.invokeExact(dirfd, path, flags, mode, resolve);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int close(int fd) {
    try {
      return (int) CLOSE.invokeExact(fd);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int opendir(int dirfd, long path, long stream) {
    try {
      return (int) OPENDIR.invokeExact(dirfd, path, stream);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int dirfd(long stream) {
    try {
      return (int) DIRFD.invokeExact(stream);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int closedir(long stream) {
    try {
      return (int) CLOSEDIR.invokeExact(stream);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public long read(int fd, long buffer, long length) {
    try {
      return (long) READ.invokeExact(fd, buffer, length);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public long write(int fd, long buffer, long length) {
    try {
      return (long) WRITE.invokeExact(fd, buffer, length);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public long pread(int fd, long buffer, long length, long position) {
    try {
      return (long) PREAD.invokeExact(fd, buffer, length, position);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public long pwrite(int fd, long buffer, long length, long position) {
    try {
      return (long) PWRITE.invokeExact(fd, buffer, length, position);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public long lseek(int fd, long offset, int whence) {
    try {
      return (long) LSEEK.invokeExact(fd, offset, whence);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int ftruncate(int fd, long length) {
    try {
      return (int) FTRUNCATE.invokeExact(fd, length);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int fallocate(int fd, int mode, long offset, long length) {
    try {
      return (int) FALLOCATE.invokeExact(fd, mode, offset, length);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int fsync(int fd) {
    try {
      return (int) FSYNC.invokeExact(fd);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int fdatasync(int fd) {
    try {
      return (int) FDATASYNC.invokeExact(fd);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int syncfs(int fd) {
    try {
      return (int) SYNCFS.invokeExact(fd);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int syncFileRange(int fd, long offset, long length, int flags) {
    try {
      return (int) SYNC_FILE_RANGE.invokeExact(fd, offset, length, flags);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int fstat(int fd, long stat) {
    try {
      return (int) FSTAT.invokeExact(fd, stat);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int fstatat(int dirfd, long path, long stat, int flags) {
    try {
      return (int) FSTATAT.invokeExact(dirfd, path, stat, flags);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int statx(int dirfd, long path, int flags, int mask, long stat) {
    try {
      return (int) STATX.invokeExact(dirfd, path, flags, mask, stat);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int fstatfs(int fd, long statfs) {
    try {
      return (int) FSTATFS.invokeExact(fd, statfs);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public long getdents64(int fd, long buffer, long length) {
    try {
      return (long) GETDENTS64.invokeExact(fd, buffer, length);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int mkdirat(int dirfd, long path, int mode) {
    try {
      return (int) MKDIRAT.invokeExact(dirfd, path, mode);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int unlinkat(int dirfd, long path, int flags) {
    try {
      return (int) UNLINKAT.invokeExact(dirfd, path, flags);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int linkat(int oldDirfd, long oldPath, int newDirfd, long newPath, int flags) {
    try {
      return (int) LINKAT.invokeExact(oldDirfd, oldPath, newDirfd, newPath, flags);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int renameat2(int oldDirfd, long oldPath, int newDirfd, long newPath, int flags) {
    try {
      return (int) RENAMEAT2.invokeExact(oldDirfd, oldPath, newDirfd, newPath, flags);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int symlinkat(long target, int dirfd, long path) {
    try {
      return (int) SYMLINKAT.invokeExact(target, dirfd, path);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public long readlinkat(int dirfd, long path, long buffer, long length) {
    try {
      return (long) READLINKAT.invokeExact(dirfd, path, buffer, length);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int fchmod(int fd, int mode) {
    try {
      return (int) FCHMOD.invokeExact(fd, mode);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int fchmodat(int dirfd, long path, int mode) {
    try {
      return (int) FCHMODAT.invokeExact(dirfd, path, mode);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int fchown(int fd, int uid, int gid) {
    try {
      return (int) FCHOWN.invokeExact(fd, uid, gid);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int fchownat(int dirfd, long path, int uid, int gid, int flags) {
    try {
      return (int) FCHOWNAT.invokeExact(dirfd, path, uid, gid, flags);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int utimensat(
      int dirfd,
      long path,
      long atimeSeconds,
      long atimeNanos,
      long mtimeSeconds,
      long mtimeNanos,
      int flags) {
    try {
      return (int)
          UTIMENSAT.invokeExact(
              dirfd, path, atimeSeconds, atimeNanos, mtimeSeconds, mtimeNanos, flags);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int fsetxattr(int fd, long name, long value, long length, int flags) {
    try {
      return (int) FSETXATTR.invokeExact(fd, name, value, length, flags);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public long fgetxattr(int fd, long name, long buffer, long length) {
    try {
      return (long) FGETXATTR.invokeExact(fd, name, buffer, length);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int fremovexattr(int fd, long name) {
    try {
      return (int) FREMOVEXATTR.invokeExact(fd, name);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int flock(int fd, int operation) {
    try {
      return (int) FLOCK.invokeExact(fd, operation);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int fcntlSetlk(int fd, int command, int kind, long start, long length) {
    try {
      return (int) FCNTL_SETLK.invokeExact(fd, command, kind, start, length);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int fcntlGetlk(int fd, int command, int kind, long start, long length, long lock) {
    try {
      return (int) FCNTL_GETLK.invokeExact(fd, command, kind, start, length, lock);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int fcntlGetfl(int fd) {
    try {
      return (int) FCNTL_GETFL.invokeExact(fd);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int getpid() {
    try {
      return (int) GETPID.invokeExact();
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int getuid() {
    try {
      return (int) GETUID.invokeExact();
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int gethostname(long buffer, long length) {
    try {
      return (int) GETHOSTNAME.invokeExact(buffer, length);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public long clockGettime(int clock) {
    try {
      return (long) CLOCK_GETTIME.invokeExact(clock);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  @Override
  public int bootId(long buffer, long length) {
    try {
      return (int) BOOT_ID.invokeExact(buffer, length);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** What a call of a C function cannot throw, as what may be thrown. */
  static RuntimeException unexpected(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return e instanceof RuntimeException runtime ? runtime : new IllegalStateException(e);
  }

  private static MethodHandle function(
      String name, MemoryLayout result, MemoryLayout... parameters) {
    return Library.function(name, FunctionDescriptor.of(result, parameters));
  }
}
