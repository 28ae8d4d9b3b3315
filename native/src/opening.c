#include "calls.h"

int hf_openat(int dirfd, const char *path, int flags, unsigned mode)
{
    return hf_answer(HF_SYS(openat_mode)(dirfd, path, flags | O_CLOEXEC, mode));
}

int hf_openat2(int dirfd, const char *path, int flags, unsigned mode, uint64_t resolve)
{
    struct open_how how = {
        .flags = (unsigned)flags | O_CLOEXEC,
        .mode = mode,
        .resolve = resolve,
    };

    return hf_answer(HF_SYS(openat2_raw)(dirfd, path, &how));
}

int hf_close(int fd)
{
    return hf_answer(HF_SYS(close_raw)(fd));
}
