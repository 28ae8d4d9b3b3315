#include "calls.h"

int hf_fchmod(int fd, unsigned mode)
{
    return hf_answer(HF_SYS(fchmod_raw)(fd, mode));
}

int hf_fchmodat(int dirfd, const char *path, unsigned mode)
{
    return hf_answer(HF_SYS(fchmodat)(dirfd, path, mode, 0));
}

int hf_fchown(int fd, int uid, int gid)
{
    return hf_answer(HF_SYS(fchown_raw)(fd, (uid_t)uid, (gid_t)gid));
}

int hf_fchownat(int dirfd, const char *path, int uid, int gid, int flags)
{
    return hf_answer(HF_SYS(fchownat)(dirfd, path, (uid_t)uid, (gid_t)gid, flags));
}

int hf_utimensat(int dirfd, const char *path, int64_t atime_sec, int64_t atime_nsec,
                 int64_t mtime_sec, int64_t mtime_nsec, int flags)
{
    const struct timespec times[2] = {
        {.tv_sec = atime_sec, .tv_nsec = (long)atime_nsec},
        {.tv_sec = mtime_sec, .tv_nsec = (long)mtime_nsec},
    };

    return hf_answer(HF_SYS(utimensat)(dirfd, path, times, flags));
}

int hf_fsetxattr(int fd, const char *name, const void *value, size_t length, int flags)
{
    return hf_answer(HF_SYS(fsetxattr)(fd, name, value, length, flags));
}

int64_t hf_fgetxattr(int fd, const char *name, void *buffer, size_t length)
{
    return hf_answer_long(HF_SYS(fgetxattr)(fd, name, buffer, length));
}

int hf_fremovexattr(int fd, const char *name)
{
    return hf_answer(HF_SYS(fremovexattr)(fd, name));
}
