/*
 * calls.h - the way from the library to the kernel.
 *
 * HF_SYS(name)(...) is a call of calls.def. In the library that users get it is that function,
 * called directly: no pointer, no table. In the test build (HF_TESTING, target holdfast_testing)
 * it goes through hf_test_calls, whose members a test may replace one by one; a member that
 * fails must set errno and return -1, as the function behind it does.
 */
#ifndef HOLDFAST_CALLS_H
#define HOLDFAST_CALLS_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#include "holdfast.h"
#include "kernel.h"

/* Typed, since openat(2) and fcntl(2) take a variable number of arguments. */

static inline int openat_mode(int dirfd, const char *path, int flags, mode_t mode)
{
    return openat(dirfd, path, flags, mode);
}

static inline int fcntl_lock(int fd, int command, struct flock *lock)
{
    return fcntl(fd, command, lock);
}

static inline int fcntl_flags(int fd)
{
    return fcntl(fd, F_GETFL);
}

/*
 * Past the C library, where some C libraries are not exact. glibc and musl have no openat2, and put
 * something else, or another errno, in place of a missing statx or renameat2. musl makes a success
 * of a close that answers EINTR, limits getdents64, answers 0 to a readlinkat of length 0, and goes
 * through /proc where fchmod and fchown refuse an O_PATH descriptor.
 */

static inline int openat2_raw(int dirfd, const char *path, struct open_how *how)
{
    return (int)syscall(SYS_openat2, dirfd, path, how, sizeof *how);
}

static inline int close_raw(int fd)
{
    return (int)syscall(SYS_close, fd);
}

static inline int statx_raw(int dirfd, const char *path, int flags, unsigned mask,
                            struct statx *out)
{
    return (int)syscall(SYS_statx, dirfd, path, flags, mask, out);
}

static inline ssize_t getdents64_raw(int fd, void *buffer, size_t length)
{
    return syscall(SYS_getdents64, fd, buffer, length);
}

static inline int renameat2_raw(int olddirfd, const char *oldpath, int newdirfd,
                                const char *newpath, unsigned flags)
{
    return (int)syscall(SYS_renameat2, olddirfd, oldpath, newdirfd, newpath, flags);
}

static inline ssize_t readlinkat_raw(int dirfd, const char *path, char *buffer, size_t length)
{
    return syscall(SYS_readlinkat, dirfd, path, buffer, length);
}

static inline int fchmod_raw(int fd, mode_t mode)
{
    return (int)syscall(SYS_fchmod, fd, mode);
}

static inline int fchown_raw(int fd, uid_t uid, gid_t gid)
{
#ifdef SYS_fchown32
    return (int)syscall(SYS_fchown32, fd, uid, gid);
#else
    return (int)syscall(SYS_fchown, fd, uid, gid);
#endif
}

#ifdef HF_TESTING

struct hf_calls {
#define HF_CALL(result, name, parameters, arguments) result(*name) parameters;
#include "calls.def"
#undef HF_CALL
};

/* What the library calls now. Not synchronised: set it before threads start. */
extern struct hf_calls hf_test_calls;
/* What the release build calls. */
extern const struct hf_calls hf_direct_calls;

#define HF_SYS(name) hf_test_calls.name

#else

#define HF_SYS(name) name

#endif

/* The result of a call that was made in the statement's own argument: errno is still its own. */
static inline int hf_answer(int result)
{
    return result < 0 ? -errno : result;
}

static inline int64_t hf_answer_long(int64_t result)
{
    return result < 0 ? -errno : result;
}

#endif
