package io.holdfast.posix;

/**
 * The system calls that Holdfast stands on: each method is one Linux system call and answers what
 * the kernel answered.
 *
 * <p><b>Results.</b> Every method returns a value ≥ 0, or {@code -errno}. Nothing here throws for a
 * failed call, retries, waits longer than the kernel does, logs, or replaces one primitive by
 * another. {@code EINTR} is shown to the caller; what to do about it is decided by name in the
 * layer above. {@link Errno#of(long)} turns a negative result into a value with a symbol, {@link
 * PosixException} is made from it in one place.
 *
 * <p><b>Names.</b> Paths and names are raw bytes without a terminating NUL. An embedded NUL answers
 * {@code -EINVAL}, more than {@value #PATH_LIMIT} bytes {@code -ENAMETOOLONG}, both without a
 * system call. Nothing is decoded: a name that is not UTF-8 is as good as any other.
 *
 * <p><b>Flags.</b> Arguments named {@code flags}, {@code operation}, {@code command}, {@code
 * whence} and {@code clock} take the kernel's own numbers for this platform, which the C compiler
 * told: {@link Flags}. {@code O_CLOEXEC} is added to every open.
 *
 * <p><b>Buffers.</b> {@code buffer[offset .. offset + length)} must lie within the array, else
 * {@link IndexOutOfBoundsException} before any call. A transfer may be short; one call moves at
 * most {@value #TRANSFER_LIMIT} bytes.
 *
 * <p><b>Threads.</b> An instance may be used by any number of threads at once. A thread's
 * interruption never closes a descriptor, never drops a lock and is never looked at: a blocked call
 * stays blocked until the kernel answers. Descriptors are plain numbers here: closing one that
 * another thread uses is the caller's error, see {@link Descriptor}.
 *
 * <p><b>Durability.</b> None is promised here beyond what the call itself promises on the file
 * system at hand.
 *
 * <p>Source of every prototype: the Linux man-pages project, sections 2 and 3, under the method's
 * name.
 */
public interface Posix {

  /** Longest path, in bytes, not counting the terminating NUL: {@code PATH_MAX - 1}. */
  int PATH_LIMIT = 4095;

  /** Most bytes that one read, write, pread, pwrite, getdents64 or xattr call moves. */
  int TRANSFER_LIMIT = 64 * 1024;

  /** The binding's name as evidence shows it: {@code jni}, {@code ffm}, {@code simulated}, … */
  String binding();

  // ---- opening and closing

  /**
   * openat(2) with {@code O_CLOEXEC} added. {@code dirfd} may be {@link Flags#AT_FDCWD}.
   *
   * @return the descriptor. Expect ENOENT, EEXIST, ELOOP (with O_NOFOLLOW), ENOTDIR, EACCES, EROFS,
   *     EMFILE, ENXIO (a FIFO opened O_WRONLY|O_NONBLOCK), EOPNOTSUPP, EISDIR or ENOENT for
   *     O_TMPFILE where it is not there.
   */
  int openat(int dirfd, byte[] path, int flags, int mode);

  /**
   * openat2(2), Linux 5.6, with {@code O_CLOEXEC} added.
   *
   * @param resolve RESOLVE_* bits; with {@link Flags#RESOLVE_BENEATH} a path that leaves {@code
   *     dirfd} answers EXDEV
   * @return the descriptor; ENOSYS on an older kernel
   */
  int openat2(int dirfd, byte[] path, int flags, int mode, long resolve);

  /**
   * close(2). Never call it twice for one descriptor: whatever it answers, EINTR and EIO included,
   * the descriptor is gone.
   *
   * @return 0; EIO, ENOSPC, EDQUOT tell of an earlier write (NFS, quotas)
   */
  int close(int fd);

  // ---- data

  /** read(2). @return bytes read, 0 at the end of the file. */
  int read(int fd, byte[] buffer, int offset, int length);

  /** write(2). @return bytes written, perhaps fewer than asked; ENOSPC, EDQUOT, EIO, EROFS. */
  int write(int fd, byte[] buffer, int offset, int length);

  /** pread(2). @return bytes read, 0 at or behind the end of the file. */
  int pread(int fd, byte[] buffer, int offset, int length, long position);

  /** pwrite(2). @return bytes written, perhaps fewer than asked. */
  int pwrite(int fd, byte[] buffer, int offset, int length, long position);

  /** lseek(2). @return the new position. */
  long lseek(int fd, long offset, int whence);

  /** ftruncate(2). */
  int ftruncate(int fd, long length);

  /** fallocate(2). EOPNOTSUPP where the file system has no such thing. */
  int fallocate(int fd, int mode, long offset, long length);

  // ---- barriers

  /**
   * fsync(2) of a file or of a directory opened {@code O_RDONLY|O_DIRECTORY}.
   *
   * @return 0; EIO, ENOSPC, EDQUOT are reported <em>once</em>: a second fsync that answers 0 proves
   *     nothing. EINVAL: this object cannot be synced. EBADF: an O_PATH descriptor.
   */
  int fsync(int fd);

  /** fdatasync(2). Errors as {@link #fsync}. */
  int fdatasync(int fd);

  /** syncfs(2) of the file system that {@code fd} is on. */
  int syncfs(int fd);

  /**
   * sync_file_range(2): starts or awaits write-back. Never a barrier: no metadata, no device cache.
   */
  int syncFileRange(int fd, long offset, long length, int flags);

  // ---- looking

  /**
   * fstat(2).
   *
   * @param stat at least {@link FileStat#SLOTS} longs, filled in the order of {@link FileStat}
   */
  int fstat(int fd, long[] stat);

  /** fstatat(2). {@code flags}: AT_SYMLINK_NOFOLLOW, AT_EMPTY_PATH. Slots as {@link #fstat}. */
  int fstatat(int dirfd, byte[] path, long[] stat, int flags);

  /**
   * statx(2). {@code flags} may hold AT_STATX_FORCE_SYNC. Slots as {@link #fstat}; birth time,
   * mount id and attributes are valid as the slot {@link FileStat#MASK} says.
   */
  int statx(int dirfd, byte[] path, int flags, int mask, long[] stat);

  /** fstatfs(2). {@code statfs}: at least {@link FileSystemStat#SLOTS} longs. */
  int fstatfs(int fd, long[] statfs);

  /**
   * getdents64(2): raw {@code struct linux_dirent64} records into the caller's buffer, to be walked
   * with {@link DirectoryEntries}. EINVAL: the buffer is too small for the next name.
   *
   * @return bytes filled, 0 at the end
   */
  int getdents64(int fd, byte[] buffer, int offset, int length);

  /**
   * openat(2) and fdopendir(3): a directory stream for C libraries that want one.
   *
   * @return an opaque handle > 0 to be given to {@link #closedir} exactly once
   */
  long opendir(int dirfd, byte[] path);

  /** dirfd(3): the descriptor inside a directory stream; it is closed with the stream. */
  int dirfd(long stream);

  /** closedir(3). */
  int closedir(long stream);

  // ---- names

  /** mkdirat(2). */
  int mkdirat(int dirfd, byte[] path, int mode);

  /** unlinkat(2). {@code flags}: 0, or AT_REMOVEDIR for a directory. */
  int unlinkat(int dirfd, byte[] path, int flags);

  /**
   * linkat(2), exclusive: EEXIST when the new name is there. A file without a name is linked either
   * by {@code AT_EMPTY_PATH} with an empty old path (no capability needed from Linux 6.10 on) or by
   * {@code /proc/self/fd/N} with {@code AT_SYMLINK_FOLLOW}.
   */
  int linkat(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags);

  /**
   * renameat2(2); with {@code flags} 0 it is renameat(2). RENAME_NOREPLACE, RENAME_EXCHANGE and
   * RENAME_WHITEOUT answer EINVAL where the file system does not know them. That NOREPLACE answers
   * EEXIST on a taken name proves nothing: the VFS says so before it asks the file system.
   */
  int renameat2(int oldDirfd, byte[] oldPath, int newDirfd, byte[] newPath, int flags);

  /** symlinkat(2). */
  int symlinkat(byte[] target, int dirfd, byte[] path);

  /** readlinkat(2). @return bytes filled, cut at the buffer's length */
  int readlinkat(int dirfd, byte[] path, byte[] buffer);

  // ---- attributes

  /** fchmod(2). */
  int fchmod(int fd, int mode);

  /** fchmodat(2), following a symbolic link in the last component. */
  int fchmodat(int dirfd, byte[] path, int mode);

  /** fchown(2). -1 leaves an id as it is. */
  int fchown(int fd, int uid, int gid);

  /** fchownat(2). {@code flags}: AT_SYMLINK_NOFOLLOW, AT_EMPTY_PATH. */
  int fchownat(int dirfd, byte[] path, int uid, int gid, int flags);

  /** utimensat(2). Nanosecond arguments may be {@link Flags#UTIME_NOW} or UTIME_OMIT. */
  int utimensat(
      int dirfd,
      byte[] path,
      long atimeSeconds,
      long atimeNanos,
      long mtimeSeconds,
      long mtimeNanos,
      int flags);

  /** fsetxattr(2). EOPNOTSUPP: no extended attributes here. */
  int fsetxattr(int fd, byte[] name, byte[] value, int flags);

  /** fgetxattr(2). @return bytes filled; ERANGE: buffer too small; ENODATA: no such attribute */
  int fgetxattr(int fd, byte[] name, byte[] buffer);

  /** fremovexattr(2). */
  int fremovexattr(int fd, byte[] name);

  // ---- locks

  /**
   * flock(2). {@code operation}: LOCK_SH, LOCK_EX, LOCK_UN, with LOCK_NB. Busy is EAGAIN, on SMB
   * EACCES. EBADF: NFS wants a descriptor open for writing. Every other errno is an error, and
   * another lock kind is never put in its place. LOCK_NB may still block for as long as a file
   * server is in its grace period.
   */
  int flock(int fd, int operation);

  /**
   * fcntl(2) record locks on bytes [start, start + length), length 0 to the end of the file.
   *
   * @param command F_SETLK, F_SETLKW (POSIX: owned by the process, dropped when it closes
   *     <em>any</em> descriptor of the file) or F_OFD_SETLK, F_OFD_SETLKW (owned by the open file)
   * @param type F_RDLCK, F_WRLCK, F_UNLCK
   * @return 0; busy is EAGAIN or EACCES; EDEADLK (POSIX only), ENOLCK
   */
  int fcntlSetLock(int fd, int command, int type, long start, long length);

  /**
   * fcntl(2) F_GETLK or F_OFD_GETLK: who would be in the way of the described lock.
   *
   * @param lock at least {@link LockStat#SLOTS} longs, filled in the order of {@link LockStat}
   */
  int fcntlGetLock(int fd, int command, int type, long start, long length, long[] lock);

  /** fcntl(2) F_GETFL. @return the file status flags */
  int fcntlGetFlags(int fd);

  // ---- the process and its host

  /** getpid(2). */
  int getpid();

  /** getuid(2). */
  int getuid();

  /** gethostname(2). @return bytes filled, without a terminating NUL */
  int gethostname(byte[] buffer);

  /**
   * clock_gettime(2).
   *
   * @param clock CLOCK_REALTIME, CLOCK_MONOTONIC or CLOCK_BOOTTIME
   * @return nanoseconds
   */
  long clockGettime(int clock);

  /**
   * The kernel's boot id, {@code /proc/sys/kernel/random/boot_id}: 36 ASCII bytes that are equal
   * exactly for processes under one running kernel.
   *
   * @param buffer at least 36 bytes
   * @return 36
   */
  int bootId(byte[] buffer);
}
