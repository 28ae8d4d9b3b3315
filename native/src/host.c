#include <string.h>

#include "calls.h"
#include "nanos.h"

int hf_getpid(void)
{
    return getpid();
}

int hf_getuid(void)
{
    return (int)getuid();
}

int hf_gethostname(char *buffer, size_t length)
{
    struct utsname names;
    int result = hf_answer(HF_SYS(uname)(&names));
    size_t size;

    if (result < 0)
        return result;
    size = strnlen(names.nodename, sizeof names.nodename);
    if (size >= length) {
        errno = ENAMETOOLONG;
        return -ENAMETOOLONG;
    }
    memcpy(buffer, names.nodename, size);
    buffer[size] = '\0';
    return (int)size;
}

int64_t hf_clock_gettime(int clock)
{
    struct timespec now;
    int result = hf_answer(HF_SYS(clock_gettime)(clock, &now));

    return result < 0 ? result : hf_nanos(now.tv_sec, now.tv_nsec);
}

int hf_boot_id(char *buffer, size_t length)
{
    int fd;
    int64_t filled;

    if (length < HF_BOOT_ID_LENGTH) {
        errno = ERANGE;
        return -ERANGE;
    }
    fd = hf_openat(AT_FDCWD, "/proc/sys/kernel/random/boot_id", O_RDONLY, 0);
    if (fd < 0)
        return fd;
    filled = hf_read(fd, buffer, HF_BOOT_ID_LENGTH);
    if (filled < HF_BOOT_ID_LENGTH) {
        int error = filled < 0 ? (int)-filled : EIO;

        hf_close(fd);
        errno = error;
        return -error;
    }
    hf_close(fd);
    return HF_BOOT_ID_LENGTH;
}
