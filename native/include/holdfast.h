/*
 * holdfast.h - exact Linux file calls.
 *
 * RESULTS
 *   One function per system call. Each answers a value >= 0, or -errno. On failure errno itself
 *   still says the same; on success it is what it was before, unless the C library's own function
 *   changed it. Nothing is written through an output pointer on failure, but into a caller's
 *   buffer of read, getdents64 and the like the kernel may have written.
 *
 *       int fd = hf_openat(AT_FDCWD, "/srv/state", O_RDONLY | O_DIRECTORY, 0);
 *       if (fd < 0)
 *           fprintf(stderr, "openat: %s\n", hf_errno_name(-fd));
 *
 *   Nothing here retries, waits longer than the kernel does, logs, allocates memory (hf_opendir
 *   excepted: fdopendir(3) does), or replaces one primitive by another. EINTR and short transfers
 *   are shown to the caller. A value < 0 that is no error cannot come: no file offset, time or
 *   descriptor below is negative.
 *
 * ARGUMENTS
 *   Flags, modes, commands and clocks are the platform's own, from <fcntl.h> and friends.
 *   O_CLOEXEC is added to every open. Offsets and lengths are bytes and have 64 bits on every
 *   architecture. Paths are bytes up to a NUL, never decoded; dirfd may be AT_FDCWD. Pointers are
 *   not NULL and output pointers point to memory that may be written: EFAULT is not promised.
 *   One transfer moves at most 0x7ffff000 bytes, whatever is asked.
 *
 * ERRORS
 *   Each function names the errnos to expect. Besides these, any call may answer what the file
 *   system makes up: EIO, ESTALE, ETIMEDOUT, ESHUTDOWN, ENOTCONN, and numbers that errno(3) does
 *   not know (512 has been seen). A dirfd that is no descriptor is EBADF, one that is no directory
 *   ENOTDIR (with a relative path). A path may answer ENOENT, ENOTDIR, EACCES (search permission),
 *   ELOOP, ENAMETOOLONG (4095 bytes, or what the file system takes in one name). They are not
 *   repeated below.
 *
 * THREADS AND SIGNALS
 *   Every function may be called by any number of threads at once. Every function is
 *   async-signal-safe, hf_opendir and hf_closedir excepted; a handler must save and restore errno.
 *   Functions are cancellation points where the C library's are; hf_close is none. A descriptor is
 *   a plain number: closing one that another thread uses is the caller's error.
 *
 * DURABILITY
 *   None beyond what the call itself promises on the file system at hand.
 *
 * Source: the Linux man-pages, section 2 and 3, under the name behind "hf_".
 */
#ifndef HOLDFAST_H
#define HOLDFAST_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(HF_BUILDING)
#define HF_API __attribute__((visibility("default")))
#else
#define HF_API
#endif

/* Raised whenever a prototype, a struct or a slot order below changes. */
#define HF_ABI_VERSION 1

/* Bytes of a boot id, see hf_boot_id. */
#define HF_BOOT_ID_LENGTH 36

/*
 * What stat(2) and statx(2) say. Numbers that the kernel has unsigned (dev, ino) keep their bits.
 * dev and rdev are as makedev(3) composes them. Times are nanoseconds since the epoch, saturated
 * at the ends of int64_t. blocks is in units of 512 bytes. mask has the STATX_* bits of what is
 * valid; hf_fstat and hf_fstatat set it to STATX_BASIC_STATS and btime_ns, mnt_id and attributes
 * to 0.
 */
struct hf_stat {
    int64_t dev;
    int64_t ino;
    int64_t mode;
    int64_t nlink;
    int64_t uid;
    int64_t gid;
    int64_t rdev;
    int64_t size;
    int64_t blksize;
    int64_t blocks;
    int64_t atime_ns;
    int64_t mtime_ns;
    int64_t ctime_ns;
    int64_t btime_ns;
    int64_t mask;
    int64_t mnt_id;
    int64_t attributes;
};

/*
 * What fstatfs(2) says. blocks, bfree and bavail (free to others than root) count units of bsize
 * bytes. fsid is the kernel's two ints in their order in memory. flags are ST_* bits. type cannot
 * tell one FUSE file system from another.
 */
struct hf_statfs {
    int64_t type;
    int64_t bsize;
    int64_t blocks;
    int64_t bfree;
    int64_t bavail;
    int64_t files;
    int64_t ffree;
    int64_t fsid;
    int64_t namelen;
    int64_t frsize;
    int64_t flags;
};

/*
 * What F_GETLK says of the lock that would be in the way; type is F_UNLCK when there is none.
 * start and len are bytes, len 0 is "to the end, however far that grows". pid is -1 when the lock
 * belongs to an open file (OFD), 0 or foreign when another host holds it.
 */
struct hf_lock {
    int64_t type;
    int64_t whence;
    int64_t start;
    int64_t len;
    int64_t pid;
};

/* A symbol of the platform's headers and its number. */
struct hf_constant {
    const char *name;
    int64_t value;
};

/* ---- the library */

/* HF_ABI_VERSION of the library that was loaded; compare it with the header's. Cannot fail. */
HF_API int hf_abi_version(void);

/* The library's version, e.g. "0.1.0". The string is static. Cannot fail. */
HF_API const char *hf_version(void);

/*
 * The platform's constants as the compiler resolved them, for callers that have no C headers.
 * Sets *table to a static table and answers its length. Cannot fail.
 */
HF_API int hf_constants(const struct hf_constant **table);

/*
 * "EAGAIN" for EAGAIN. NULL for a number that errno(3) does not name, 0 and negative ones
 * included. Of two names for one number the first of errno(3): EAGAIN, EDEADLK, EOPNOTSUPP. The
 * string is static.
 */
HF_API const char *hf_errno_name(int number);

/* ---- opening and closing */

/*
 * openat(2). mode counts with O_CREAT and O_TMPFILE only and is cut by the umask.
 *
 * Answers the descriptor, the lowest free number.
 * EEXIST (O_CREAT|O_EXCL), ELOOP (O_NOFOLLOW on a symbolic link), ENOTDIR (O_DIRECTORY), EISDIR
 * (a directory opened for writing), ENXIO (a FIFO opened O_WRONLY|O_NONBLOCK without a reader),
 * EACCES, EROFS, ENOSPC, EDQUOT, EMFILE, ENFILE, EINTR. O_TMPFILE where there is none: EOPNOTSUPP,
 * EISDIR or ENOENT. May block on a FIFO and on a network file system.
 */
HF_API int hf_openat(int dirfd, const char *path, int flags, unsigned mode);

/*
 * openat2(2), Linux 5.6. resolve has RESOLVE_* bits of <linux/openat2.h>.
 *
 * As hf_openat, but stricter: unknown flags, and a mode without O_CREAT or O_TMPFILE, are EINVAL.
 * EXDEV (RESOLVE_BENEATH: the path leaves dirfd; RESOLVE_NO_XDEV: it crosses a mount), ELOOP
 * (RESOLVE_NO_SYMLINKS), EAGAIN (a rename raced with RESOLVE_BENEATH: try again), ENOSYS (an older
 * kernel or a seccomp filter).
 */
HF_API int hf_openat2(int dirfd, const char *path, int flags, unsigned mode, uint64_t resolve);

/*
 * close(2). Whatever it answers, EINTR and EIO included, the descriptor is gone: never call it
 * twice for one descriptor. Drops the process's POSIX record locks on the file; drops the flock and
 * OFD locks with the last descriptor of the open file, on FUSE some time later: LOCK_UN first.
 *
 * Answers 0. EBADF; EIO, ENOSPC, EDQUOT tell of an earlier write (NFS, quotas); EINTR.
 */
HF_API int hf_close(int fd);

/* ---- data */

/*
 * read(2). Answers bytes read, perhaps fewer than asked, 0 at the end of the file.
 * EBADF (not open for reading), EISDIR, EINTR, EAGAIN (O_NONBLOCK), EINVAL.
 */
HF_API int64_t hf_read(int fd, void *buffer, size_t length);

/*
 * write(2). Answers bytes written, perhaps fewer than asked.
 * EBADF (not open for writing), ENOSPC, EDQUOT, EFBIG, EIO, EINTR, EPIPE (and SIGPIPE), EAGAIN
 * (O_NONBLOCK). That it answers a number does not make the bytes durable, nor free of a later
 * error: hf_fsync does.
 */
HF_API int64_t hf_write(int fd, const void *buffer, size_t length);

/*
 * pread(2): reads at a position, leaves the file offset alone. Answers bytes read, 0 at or behind
 * the end of the file. As hf_read; ESPIPE (a pipe), EINVAL (position < 0).
 */
HF_API int64_t hf_pread(int fd, void *buffer, size_t length, int64_t position);

/*
 * pwrite(2): writes at a position, leaves the file offset alone. With O_APPEND Linux appends all
 * the same. Answers bytes written, perhaps fewer than asked. As hf_write; ESPIPE, EINVAL.
 */
HF_API int64_t hf_pwrite(int fd, const void *buffer, size_t length, int64_t position);

/*
 * lseek(2). Answers the new offset in bytes; of a directory it is a cookie that means nothing.
 * EBADF, ESPIPE, EINVAL (the result would be negative, or whence is unknown), ENXIO (SEEK_DATA,
 * SEEK_HOLE behind the end), EOVERFLOW.
 */
HF_API int64_t hf_lseek(int fd, int64_t offset, int whence);

/*
 * ftruncate(2): sets the length; new bytes read as zeros. Answers 0.
 * EBADF or EINVAL (not open for writing), EINVAL (length < 0, not a regular file), EFBIG, EPERM
 * (sealed or append-only), ETXTBSY, EINTR.
 */
HF_API int hf_ftruncate(int fd, int64_t length);

/*
 * fallocate(2). mode 0 reserves space and may make the file longer; FALLOC_FL_* otherwise.
 * Answers 0. EOPNOTSUPP where the file system has no such thing (glibc's posix_fallocate would
 * write zeros instead; this does not), ENOSPC, EDQUOT, EFBIG, EINVAL (offset < 0, length <= 0),
 * EBADF, ENODEV, ESPIPE, EINTR.
 */
HF_API int hf_fallocate(int fd, int mode, int64_t offset, int64_t length);

/* ---- barriers */

/*
 * fsync(2): when it has answered 0 for a regular file, its data and its metadata, but not its
 * name, are on stable storage as far as the file system keeps that word. For a directory opened
 * O_RDONLY|O_DIRECTORY the same holds for the names in it.
 *
 * Answers 0. EIO, ENOSPC, EDQUOT tell of lost writes and are told once: a second hf_fsync that
 * answers 0 proves nothing, of this descriptor or of another. EINVAL: this object cannot be
 * synced. EROFS: the same, or the journal was aborted. EBADF: also of an O_PATH descriptor. EINTR.
 * Some file systems answer 0 for a directory and do nothing. Blocks as long as the device takes.
 */
HF_API int hf_fsync(int fd);

/* fdatasync(2): as hf_fsync, but without metadata that is not needed to read the data back. */
HF_API int hf_fdatasync(int fd);

/*
 * syncfs(2): writes back the whole file system that fd is on. Answers 0. EBADF (also O_PATH).
 * EIO, ENOSPC, EDQUOT are told since Linux 5.8, and not by every file system: a 0 is weaker than
 * hf_fsync's.
 */
HF_API int hf_syncfs(int fd);

/*
 * sync_file_range(2): starts or awaits write-back of [offset, offset + length), length 0 to the
 * end. Never a barrier: it writes no metadata and empties no device cache.
 * Answers 0. EBADF, EINVAL (flags, or a negative argument), ESPIPE (not a file), EIO, ENOSPC.
 */
HF_API int hf_sync_file_range(int fd, int64_t offset, int64_t length, unsigned flags);

/* ---- looking */

/* fstat(2). Answers 0 and fills *out. EBADF, EOVERFLOW. */
HF_API int hf_fstat(int fd, struct hf_stat *out);

/*
 * fstatat(2). flags: AT_SYMLINK_NOFOLLOW, AT_EMPTY_PATH (an empty path is dirfd itself),
 * AT_NO_AUTOMOUNT. Answers 0 and fills *out. EINVAL (flags). On a network file system it may
 * answer from a cache.
 */
HF_API int hf_fstatat(int dirfd, const char *path, struct hf_stat *out, int flags);

/*
 * statx(2), Linux 4.11. flags as hf_fstatat, and AT_STATX_FORCE_SYNC (ask the server) or
 * AT_STATX_DONT_SYNC. mask has the STATX_* bits that are wanted; out->mask has those that are
 * there, perhaps more or fewer.
 * Answers 0 and fills *out. EINVAL (flags, reserved mask bit), ENOSYS (an older kernel or a seccomp
 * filter; the C library's emulation is not used).
 */
HF_API int hf_statx(int dirfd, const char *path, int flags, unsigned mask, struct hf_stat *out);

/* fstatfs(2). Answers 0 and fills *out. EBADF, ENOSYS, EINTR, EOVERFLOW. */
HF_API int hf_fstatfs(int fd, struct hf_statfs *out);

/*
 * getdents64(2): the next records struct linux_dirent64 of a directory opened
 * O_RDONLY|O_DIRECTORY, "." and ".." among them, d_type DT_UNKNOWN where the file system does not
 * say. hf_lseek(fd, 0, SEEK_SET) starts anew. A listing is no snapshot.
 *
 * Answers bytes filled, 0 at the end. EINVAL: length is too small for the next record. ENOENT: the
 * directory was removed. ENOTDIR, EBADF.
 */
HF_API int64_t hf_getdents64(int fd, void *buffer, size_t length);

/*
 * openat(2) with O_RDONLY|O_DIRECTORY, and fdopendir(3): a directory stream for C libraries that
 * want one. Allocates; not async-signal-safe.
 *
 * Answers 0 and sets *stream (a DIR *), to be given to hf_closedir exactly once. As hf_openat;
 * ENOMEM.
 */
HF_API int hf_opendir(int dirfd, const char *path, void **stream);

/* dirfd(3): the stream's own descriptor; it is closed with the stream. EINVAL, ENOTSUP. */
HF_API int hf_dirfd(void *stream);

/* closedir(3). Answers 0. EBADF: somebody closed the descriptor. The stream is gone either way. */
HF_API int hf_closedir(void *stream);

/* ---- names */

/*
 * mkdirat(2). mode is cut by the umask. Answers 0.
 * EEXIST, whatever has the name; EACCES, EROFS, ENOSPC, EDQUOT, EMLINK. A repeated request over NFS
 * may answer EEXIST for a directory that it made itself.
 */
HF_API int hf_mkdirat(int dirfd, const char *path, unsigned mode);

/*
 * unlinkat(2). flags: 0, or AT_REMOVEDIR for a directory. Answers 0.
 * EISDIR (a directory without AT_REMOVEDIR), ENOTDIR (the reverse), ENOTEMPTY or EEXIST (not
 * empty), EBUSY (mounted or in use), EPERM (sticky or append-only directory), EACCES, EROFS, EINVAL
 * (flags, or "." as last component).
 */
HF_API int hf_unlinkat(int dirfd, const char *path, int flags);

/*
 * linkat(2): a second name, exclusively: of many that link to one new name one wins. flags:
 * AT_SYMLINK_FOLLOW, AT_EMPTY_PATH. A file that has no name (O_TMPFILE) is linked by AT_EMPTY_PATH
 * with an empty oldpath, for which Linux before 6.10 wants CAP_DAC_READ_SEARCH (else ENOENT), or by
 * "/proc/self/fd/N" with AT_SYMLINK_FOLLOW.
 *
 * Answers 0. EEXIST (newpath is there), EXDEV (another mount), EPERM (a directory; no hard links
 * here; protected_hardlinks), EMLINK, ENOENT (also: O_TMPFILE|O_EXCL), EROFS, ENOSPC, EDQUOT.
 */
HF_API int hf_linkat(int olddirfd, const char *oldpath, int newdirfd, const char *newpath,
                     int flags);

/*
 * renameat2(2), Linux 3.15; with flags 0 it does what renameat(2) does: newpath is replaced
 * atomically. Two names of one file: nothing happens and the answer is 0.
 * RENAME_NOREPLACE: EEXIST if newpath is there. RENAME_EXCHANGE: both must be there and swap.
 * RENAME_WHITEOUT: for overlays.
 *
 * Answers 0. EINVAL: flags that the file system does not know (that NOREPLACE answers EEXIST on a
 * taken name proves nothing: the kernel says so before it asks the file system), or a directory
 * into itself. EEXIST, ENOTEMPTY (newpath is a directory that is not empty), EISDIR, ENOTDIR, EXDEV
 * (another mount), EBUSY, EPERM, EACCES, EROFS, ENOSPC, EDQUOT, EMLINK. A repeated request over NFS
 * may answer ENOENT though the rename was done.
 */
HF_API int hf_renameat2(int olddirfd, const char *oldpath, int newdirfd, const char *newpath,
                        unsigned flags);

/*
 * symlinkat(2). target is any string; it need not be there. Answers 0.
 * EEXIST, EACCES, EPERM (no symbolic links here), EROFS, ENOSPC, EDQUOT, ENOENT (target is empty).
 */
HF_API int hf_symlinkat(const char *target, int dirfd, const char *path);

/*
 * readlinkat(2). Answers bytes filled, cut at length, without a NUL.
 * EINVAL (not a symbolic link, or length 0), EACCES.
 */
HF_API int64_t hf_readlinkat(int dirfd, const char *path, char *buffer, size_t length);

/* ---- attributes */

/* fchmod(2), not cut by the umask. Answers 0. EPERM (not the owner), EROFS, EBADF (O_PATH too). */
HF_API int hf_fchmod(int fd, unsigned mode);

/* fchmodat(2) with flags 0: follows a symbolic link in the last component. As hf_fchmod. */
HF_API int hf_fchmodat(int dirfd, const char *path, unsigned mode);

/*
 * fchown(2); -1 leaves an id as it is. May clear the set-id bits. Answers 0.
 * EPERM (without CAP_CHOWN), EROFS, EBADF (O_PATH too), EDQUOT.
 */
HF_API int hf_fchown(int fd, int uid, int gid);

/* fchownat(2). flags: AT_SYMLINK_NOFOLLOW, AT_EMPTY_PATH. As hf_fchown; EINVAL (flags). */
HF_API int hf_fchownat(int dirfd, const char *path, int uid, int gid, int flags);

/*
 * utimensat(2). Seconds since the epoch and nanoseconds from 0 to 999,999,999, or UTIME_NOW or
 * UTIME_OMIT in place of the nanoseconds. flags: AT_SYMLINK_NOFOLLOW, AT_EMPTY_PATH. File systems
 * round and clamp. Answers 0. EACCES, EPERM (not the owner), EINVAL (nanoseconds, flags), EROFS.
 */
HF_API int hf_utimensat(int dirfd, const char *path, int64_t atime_sec, int64_t atime_nsec,
                        int64_t mtime_sec, int64_t mtime_nsec, int flags);

/*
 * fsetxattr(2). name has its namespace ("user.x"). flags: 0, XATTR_CREATE, XATTR_REPLACE.
 * Answers 0. EOPNOTSUPP (no such attributes here), EEXIST (CREATE), ENODATA (REPLACE), EPERM (not
 * for this kind of file), ENOSPC, EDQUOT, E2BIG (over 64 KiB), ERANGE (name over 255 bytes or
 * empty), EROFS, EBADF.
 */
HF_API int hf_fsetxattr(int fd, const char *name, const void *value, size_t length, int flags);

/*
 * fgetxattr(2). Answers bytes filled; with length 0 the bytes that are there.
 * ENODATA (no such attribute), ERANGE (buffer or name), EOPNOTSUPP, EBADF.
 */
HF_API int64_t hf_fgetxattr(int fd, const char *name, void *buffer, size_t length);

/* fremovexattr(2). Answers 0. ENODATA, EOPNOTSUPP, EPERM, EROFS, EBADF. */
HF_API int hf_fremovexattr(int fd, const char *name);

/* ---- locks */

/*
 * flock(2): a lock on the whole file that belongs to the open file, not to the process: shared by
 * duplicates and children, gone with the last of them. operation: LOCK_SH, LOCK_EX or LOCK_UN, with
 * LOCK_NB where waiting is not wanted. Another operation on a held lock converts it, not
 * atomically: it may be lost. On a directory it is local to the host on every FUSE file system.
 *
 * Answers 0. Busy: EAGAIN (EWOULDBLOCK), on SMB EACCES. EINTR (while waiting), EINVAL, EBADF (also
 * O_PATH; on NFS a descriptor that is not open for writing), ENOLCK (lock service missing or full),
 * ENOSYS, EOPNOTSUPP. LOCK_NB may still block for as long as a file server is in its grace period.
 */
HF_API int hf_flock(int fd, int operation);

/*
 * fcntl(2) record locks on bytes [start, start + length), length 0 to the end however far it grows.
 * command: F_SETLK, F_SETLKW (wait): POSIX locks, which belong to the process and fall when it
 * closes any descriptor of the file. F_OFD_SETLK, F_OFD_SETLKW (wait): locks of the open file, as
 * with flock. type: F_RDLCK, F_WRLCK, F_UNLCK.
 *
 * Answers 0. Busy: EAGAIN or EACCES. EBADF (F_RDLCK wants a descriptor open for reading, F_WRLCK
 * for writing), EDEADLK (POSIX only), EINTR (while waiting), ENOLCK, ENOSYS, EOVERFLOW, EINVAL
 * (start, length; any other type or command, without a call).
 */
HF_API int hf_fcntl_setlk(int fd, int command, int type, int64_t start, int64_t length);

/*
 * fcntl(2) F_GETLK or F_OFD_GETLK: would that lock be granted now, and if not, what is in the way?
 * Answers 0 and fills *out. EBADF, EINVAL (as hf_fcntl_setlk; F_GETLK with F_UNLCK), ENOLCK,
 * ENOSYS.
 */
HF_API int hf_fcntl_getlk(int fd, int command, int type, int64_t start, int64_t length,
                          struct hf_lock *out);

/* fcntl(2) F_GETFL. Answers access mode and status flags; may include O_LARGEFILE. EBADF. */
HF_API int hf_fcntl_getfl(int fd);

/* ---- the process and its host */

/* getpid(2), in the process's own pid namespace. Cannot fail. */
HF_API int hf_getpid(void);

/* getuid(2): the real user id, in the process's own user namespace. Cannot fail. */
HF_API int hf_getuid(void);

/*
 * The host's name, uname(2)'s nodename, with a terminating NUL. Hosts made from one image may share
 * it: hf_boot_id tells kernels apart. Answers its length without the NUL.
 * ENAMETOOLONG: buffer has not length + 1 bytes; nothing was filled.
 */
HF_API int hf_gethostname(char *buffer, size_t length);

/*
 * clock_gettime(2) in nanoseconds: CLOCK_REALTIME since the epoch (set by people and NTP),
 * CLOCK_MONOTONIC since some start (never steps back, stands still in suspend), CLOCK_BOOTTIME (as
 * that, but counts suspend). EINVAL: no such clock.
 */
HF_API int64_t hf_clock_gettime(int clock);

/*
 * The running kernel's boot id, /proc/sys/kernel/random/boot_id: equal exactly for processes under
 * one running kernel, containers included. Fills HF_BOOT_ID_LENGTH ASCII bytes, without a NUL, and
 * answers that number. ERANGE: buffer is smaller; ENOENT: no /proc; as hf_openat and hf_read; EIO:
 * fewer bytes came.
 */
HF_API int hf_boot_id(char *buffer, size_t length);

#ifdef __cplusplus
}
#endif

#endif
