package io.holdfast.jnr;

import jnr.ffi.Pointer;
import jnr.ffi.annotations.IgnoreError;
import org.jspecify.annotations.Nullable;

/**
 * The functions of glibc, for 64 bits, by the names of section 2 and 3 of the manual. Public
 * because jnr-ffi implements it from another class loader; {@link JnrPosix} is the one caller.
 *
 * <p>jnr-ffi keeps errno behind each of them for its thread, those with {@link IgnoreError}
 * excepted. What takes a variable number of arguments in C stands here once for each way in which
 * it is called.
 */
@SuppressWarnings("exports") // nobody outside calls it
public interface Libc {

  /** malloc(3). */
  @IgnoreError
  @Nullable Pointer malloc(long bytes);

  /** free(3). */
  @IgnoreError
  void free(Pointer block);

  /** openat(2). */
  int openat(int dirfd, Pointer path, int flags, int mode);

  /** syscall(2) of openat2(2). */
  long syscall(long number, long dirfd, Pointer path, Pointer how, long size);

  /** syscall(2) of statx(2). */
  long syscall(long number, long dirfd, Pointer path, long flags, long mask, Pointer out);

  /** syscall(2) of renameat2(2). */
  long syscall(
      long number, long oldDirfd, Pointer oldPath, long newDirfd, Pointer newPath, long flags);

  /** read(2). */
  long read(int fd, Pointer buffer, long length);

  /** write(2). */
  long write(int fd, Pointer buffer, long length);

  /** pread(2). */
  long pread(int fd, Pointer buffer, long length, long position);

  /** pwrite(2). */
  long pwrite(int fd, Pointer buffer, long length, long position);

  /** fallocate(2). */
  int fallocate(int fd, int mode, long offset, long length);

  /** syncfs(2). */
  int syncfs(int fd);

  /** sync_file_range(2). */
  int sync_file_range(int fd, long offset, long length, int flags);

  /** fstat(2), a function since glibc 2.33. */
  int fstat(int fd, Pointer out);

  /** fstatat(2), a function since glibc 2.33. */
  int fstatat(int dirfd, Pointer path, Pointer out, int flags);

  /** fstatfs(2). */
  int fstatfs(int fd, Pointer out);

  /** getdents64(2). */
  long getdents64(int fd, Pointer buffer, long length);

  /** fdopendir(3). */
  @Nullable Pointer fdopendir(int fd);

  /** dirfd(3). */
  int dirfd(Pointer stream);

  /** closedir(3). */
  int closedir(Pointer stream);

  /** mkdirat(2). */
  int mkdirat(int dirfd, Pointer path, int mode);

  /** unlinkat(2). */
  int unlinkat(int dirfd, Pointer path, int flags);

  /** linkat(2). */
  int linkat(int oldDirfd, Pointer oldPath, int newDirfd, Pointer newPath, int flags);

  /** symlinkat(2). */
  int symlinkat(Pointer target, int dirfd, Pointer path);

  /** readlinkat(2). */
  long readlinkat(int dirfd, Pointer path, Pointer buffer, long length);

  /** fchmodat(2). */
  int fchmodat(int dirfd, Pointer path, int mode, int flags);

  /** fchownat(2). */
  int fchownat(int dirfd, Pointer path, int uid, int gid, int flags);

  /** utimensat(2). */
  int utimensat(int dirfd, Pointer path, Pointer times, int flags);

  /** fsetxattr(2). */
  int fsetxattr(int fd, Pointer name, Pointer value, long length, int flags);

  /** fgetxattr(2). */
  long fgetxattr(int fd, Pointer name, Pointer buffer, long length);

  /** fremovexattr(2). */
  int fremovexattr(int fd, Pointer name);

  /** fcntl(2) of record locks. */
  int fcntl(int fd, int command, Pointer lock);

  /** gethostname(2). */
  int gethostname(Pointer buffer, long length);

  /** clock_gettime(2). */
  int clock_gettime(int clock, Pointer out);
}
