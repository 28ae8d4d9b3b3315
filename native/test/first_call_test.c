/*
 * The first failing call of a process has the right errno: nothing that the loader or the C
 * library does on a first use (binding a symbol, finding a function) comes between. Each call is
 * the first one of a process that was executed for it.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "holdfast.h"

static char buffer[16];

static struct hf_stat stat;
static struct hf_statfs statfs;
static struct hf_lock lock;
static void *stream;

#define FIRST(function, ...)                                                                       \
    static int64_t first_##function(void)                                                          \
    {                                                                                              \
        return function(__VA_ARGS__);                                                              \
    }
FIRST(hf_openat, -1, "x", O_RDONLY, 0)
FIRST(hf_openat2, -1, "x", O_RDONLY, 0, 0)
FIRST(hf_close, -1)
FIRST(hf_read, -1, buffer, 1)
FIRST(hf_write, -1, buffer, 1)
FIRST(hf_pread, -1, buffer, 1, 0)
FIRST(hf_pwrite, -1, buffer, 1, 0)
FIRST(hf_lseek, -1, 0, SEEK_SET)
FIRST(hf_ftruncate, -1, 0)
FIRST(hf_fallocate, -1, 0, 0, 1)
FIRST(hf_fsync, -1)
FIRST(hf_fdatasync, -1)
FIRST(hf_syncfs, -1)
FIRST(hf_sync_file_range, -1, 0, 0, SYNC_FILE_RANGE_WRITE)
FIRST(hf_fstat, -1, &stat)
FIRST(hf_fstatat, -1, "x", &stat, 0)
FIRST(hf_statx, -1, "x", 0, 0, &stat)
FIRST(hf_fstatfs, -1, &statfs)
FIRST(hf_getdents64, -1, buffer, sizeof buffer)
FIRST(hf_opendir, -1, "x", &stream)
FIRST(hf_mkdirat, -1, "x", 0700)
FIRST(hf_unlinkat, -1, "x", 0)
FIRST(hf_linkat, -1, "x", -1, "y", 0)
FIRST(hf_renameat2, -1, "x", -1, "y", 0)
FIRST(hf_symlinkat, "x", -1, "y")
FIRST(hf_readlinkat, -1, "x", buffer, sizeof buffer)
FIRST(hf_fchmod, -1, 0600)
FIRST(hf_fchmodat, -1, "x", 0600)
FIRST(hf_fchown, -1, -1, -1)
FIRST(hf_fchownat, -1, "x", -1, -1, 0)
FIRST(hf_utimensat, -1, "x", 0, 0, 0, 0, 0)
FIRST(hf_fsetxattr, -1, "user.x", "x", 1, 0)
FIRST(hf_fgetxattr, -1, "user.x", buffer, sizeof buffer)
FIRST(hf_fremovexattr, -1, "user.x")
FIRST(hf_flock, -1, LOCK_EX)
FIRST(hf_fcntl_setlk, -1, F_SETLK, F_WRLCK, 0, 0)
FIRST(hf_fcntl_getlk, -1, F_GETLK, F_WRLCK, 0, 0, &lock)
FIRST(hf_fcntl_getfl, -1)

static int64_t (*const calls[])(void) = {
    first_hf_openat, first_hf_openat2, first_hf_close, first_hf_read, first_hf_write,
    first_hf_pread, first_hf_pwrite, first_hf_lseek, first_hf_ftruncate, first_hf_fallocate,
    first_hf_fsync, first_hf_fdatasync, first_hf_syncfs, first_hf_sync_file_range, first_hf_fstat,
    first_hf_fstatat, first_hf_statx, first_hf_fstatfs, first_hf_getdents64, first_hf_opendir,
    first_hf_mkdirat, first_hf_unlinkat, first_hf_linkat, first_hf_renameat2, first_hf_symlinkat,
    first_hf_readlinkat, first_hf_fchmod, first_hf_fchmodat, first_hf_fchown, first_hf_fchownat,
    first_hf_utimensat, first_hf_fsetxattr, first_hf_fgetxattr, first_hf_fremovexattr,
    first_hf_flock, first_hf_fcntl_setlk, first_hf_fcntl_getlk, first_hf_fcntl_getfl,
};

#define CALLS ((int)(sizeof calls / sizeof calls[0]))

static void every_first_call_has_its_errno(void)
{
    for (int i = 0; i < CALLS; i++) {
        char index[CALLS + 1] = "";
        int status;
        pid_t child;

        memset(index, 'x', (size_t)i);
        child = fork();
        if (child == 0) {
            execl("/proc/self/exe", "first_call_test", index, (char *)NULL);
            _exit(126);
        }
        CHECK_EQUAL(child, waitpid(child, &status, 0));
        CHECK(WIFEXITED(status));
        printf("call %d\n", i);
        if (!emulated() || WEXITSTATUS(status) != ENOSYS)
            CHECK_EQUAL(EBADF, WEXITSTATUS(status));
    }
}

int main(int argc, char **argv)
{
    static const struct test tests[] = {TEST(every_first_call_has_its_errno)};

    if (argc == 2) {
        /* No call that could touch errno comes before: the number is told by its length. */
        int index = 0;
        int64_t result;

        while (argv[1][index] != '\0')
            index++;
        result = calls[index]();
        return result == -errno ? (int)-result : 125;
    }
    return RUN_TESTS(tests);
}
