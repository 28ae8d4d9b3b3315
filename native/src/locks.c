#include "calls.h"

int hf_flock(int fd, int operation)
{
    return hf_answer(HF_SYS(flock)(fd, operation));
}

/* Any other command would take the third argument for something else than a lock. */
static int is_set(int command)
{
    return command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK ||
           command == F_OFD_SETLKW;
}

static int is_get(int command)
{
    return command == F_GETLK || command == F_OFD_GETLK;
}

/* struct flock has a short for the type: no other number may become one of its own. */
static int is_type(int type)
{
    return type == F_RDLCK || type == F_WRLCK || type == F_UNLCK;
}

static int refuse(void)
{
    errno = EINVAL;
    return -EINVAL;
}

int hf_fcntl_setlk(int fd, int command, int type, int64_t start, int64_t length)
{
    struct flock lock = {
        .l_type = (short)type,
        .l_whence = SEEK_SET,
        .l_start = start,
        .l_len = length,
    };

    if (!is_set(command) || !is_type(type))
        return refuse();
    return hf_answer(HF_SYS(fcntl_lock)(fd, command, &lock));
}

int hf_fcntl_getlk(int fd, int command, int type, int64_t start, int64_t length,
                   struct hf_lock *out)
{
    struct flock lock = {
        .l_type = (short)type,
        .l_whence = SEEK_SET,
        .l_start = start,
        .l_len = length,
    };
    int result;

    if (!is_get(command) || !is_type(type))
        return refuse();
    result = hf_answer(HF_SYS(fcntl_lock)(fd, command, &lock));
    if (result == 0)
        *out = (struct hf_lock){
            .type = lock.l_type,
            .whence = lock.l_whence,
            .start = lock.l_start,
            .len = lock.l_len,
            .pid = lock.l_pid,
        };
    return result;
}

int hf_fcntl_getfl(int fd)
{
    return hf_answer(HF_SYS(fcntl_flags)(fd));
}
