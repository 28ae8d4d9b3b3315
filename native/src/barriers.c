#include "calls.h"

int hf_fsync(int fd)
{
    return hf_answer(HF_SYS(fsync)(fd));
}

int hf_fdatasync(int fd)
{
    return hf_answer(HF_SYS(fdatasync)(fd));
}

int hf_syncfs(int fd)
{
    return hf_answer(HF_SYS(syncfs)(fd));
}

int hf_sync_file_range(int fd, int64_t offset, int64_t length, unsigned flags)
{
    return hf_answer(HF_SYS(sync_file_range)(fd, offset, length, flags));
}
