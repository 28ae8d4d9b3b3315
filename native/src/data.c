#include "calls.h"

int64_t hf_read(int fd, void *buffer, size_t length)
{
    return hf_answer_long(HF_SYS(read)(fd, buffer, length));
}

int64_t hf_write(int fd, const void *buffer, size_t length)
{
    return hf_answer_long(HF_SYS(write)(fd, buffer, length));
}

int64_t hf_pread(int fd, void *buffer, size_t length, int64_t position)
{
    return hf_answer_long(HF_SYS(pread)(fd, buffer, length, position));
}

int64_t hf_pwrite(int fd, const void *buffer, size_t length, int64_t position)
{
    return hf_answer_long(HF_SYS(pwrite)(fd, buffer, length, position));
}

int64_t hf_lseek(int fd, int64_t offset, int whence)
{
    return hf_answer_long(HF_SYS(lseek)(fd, offset, whence));
}

int hf_ftruncate(int fd, int64_t length)
{
    return hf_answer(HF_SYS(ftruncate)(fd, length));
}

int hf_fallocate(int fd, int mode, int64_t offset, int64_t length)
{
    return hf_answer(HF_SYS(fallocate)(fd, mode, offset, length));
}
