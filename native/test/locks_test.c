#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "holdfast.h"

static int open_lock_file(void)
{
    return openat(workspace, "lock", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
}

static void flock_excludes(void)
{
    int first = open_lock_file();
    int second = open_lock_file();

    CHECK_EQUAL(0, hf_flock(first, LOCK_EX));
    CHECK_EQUAL(-EAGAIN, hf_flock(second, LOCK_EX | LOCK_NB));
    CHECK_EQUAL(-EAGAIN, hf_flock(second, LOCK_SH | LOCK_NB));
    CHECK_EQUAL(0, hf_flock(first, LOCK_UN));
    CHECK_EQUAL(0, hf_flock(second, LOCK_SH | LOCK_NB));
    CHECK_EQUAL(0, hf_flock(first, LOCK_SH | LOCK_NB));
    CHECK_EQUAL(0, hf_close(first));
    CHECK_EQUAL(0, hf_flock(second, LOCK_EX | LOCK_NB));
}

static void flock_names_every_reason(void)
{
    int path_only;

    close(open_lock_file());
    path_only = openat(workspace, "lock", O_PATH | O_CLOEXEC);
    CHECK_EQUAL(-EBADF, hf_flock(-1, LOCK_EX));
    CHECK_EQUAL(-EBADF, hf_flock(path_only, LOCK_EX));
    CHECK_EQUAL(-EINVAL, hf_flock(open_lock_file(), 64));
}

static void waiting_shows_interruption(void)
{
    int first = open_lock_file();
    int second = open_lock_file();

    CHECK_EQUAL(0, hf_flock(first, LOCK_EX));
    CHECK_EQUAL(0, hf_fcntl_setlk(first, F_OFD_SETLK, F_WRLCK, 0, 0));
    interrupt_soon();
    CHECK_EQUAL(-EINTR, hf_flock(second, LOCK_EX));
    CHECK_EQUAL(-EINTR, hf_fcntl_setlk(second, F_OFD_SETLKW, F_WRLCK, 0, 0));
    CHECK_EQUAL(-EINTR, hf_fcntl_setlk(second, F_SETLKW, F_WRLCK, 0, 0));
}

static void ofd_locks_exclude_by_range(void)
{
    int first = open_lock_file();
    int second = open_lock_file();

    CHECK_EQUAL(0, hf_fcntl_setlk(first, F_OFD_SETLK, F_WRLCK, 10, 10));
    CHECK_EQUAL(-EAGAIN, hf_fcntl_setlk(second, F_OFD_SETLK, F_WRLCK, 19, 1));
    CHECK_EQUAL(-EAGAIN, hf_fcntl_setlk(second, F_OFD_SETLK, F_RDLCK, 0, 0));
    CHECK_EQUAL(0, hf_fcntl_setlk(second, F_OFD_SETLK, F_WRLCK, 20, 1));
    CHECK_EQUAL(0, hf_fcntl_setlk(first, F_OFD_SETLK, F_UNLCK, 0, 0));
    CHECK_EQUAL(0, hf_fcntl_setlk(second, F_OFD_SETLKW, F_WRLCK, 0, 0));
}

static void lock_the_first_bytes(void)
{
    CHECK_EQUAL(0, hf_fcntl_setlk(open_lock_file(), F_SETLK, F_WRLCK, 0, 4));
}

static void posix_locks_exclude_processes(void)
{
    int fd = open_lock_file();
    int other = open_lock_file();
    pid_t child = start_child(lock_the_first_bytes);
    struct hf_lock lock;

    CHECK_EQUAL(-EAGAIN, hf_fcntl_setlk(fd, F_SETLK, F_RDLCK, 0, 1));
    CHECK_EQUAL(0, hf_fcntl_setlk(fd, F_SETLK, F_WRLCK, 4, 1));
    CHECK_EQUAL(0, hf_fcntl_getlk(fd, F_GETLK, F_WRLCK, 0, 0, &lock));
    CHECK_EQUAL(F_WRLCK, lock.type);
    CHECK_EQUAL(SEEK_SET, lock.whence);
    CHECK_EQUAL(0, lock.start);
    CHECK_EQUAL(4, lock.len);
    CHECK_EQUAL(child, lock.pid);
    kill_child(child);
    CHECK_EQUAL(0, hf_fcntl_setlk(fd, F_SETLKW, F_WRLCK, 0, 0));
    CHECK_EQUAL(0, hf_fcntl_setlk(other, F_SETLK, F_WRLCK, 0, 0));
}

static void getlk_tells_who_is_in_the_way(void)
{
    int first = open_lock_file();
    int second = open_lock_file();
    struct hf_lock lock;

    CHECK_EQUAL(0, hf_fcntl_getlk(second, F_OFD_GETLK, F_WRLCK, 0, 0, &lock));
    CHECK_EQUAL(F_UNLCK, lock.type);
    CHECK_EQUAL(0, hf_fcntl_setlk(first, F_OFD_SETLK, F_RDLCK, 3, 5));
    CHECK_EQUAL(0, hf_fcntl_getlk(second, F_OFD_GETLK, F_WRLCK, 0, 0, &lock));
    CHECK_EQUAL(F_RDLCK, lock.type);
    CHECK_EQUAL(3, lock.start);
    CHECK_EQUAL(5, lock.len);
    CHECK_EQUAL(-1, lock.pid);
    CHECK_EQUAL(0, hf_fcntl_getlk(second, F_OFD_GETLK, F_RDLCK, 0, 0, &lock));
    CHECK_EQUAL(F_UNLCK, lock.type);
}

static void record_locks_name_every_reason(void)
{
    struct hf_lock lock = {.pid = 42};
    int fd = open_lock_file();
    int reader = openat(workspace, "lock", O_RDONLY | O_CLOEXEC);
    int writer = openat(workspace, "lock", O_WRONLY | O_CLOEXEC);

    CHECK_EQUAL(-EBADF, hf_fcntl_setlk(-1, F_SETLK, F_WRLCK, 0, 0));
    CHECK_EQUAL(-EBADF, hf_fcntl_setlk(reader, F_SETLK, F_WRLCK, 0, 0));
    CHECK_EQUAL(-EBADF, hf_fcntl_setlk(writer, F_OFD_SETLK, F_RDLCK, 0, 0));
    CHECK_EQUAL(-EINVAL, hf_fcntl_setlk(fd, F_SETLK, F_WRLCK, -1, 0));
    CHECK_EQUAL(-EINVAL, hf_fcntl_setlk(fd, F_SETLK, 77, 0, 0));
    CHECK_EQUAL(-EINVAL, hf_fcntl_setlk(fd, F_SETLK, 0x10000 | F_WRLCK, 0, 0));
    CHECK_EQUAL(-EINVAL, hf_fcntl_setlk(fd, F_GETLK, F_WRLCK, 0, 0));
    CHECK_EQUAL(-EINVAL, hf_fcntl_setlk(fd, F_SETFL, F_WRLCK, 0, 0));
    CHECK_EQUAL(-EOVERFLOW, hf_fcntl_setlk(fd, F_SETLK, F_WRLCK, INT64_MAX, 2));
    CHECK_EQUAL(-EBADF, hf_fcntl_getlk(-1, F_GETLK, F_WRLCK, 0, 0, &lock));
    CHECK_EQUAL(-EINVAL, hf_fcntl_getlk(fd, F_SETLK, F_WRLCK, 0, 0, &lock));
    CHECK_EQUAL(-EINVAL, hf_fcntl_getlk(fd, F_GETLK, F_UNLCK, 0, 0, &lock));
    CHECK_EQUAL(42, lock.pid);
}

/* Two processes, each holding what the other wants: the kernel refuses the one that is second. */
static void posix_locks_name_deadlock(void)
{
    int fd = open_lock_file();
    int status;
    int mine;
    pid_t child = fork();

    CHECK_EQUAL(0, hf_fcntl_setlk(fd, F_SETLKW, F_WRLCK, child == 0, 1));
    /* Both are there when each sees the other's lock. */
    for (;;) {
        struct hf_lock lock;

        CHECK_EQUAL(0, hf_fcntl_getlk(fd, F_GETLK, F_WRLCK, child != 0, 1, &lock));
        if (lock.type == F_WRLCK)
            break;
        CHECK(child == 0 || waitpid(child, &status, WNOHANG) == 0);
    }
    mine = hf_fcntl_setlk(fd, F_SETLKW, F_WRLCK, child != 0, 1);
    if (child == 0) {
        /* Let the parent have its lock before it asks how we ended. */
        close(fd);
        _exit(mine == -EDEADLK ? 1 : mine == 0 ? 0 : 2);
    }
    close(fd);
    CHECK_EQUAL(child, waitpid(child, &status, 0));
    CHECK(WIFEXITED(status));
    CHECK(mine == 0 || mine == -EDEADLK);
    CHECK_EQUAL(mine == 0, WEXITSTATUS(status));
}

static void tells_status_flags(void)
{
    int fd = openat(workspace, "file", O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);

    CHECK_EQUAL(O_RDWR | O_APPEND, hf_fcntl_getfl(fd) & (O_ACCMODE | O_APPEND | O_NONBLOCK));
    CHECK_EQUAL(-EBADF, hf_fcntl_getfl(-1));
}

int main(void)
{
    static const struct test tests[] = {
        TEST(flock_excludes),
        TEST(flock_names_every_reason),
        TEST(waiting_shows_interruption),
        TEST(ofd_locks_exclude_by_range),
        TEST(posix_locks_exclude_processes),
        TEST(getlk_tells_who_is_in_the_way),
        TEST(record_locks_name_every_reason),
        TEST(posix_locks_name_deadlock),
        TEST(tells_status_flags),
    };

    return RUN_TESTS(tests);
}
