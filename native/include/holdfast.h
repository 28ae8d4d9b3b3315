/*
 * holdfast.h - exact Linux file calls.
 *
 * One function per system call. Each answers a value >= 0, or -errno; errno itself is left as the
 * call left it. Nothing here retries, logs, allocates (hf_opendir excepted: opendir(3) does), or
 * replaces one primitive by another. EINTR is shown to the caller. Every function may be called by
 * any number of threads at once and is async-signal-safe where the system call is
 * (signal-safety(7)); hf_opendir and hf_closedir are not.
 *
 * Flags and commands are the platform's own, from <fcntl.h> and friends. O_CLOEXEC is added to
 * every open. Offsets are 64 bits.
 *
 * Sources: the Linux man-pages, section 2 and 3, under the name behind "hf_".
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

/* What stat(2) and statx(2) say. Times are nanoseconds since the epoch, saturated at the ends of
 * int64_t. mask has the STATX_* bits of what is valid. */
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

/* What fstatfs(2) says. */
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

/* What F_GETLK says. */
struct hf_lock {
    int64_t type;
    int64_t whence;
    int64_t start;
    int64_t len;
    int64_t pid;
};

struct hf_constant {
    const char *name;
    int64_t value;
};

/* HF_ABI_VERSION of the library that was loaded. */
HF_API int hf_abi_version(void);
/* The library's version, e.g. "0.1.0". */
HF_API const char *hf_version(void);
/* The table of constants.def, as the compiler resolved it; answers its length. */
HF_API int hf_constants(const struct hf_constant **table);

/* ---- opening and closing */
HF_API int hf_openat(int dirfd, const char *path, int flags, unsigned mode);
HF_API int hf_openat2(int dirfd, const char *path, int flags, unsigned mode, uint64_t resolve);
HF_API int hf_close(int fd);

/* ---- data */
HF_API int64_t hf_read(int fd, void *buffer, size_t length);
HF_API int64_t hf_write(int fd, const void *buffer, size_t length);
HF_API int64_t hf_pread(int fd, void *buffer, size_t length, int64_t position);
HF_API int64_t hf_pwrite(int fd, const void *buffer, size_t length, int64_t position);
HF_API int64_t hf_lseek(int fd, int64_t offset, int whence);
HF_API int hf_ftruncate(int fd, int64_t length);
HF_API int hf_fallocate(int fd, int mode, int64_t offset, int64_t length);

/* ---- barriers */
HF_API int hf_fsync(int fd);
HF_API int hf_fdatasync(int fd);
HF_API int hf_syncfs(int fd);
HF_API int hf_sync_file_range(int fd, int64_t offset, int64_t length, unsigned flags);

/* ---- looking */
HF_API int hf_fstat(int fd, struct hf_stat *out);
HF_API int hf_fstatat(int dirfd, const char *path, struct hf_stat *out, int flags);
HF_API int hf_statx(int dirfd, const char *path, int flags, unsigned mask, struct hf_stat *out);
HF_API int hf_fstatfs(int fd, struct hf_statfs *out);
HF_API int64_t hf_getdents64(int fd, void *buffer, size_t length);
HF_API int hf_opendir(int dirfd, const char *path, void **stream);
HF_API int hf_dirfd(void *stream);
HF_API int hf_closedir(void *stream);

/* ---- names */
HF_API int hf_mkdirat(int dirfd, const char *path, unsigned mode);
HF_API int hf_unlinkat(int dirfd, const char *path, int flags);
HF_API int hf_linkat(int olddirfd, const char *oldpath, int newdirfd, const char *newpath,
                     int flags);
HF_API int hf_renameat2(int olddirfd, const char *oldpath, int newdirfd, const char *newpath,
                        unsigned flags);
HF_API int hf_symlinkat(const char *target, int dirfd, const char *path);
HF_API int64_t hf_readlinkat(int dirfd, const char *path, char *buffer, size_t length);

/* ---- attributes */
HF_API int hf_fchmod(int fd, unsigned mode);
HF_API int hf_fchmodat(int dirfd, const char *path, unsigned mode);
HF_API int hf_fchown(int fd, int uid, int gid);
HF_API int hf_fchownat(int dirfd, const char *path, int uid, int gid, int flags);
HF_API int hf_utimensat(int dirfd, const char *path, int64_t atime_sec, int64_t atime_nsec,
                        int64_t mtime_sec, int64_t mtime_nsec, int flags);
HF_API int hf_fsetxattr(int fd, const char *name, const void *value, size_t length, int flags);
HF_API int64_t hf_fgetxattr(int fd, const char *name, void *buffer, size_t length);
HF_API int hf_fremovexattr(int fd, const char *name);

/* ---- locks */
HF_API int hf_flock(int fd, int operation);
HF_API int hf_fcntl_setlk(int fd, int command, int type, int64_t start, int64_t length);
HF_API int hf_fcntl_getlk(int fd, int command, int type, int64_t start, int64_t length,
                          struct hf_lock *out);
HF_API int hf_fcntl_getfl(int fd);

/* ---- the process and its host */
HF_API int hf_getpid(void);
HF_API int hf_getuid(void);
/* Fills at most length bytes, always with a terminating NUL; answers the name's length. */
HF_API int hf_gethostname(char *buffer, size_t length);
HF_API int64_t hf_clock_gettime(int clock);
/* Fills 36 bytes, no NUL, from /proc/sys/kernel/random/boot_id; answers 36. */
HF_API int hf_boot_id(char *buffer, size_t length);
/* "EAGAIN" for EAGAIN; NULL for a number that errno(3) does not name. */
HF_API const char *hf_errno_name(int number);

#ifdef __cplusplus
}
#endif

#endif
