#include "calls.h"

int hf_mkdirat(int dirfd, const char *path, unsigned mode)
{
    return hf_answer(HF_SYS(mkdirat)(dirfd, path, mode));
}

int hf_unlinkat(int dirfd, const char *path, int flags)
{
    return hf_answer(HF_SYS(unlinkat)(dirfd, path, flags));
}

int hf_linkat(int olddirfd, const char *oldpath, int newdirfd, const char *newpath, int flags)
{
    return hf_answer(HF_SYS(linkat)(olddirfd, oldpath, newdirfd, newpath, flags));
}

int hf_renameat2(int olddirfd, const char *oldpath, int newdirfd, const char *newpath,
                 unsigned flags)
{
    return hf_answer(HF_SYS(renameat2_raw)(olddirfd, oldpath, newdirfd, newpath, flags));
}

int hf_symlinkat(const char *target, int dirfd, const char *path)
{
    return hf_answer(HF_SYS(symlinkat)(target, dirfd, path));
}

int64_t hf_readlinkat(int dirfd, const char *path, char *buffer, size_t length)
{
    return hf_answer_long(HF_SYS(readlinkat_raw)(dirfd, path, buffer, length));
}
