#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "holdfast.h"

static void opens_files_and_directories(void)
{
    int fd = (int)CHECK_OK(hf_openat(workspace, "file", O_RDWR | O_CREAT | O_EXCL, 0640));
    struct stat stat;

    CHECK_EQUAL(0, fstat(fd, &stat));
    CHECK(S_ISREG(stat.st_mode));
    CHECK_OK(hf_openat(workspace, "file", O_RDONLY, 0));
    CHECK_OK(hf_openat(workspace, ".", O_RDONLY | O_DIRECTORY, 0));
    CHECK_OK(hf_openat(AT_FDCWD, workspace_path, O_RDONLY | O_DIRECTORY, 0));
}

static void sets_the_mode_that_the_umask_leaves(void)
{
    struct stat stat;

    umask(027);
    CHECK_OK(hf_openat(workspace, "file", O_RDWR | O_CREAT, 0666));
    CHECK_EQUAL(0, fstatat(workspace, "file", &stat, 0));
    CHECK_EQUAL(0640, stat.st_mode & 07777);
}

static void always_closes_on_exec(void)
{
    int file = (int)CHECK_OK(hf_openat(workspace, "file", O_RDWR | O_CREAT, 0600));
    int second = hf_openat2(workspace, "file", O_RDWR, 0, 0);
    void *stream;

    CHECK_EQUAL(FD_CLOEXEC, fcntl(file, F_GETFD));
    CHECK(second == -ENOSYS || fcntl(second, F_GETFD) == FD_CLOEXEC);
    CHECK_OK(hf_opendir(workspace, ".", &stream));
    CHECK_EQUAL(FD_CLOEXEC, fcntl(hf_dirfd(stream), F_GETFD));
    CHECK_OK(hf_closedir(stream));
}

static void names_every_reason_not_to_open(void)
{
    char long_name[257];
    char long_path[5000];

    memset(long_name, 'n', sizeof long_name);
    long_name[256] = '\0';
    memset(long_path, '/', sizeof long_path);
    long_path[sizeof long_path - 1] = '\0';
    close(new_file("file", ""));
    CHECK_EQUAL(0, symlinkat("file", workspace, "link"));
    CHECK_EQUAL(0, symlinkat("loop", workspace, "loop"));
    CHECK_EQUAL(0, mkfifoat(workspace, "fifo", 0600));

    CHECK_EQUAL(-ENOENT, hf_openat(workspace, "absent", O_RDONLY, 0));
    CHECK_EQUAL(-EEXIST, hf_openat(workspace, "file", O_RDWR | O_CREAT | O_EXCL, 0600));
    CHECK_EQUAL(-ELOOP, hf_openat(workspace, "link", O_RDONLY | O_NOFOLLOW, 0));
    CHECK_EQUAL(-ELOOP, hf_openat(workspace, "loop", O_RDONLY, 0));
    CHECK_EQUAL(-ENOTDIR, hf_openat(workspace, "file", O_RDONLY | O_DIRECTORY, 0));
    CHECK_EQUAL(-ENOTDIR, hf_openat(workspace, "file/below", O_RDONLY, 0));
    CHECK_EQUAL(-EISDIR, hf_openat(workspace, ".", O_RDWR, 0));
    CHECK_EQUAL(-ENXIO, hf_openat(workspace, "fifo", O_WRONLY | O_NONBLOCK, 0));
    CHECK_EQUAL(-ENAMETOOLONG, hf_openat(workspace, long_name, O_RDONLY, 0));
    CHECK_EQUAL(-ENAMETOOLONG, hf_openat(workspace, long_path, O_RDONLY, 0));
    CHECK_EQUAL(-EINVAL, hf_openat(workspace, ".", O_TMPFILE | O_RDONLY, 0600));
    CHECK_EQUAL(-EBADF, hf_openat(-1, "file", O_RDONLY, 0));
    CHECK_EQUAL(-ENOTDIR, hf_openat(new_file("other", ""), "file", O_RDONLY, 0));
}

static void open_forbidden_file(void)
{
    CHECK_EQUAL(-EACCES, hf_openat(workspace, "forbidden", O_RDWR, 0));
}

static void names_missing_permission(void)
{
    CHECK_EQUAL(0, fchmod(workspace, 0755));
    CHECK_EQUAL(0, fchmod(new_file("forbidden", ""), 0000));
    without_root(open_forbidden_file);
}

static void names_the_end_of_descriptors(void)
{
    struct rlimit limit = {.rlim_cur = 64, .rlim_max = 64};
    int result;

    CHECK_EQUAL(0, setrlimit(RLIMIT_NOFILE, &limit));
    do
        result = hf_openat(workspace, ".", O_RDONLY, 0);
    while (result >= 0);
    CHECK_EQUAL(-EMFILE, result);
}

static void makes_files_without_a_name(void)
{
    int fd = hf_openat(workspace, ".", O_TMPFILE | O_RDWR, 0600);

    if (fd == -EOPNOTSUPP || fd == -EISDIR || fd == -ENOENT)
        skip("no O_TMPFILE on this file system");
    CHECK_OK(fd);
    CHECK_EQUAL(3, write(fd, "abc", 3));
}

static void resolves_beneath_a_directory(void)
{
    int fd = hf_openat2(workspace, "file", O_RDWR | O_CREAT, 0600, RESOLVE_BENEATH);

    if (fd == -ENOSYS || fd == -EPERM)
        skip("no openat2 here");
    CHECK_OK(fd);
    CHECK_EQUAL(0, symlinkat("file", workspace, "link"));
    CHECK_EQUAL(-EXDEV, hf_openat2(workspace, "..", O_RDONLY, 0, RESOLVE_BENEATH));
    CHECK_EQUAL(-EXDEV, hf_openat2(workspace, "/", O_RDONLY, 0, RESOLVE_BENEATH));
    CHECK_EQUAL(-ELOOP, hf_openat2(workspace, "link", O_RDONLY, 0, RESOLVE_NO_SYMLINKS));
    CHECK_EQUAL(-EXDEV, hf_openat2(AT_FDCWD, "/proc/version", O_RDONLY, 0, RESOLVE_NO_XDEV));
    CHECK_EQUAL(-EINVAL, hf_openat2(workspace, "file", O_RDONLY, 0600, 0));
    CHECK_EQUAL(-EINVAL, hf_openat2(workspace, "file", O_RDONLY, 0, UINT64_C(1) << 63));
    CHECK_EQUAL(-ENOENT, hf_openat2(workspace, "absent", O_RDONLY, 0, RESOLVE_BENEATH));
    CHECK_EQUAL(-EBADF, hf_openat2(-1, "file", O_RDONLY, 0, 0));
}

static void closes_once(void)
{
    int fd = new_file("file", "");

    CHECK_EQUAL(0, hf_close(fd));
    CHECK_EQUAL(-EBADF, hf_close(fd));
    CHECK_EQUAL(-EBADF, hf_close(-1));
}

int main(void)
{
    static const struct test tests[] = {
        TEST(opens_files_and_directories),
        TEST(sets_the_mode_that_the_umask_leaves),
        TEST(always_closes_on_exec),
        TEST(names_every_reason_not_to_open),
        TEST(names_missing_permission),
        TEST(names_the_end_of_descriptors),
        TEST(makes_files_without_a_name),
        TEST(resolves_beneath_a_directory),
        TEST(closes_once),
    };

    return RUN_TESTS(tests);
}
