package io.holdfast.ffm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The functions of holdfast.h in its order. They check nothing; {@link FfmPosix} is the one caller,
 * and {@link Library#require} has succeeded before this class is looked at. A directory stream is a
 * pointer that nobody here follows, and travels as a number.
 */
final class NativeCalls {

  private static final MethodHandle OPENAT =
      function("hf_openat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
  private static final MethodHandle OPENAT2 =
      function("hf_openat2", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, JAVA_LONG);
  private static final MethodHandle CLOSE = function("hf_close", JAVA_INT, JAVA_INT);
  private static final MethodHandle OPENDIR =
      function("hf_opendir", JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
  private static final MethodHandle DIRFD = function("hf_dirfd", JAVA_INT, JAVA_LONG);
  private static final MethodHandle CLOSEDIR = function("hf_closedir", JAVA_INT, JAVA_LONG);
  private static final MethodHandle READ =
      function("hf_read", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
  private static final MethodHandle WRITE =
      function("hf_write", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
  private static final MethodHandle PREAD =
      function("hf_pread", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle PWRITE =
      function("hf_pwrite", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG);
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
  private static final MethodHandle FSTAT = function("hf_fstat", JAVA_INT, JAVA_INT, ADDRESS);
  private static final MethodHandle FSTATAT =
      function("hf_fstatat", JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT);
  private static final MethodHandle STATX =
      function("hf_statx", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS);
  private static final MethodHandle FSTATFS = function("hf_fstatfs", JAVA_INT, JAVA_INT, ADDRESS);
  private static final MethodHandle GETDENTS64 =
      function("hf_getdents64", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
  private static final MethodHandle MKDIRAT =
      function("hf_mkdirat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle UNLINKAT =
      function("hf_unlinkat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle LINKAT =
      function("hf_linkat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle RENAMEAT2 =
      function("hf_renameat2", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle SYMLINKAT =
      function("hf_symlinkat", JAVA_INT, ADDRESS, JAVA_INT, ADDRESS);
  private static final MethodHandle READLINKAT =
      function("hf_readlinkat", JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG);
  private static final MethodHandle FCHMOD = function("hf_fchmod", JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle FCHMODAT =
      function("hf_fchmodat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
  private static final MethodHandle FCHOWN =
      function("hf_fchown", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle FCHOWNAT =
      function("hf_fchownat", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle UTIMENSAT =
      function(
          "hf_utimensat",
          JAVA_INT,
          JAVA_INT,
          ADDRESS,
          JAVA_LONG,
          JAVA_LONG,
          JAVA_LONG,
          JAVA_LONG,
          JAVA_INT);
  private static final MethodHandle FSETXATTR =
      function("hf_fsetxattr", JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT);
  private static final MethodHandle FGETXATTR =
      function("hf_fgetxattr", JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG);
  private static final MethodHandle FREMOVEXATTR =
      function("hf_fremovexattr", JAVA_INT, JAVA_INT, ADDRESS);
  private static final MethodHandle FLOCK = function("hf_flock", JAVA_INT, JAVA_INT, JAVA_INT);
  private static final MethodHandle FCNTL_SETLK =
      function("hf_fcntl_setlk", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG);
  private static final MethodHandle FCNTL_GETLK =
      function(
          "hf_fcntl_getlk", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, ADDRESS);
  private static final MethodHandle FCNTL_GETFL = function("hf_fcntl_getfl", JAVA_INT, JAVA_INT);
  private static final MethodHandle GETPID = function("hf_getpid", JAVA_INT);
  private static final MethodHandle GETUID = function("hf_getuid", JAVA_INT);
  private static final MethodHandle GETHOSTNAME =
      function("hf_gethostname", JAVA_INT, ADDRESS, JAVA_LONG);
  private static final MethodHandle CLOCK_GETTIME =
      function("hf_clock_gettime", JAVA_LONG, JAVA_INT);
  private static final MethodHandle BOOT_ID = function("hf_boot_id", JAVA_INT, ADDRESS, JAVA_LONG);

  private NativeCalls() {}

  static int openat(int dirfd, MemorySegment path, int flags, int mode) {
    try {
      return (int) OPENAT.invokeExact(dirfd, path, flags, mode);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int openat2(int dirfd, MemorySegment path, int flags, int mode, long resolve) {
    try {
      return (int) OPENAT2.invokeExact(dirfd, path, flags, mode, resolve);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int close(int fd) {
    try {
      return (int) CLOSE.invokeExact(fd);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int opendir(int dirfd, MemorySegment path, MemorySegment stream) {
    try {
      return (int) OPENDIR.invokeExact(dirfd, path, stream);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int dirfd(long stream) {
    try {
      return (int) DIRFD.invokeExact(stream);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int closedir(long stream) {
    try {
      return (int) CLOSEDIR.invokeExact(stream);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static long read(int fd, MemorySegment buffer, long length) {
    try {
      return (long) READ.invokeExact(fd, buffer, length);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static long write(int fd, MemorySegment buffer, long length) {
    try {
      return (long) WRITE.invokeExact(fd, buffer, length);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static long pread(int fd, MemorySegment buffer, long length, long position) {
    try {
      return (long) PREAD.invokeExact(fd, buffer, length, position);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static long pwrite(int fd, MemorySegment buffer, long length, long position) {
    try {
      return (long) PWRITE.invokeExact(fd, buffer, length, position);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static long lseek(int fd, long offset, int whence) {
    try {
      return (long) LSEEK.invokeExact(fd, offset, whence);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int ftruncate(int fd, long length) {
    try {
      return (int) FTRUNCATE.invokeExact(fd, length);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int fallocate(int fd, int mode, long offset, long length) {
    try {
      return (int) FALLOCATE.invokeExact(fd, mode, offset, length);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int fsync(int fd) {
    try {
      return (int) FSYNC.invokeExact(fd);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int fdatasync(int fd) {
    try {
      return (int) FDATASYNC.invokeExact(fd);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int syncfs(int fd) {
    try {
      return (int) SYNCFS.invokeExact(fd);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int syncFileRange(int fd, long offset, long length, int flags) {
    try {
      return (int) SYNC_FILE_RANGE.invokeExact(fd, offset, length, flags);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int fstat(int fd, MemorySegment stat) {
    try {
      return (int) FSTAT.invokeExact(fd, stat);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int fstatat(int dirfd, MemorySegment path, MemorySegment stat, int flags) {
    try {
      return (int) FSTATAT.invokeExact(dirfd, path, stat, flags);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int statx(int dirfd, MemorySegment path, int flags, int mask, MemorySegment stat) {
    try {
      return (int) STATX.invokeExact(dirfd, path, flags, mask, stat);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int fstatfs(int fd, MemorySegment statfs) {
    try {
      return (int) FSTATFS.invokeExact(fd, statfs);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static long getdents64(int fd, MemorySegment buffer, long length) {
    try {
      return (long) GETDENTS64.invokeExact(fd, buffer, length);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int mkdirat(int dirfd, MemorySegment path, int mode) {
    try {
      return (int) MKDIRAT.invokeExact(dirfd, path, mode);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int unlinkat(int dirfd, MemorySegment path, int flags) {
    try {
      return (int) UNLINKAT.invokeExact(dirfd, path, flags);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int linkat(
      int oldDirfd, MemorySegment oldPath, int newDirfd, MemorySegment newPath, int flags) {
    try {
      return (int) LINKAT.invokeExact(oldDirfd, oldPath, newDirfd, newPath, flags);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int renameat2(
      int oldDirfd, MemorySegment oldPath, int newDirfd, MemorySegment newPath, int flags) {
    try {
      return (int) RENAMEAT2.invokeExact(oldDirfd, oldPath, newDirfd, newPath, flags);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int symlinkat(MemorySegment target, int dirfd, MemorySegment path) {
    try {
      return (int) SYMLINKAT.invokeExact(target, dirfd, path);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static long readlinkat(int dirfd, MemorySegment path, MemorySegment buffer, long length) {
    try {
      return (long) READLINKAT.invokeExact(dirfd, path, buffer, length);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int fchmod(int fd, int mode) {
    try {
      return (int) FCHMOD.invokeExact(fd, mode);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int fchmodat(int dirfd, MemorySegment path, int mode) {
    try {
      return (int) FCHMODAT.invokeExact(dirfd, path, mode);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int fchown(int fd, int uid, int gid) {
    try {
      return (int) FCHOWN.invokeExact(fd, uid, gid);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int fchownat(int dirfd, MemorySegment path, int uid, int gid, int flags) {
    try {
      return (int) FCHOWNAT.invokeExact(dirfd, path, uid, gid, flags);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int utimensat(
      int dirfd,
      MemorySegment path,
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

  static int fsetxattr(int fd, MemorySegment name, MemorySegment value, long length, int flags) {
    try {
      return (int) FSETXATTR.invokeExact(fd, name, value, length, flags);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static long fgetxattr(int fd, MemorySegment name, MemorySegment buffer, long length) {
    try {
      return (long) FGETXATTR.invokeExact(fd, name, buffer, length);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int fremovexattr(int fd, MemorySegment name) {
    try {
      return (int) FREMOVEXATTR.invokeExact(fd, name);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int flock(int fd, int operation) {
    try {
      return (int) FLOCK.invokeExact(fd, operation);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int fcntlSetlk(int fd, int command, int kind, long start, long length) {
    try {
      return (int) FCNTL_SETLK.invokeExact(fd, command, kind, start, length);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int fcntlGetlk(
      int fd, int command, int kind, long start, long length, MemorySegment lock) {
    try {
      return (int) FCNTL_GETLK.invokeExact(fd, command, kind, start, length, lock);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int fcntlGetfl(int fd) {
    try {
      return (int) FCNTL_GETFL.invokeExact(fd);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int getpid() {
    try {
      return (int) GETPID.invokeExact();
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int getuid() {
    try {
      return (int) GETUID.invokeExact();
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int gethostname(MemorySegment buffer, long length) {
    try {
      return (int) GETHOSTNAME.invokeExact(buffer, length);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static long clockGettime(int clock) {
    try {
      return (long) CLOCK_GETTIME.invokeExact(clock);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int bootId(MemorySegment buffer, long length) {
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
