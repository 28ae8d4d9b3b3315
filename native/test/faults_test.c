/*
 * Every function of holdfast.h, with the N-th call behind it failing: it answers -E, exactly then,
 * and leaves errno as the call left it.
 */
#include "faults.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "check.h"
#include "holdfast.h"

/* What errno is before a call, so that a change is seen. */
#define UNTOUCHED 4711

static int file = -1;
static int directory = -1;
static char buffer[4096];
static int number;

/* Each invokes one function in a way that works any number of times. */

static const char *fresh_name(void)
{
    static char name[32];

    snprintf(name, sizeof name, "fresh-%d", number++);
    return name;
}

static int64_t close_fresh_descriptor(int64_t fd)
{
    if (fd >= 0)
        hf_direct_calls.close_raw((int)fd);
    return fd < 0 ? fd : 0;
}

static int64_t do_openat(void)
{
    return close_fresh_descriptor(hf_openat(workspace, "file", O_RDWR, 0));
}

static int64_t do_openat2(void)
{
    return close_fresh_descriptor(hf_openat2(workspace, "file", O_RDWR, 0, 0));
}

static int64_t do_close(void)
{
    int fd = dup(file);
    int result = hf_close(fd);

    /* Where the fault was ours the kernel has not heard of the close. */
    if (result < 0) {
        int error = errno;

        hf_direct_calls.close_raw(fd);
        errno = error;
    }
    return result;
}

static int64_t do_read(void)
{
    return hf_read(file, buffer, 1);
}

static int64_t do_write(void)
{
    return hf_write(file, "x", 1);
}

static int64_t do_pread(void)
{
    return hf_pread(file, buffer, 1, 0);
}

static int64_t do_pwrite(void)
{
    return hf_pwrite(file, "x", 1, 0);
}

static int64_t do_lseek(void)
{
    return hf_lseek(file, 3, SEEK_SET);
}

static int64_t do_ftruncate(void)
{
    return hf_ftruncate(file, 100);
}

static int64_t do_fallocate(void)
{
    return hf_fallocate(file, 0, 0, 100);
}

static int64_t do_fsync(void)
{
    return hf_fsync(file);
}

static int64_t do_fdatasync(void)
{
    return hf_fdatasync(file);
}

static int64_t do_syncfs(void)
{
    return hf_syncfs(file);
}

static int64_t do_sync_file_range(void)
{
    return hf_sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE);
}

static int64_t do_fstat(void)
{
    struct hf_stat stat;

    return hf_fstat(file, &stat);
}

static int64_t do_fstatat(void)
{
    struct hf_stat stat;

    return hf_fstatat(workspace, "file", &stat, 0);
}

static int64_t do_statx(void)
{
    struct hf_stat stat;

    return hf_statx(workspace, "file", 0, STATX_BASIC_STATS, &stat);
}

static int64_t do_fstatfs(void)
{
    struct hf_statfs statfs;

    return hf_fstatfs(file, &statfs);
}

static int64_t do_getdents64(void)
{
    int64_t result = hf_getdents64(directory, buffer, sizeof buffer);

    return result > 0 ? 1 : result;
}

static int64_t do_opendir(void)
{
    void *stream;
    int result = hf_opendir(workspace, ".", &stream);

    if (result == 0)
        hf_direct_calls.closedir(stream);
    return result;
}

static int64_t do_dirfd(void)
{
    void *stream;
    int result;
    int error;

    CHECK_EQUAL(0, hf_opendir(workspace, ".", &stream));
    errno = UNTOUCHED;
    result = hf_dirfd(stream);
    error = errno;
    hf_direct_calls.closedir(stream);
    errno = error;
    return result < 0 ? result : 0;
}

static int64_t do_closedir(void)
{
    void *stream;
    int result;

    CHECK_EQUAL(0, hf_opendir(workspace, ".", &stream));
    errno = UNTOUCHED;
    result = hf_closedir(stream);
    if (result < 0) {
        int error = errno;

        hf_direct_calls.closedir(stream);
        errno = error;
    }
    return result;
}

static int64_t do_mkdirat(void)
{
    return hf_mkdirat(workspace, fresh_name(), 0700);
}

static int64_t do_unlinkat(void)
{
    const char *name = fresh_name();

    close_fresh_descriptor(openat(workspace, name, O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    return hf_unlinkat(workspace, name, 0);
}

static int64_t do_linkat(void)
{
    return hf_linkat(workspace, "file", workspace, fresh_name(), 0);
}

static int64_t do_renameat2(void)
{
    const char *name = fresh_name();

    close_fresh_descriptor(openat(workspace, name, O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    return hf_renameat2(workspace, name, workspace, "renamed", 0);
}

static int64_t do_symlinkat(void)
{
    return hf_symlinkat("target", workspace, fresh_name());
}

static int64_t do_readlinkat(void)
{
    return hf_readlinkat(workspace, "link", buffer, sizeof buffer);
}

static int64_t do_fchmod(void)
{
    return hf_fchmod(file, 0600);
}

static int64_t do_fchmodat(void)
{
    return hf_fchmodat(workspace, "file", 0600);
}

static int64_t do_fchown(void)
{
    return hf_fchown(file, -1, -1);
}

static int64_t do_fchownat(void)
{
    return hf_fchownat(workspace, "file", -1, -1, 0);
}

static int64_t do_utimensat(void)
{
    return hf_utimensat(workspace, "file", 1, 2, 3, 4, 0);
}

static int64_t do_fsetxattr(void)
{
    return hf_fsetxattr(file, "user.holdfast", "x", 1, 0);
}

static int64_t do_fgetxattr(void)
{
    return hf_fgetxattr(file, "user.holdfast", buffer, sizeof buffer);
}

static int64_t do_fremovexattr(void)
{
    fsetxattr(file, "user.gone", "x", 1, 0);
    return hf_fremovexattr(file, "user.gone");
}

static int64_t do_flock(void)
{
    return hf_flock(file, LOCK_EX | LOCK_NB);
}

static int64_t do_fcntl_setlk(void)
{
    return hf_fcntl_setlk(file, F_OFD_SETLK, F_WRLCK, 0, 0);
}

static int64_t do_fcntl_getlk(void)
{
    struct hf_lock lock;

    return hf_fcntl_getlk(file, F_OFD_GETLK, F_WRLCK, 0, 0, &lock);
}

static int64_t do_fcntl_getfl(void)
{
    return hf_fcntl_getfl(file);
}

static int64_t do_gethostname(void)
{
    return hf_gethostname(buffer, sizeof buffer);
}

static int64_t do_clock_gettime(void)
{
    int64_t result = hf_clock_gettime(CLOCK_MONOTONIC);

    return result > 0 ? 0 : result;
}

static int64_t do_boot_id(void)
{
    return hf_boot_id(buffer, sizeof buffer);
}

static const struct subject {
    const char *function;
    int64_t (*invoke)(void);
    /* The calls that it makes, in order; their failure is the function's own. */
    enum fault calls[3];
    int call_count;
} subjects[] = {
    {"hf_openat", do_openat, {FAULT_openat_mode}, 1},
    {"hf_openat2", do_openat2, {FAULT_openat2_raw}, 1},
    {"hf_close", do_close, {FAULT_close_raw}, 1},
    {"hf_read", do_read, {FAULT_read}, 1},
    {"hf_write", do_write, {FAULT_write}, 1},
    {"hf_pread", do_pread, {FAULT_pread}, 1},
    {"hf_pwrite", do_pwrite, {FAULT_pwrite}, 1},
    {"hf_lseek", do_lseek, {FAULT_lseek}, 1},
    {"hf_ftruncate", do_ftruncate, {FAULT_ftruncate}, 1},
    {"hf_fallocate", do_fallocate, {FAULT_fallocate}, 1},
    {"hf_fsync", do_fsync, {FAULT_fsync}, 1},
    {"hf_fdatasync", do_fdatasync, {FAULT_fdatasync}, 1},
    {"hf_syncfs", do_syncfs, {FAULT_syncfs}, 1},
    {"hf_sync_file_range", do_sync_file_range, {FAULT_sync_file_range}, 1},
    {"hf_fstat", do_fstat, {FAULT_fstat}, 1},
    {"hf_fstatat", do_fstatat, {FAULT_fstatat}, 1},
    {"hf_statx", do_statx, {FAULT_statx_raw}, 1},
    {"hf_fstatfs", do_fstatfs, {FAULT_fstatfs}, 1},
    {"hf_getdents64", do_getdents64, {FAULT_getdents64_raw}, 1},
    {"hf_opendir", do_opendir, {FAULT_openat_mode, FAULT_fdopendir}, 2},
    {"hf_dirfd", do_dirfd, {FAULT_dirfd}, 1},
    {"hf_closedir", do_closedir, {FAULT_closedir}, 1},
    {"hf_mkdirat", do_mkdirat, {FAULT_mkdirat}, 1},
    {"hf_unlinkat", do_unlinkat, {FAULT_unlinkat}, 1},
    {"hf_linkat", do_linkat, {FAULT_linkat}, 1},
    {"hf_renameat2", do_renameat2, {FAULT_renameat2_raw}, 1},
    {"hf_symlinkat", do_symlinkat, {FAULT_symlinkat}, 1},
    {"hf_readlinkat", do_readlinkat, {FAULT_readlinkat_raw}, 1},
    {"hf_fchmod", do_fchmod, {FAULT_fchmod_raw}, 1},
    {"hf_fchmodat", do_fchmodat, {FAULT_fchmodat}, 1},
    {"hf_fchown", do_fchown, {FAULT_fchown_raw}, 1},
    {"hf_fchownat", do_fchownat, {FAULT_fchownat}, 1},
    {"hf_utimensat", do_utimensat, {FAULT_utimensat}, 1},
    {"hf_fsetxattr", do_fsetxattr, {FAULT_fsetxattr}, 1},
    {"hf_fgetxattr", do_fgetxattr, {FAULT_fgetxattr}, 1},
    {"hf_fremovexattr", do_fremovexattr, {FAULT_fremovexattr}, 1},
    {"hf_flock", do_flock, {FAULT_flock}, 1},
    {"hf_fcntl_setlk", do_fcntl_setlk, {FAULT_fcntl_lock}, 1},
    {"hf_fcntl_getlk", do_fcntl_getlk, {FAULT_fcntl_lock}, 1},
    {"hf_fcntl_getfl", do_fcntl_getfl, {FAULT_fcntl_flags}, 1},
    {"hf_gethostname", do_gethostname, {FAULT_uname}, 1},
    {"hf_clock_gettime", do_clock_gettime, {FAULT_clock_gettime}, 1},
    {"hf_boot_id", do_boot_id, {FAULT_openat_mode, FAULT_read}, 2},
};

#define SUBJECTS ((int)(sizeof subjects / sizeof subjects[0]))

static void prepare(void)
{
    faults_clear();
    file = new_file("file", "hello");
    CHECK_EQUAL(0, symlinkat("target", workspace, "link"));
    fsetxattr(file, "user.holdfast", "x", 1, 0);
    directory = openat(workspace, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

static void begin(const struct subject *subject)
{
    printf("  %s\n", subject->function);
    fflush(stdout);
    lseek(file, 0, SEEK_SET);
    lseek(directory, 0, SEEK_SET);
    faults_clear();
}

/* What the file system itself answers to the subject, unhindered. */
static int64_t usual_answer(const struct subject *subject)
{
    int64_t usual = subject->invoke();

    lseek(file, 0, SEEK_SET);
    lseek(directory, 0, SEEK_SET);
    if (usual < 0)
        CHECK(usual == -EOPNOTSUPP || usual == -ENOSYS || usual == -ENODATA);
    return usual;
}

static void fail_nth(const struct subject *subject, enum fault call, int nth, int error,
                     int64_t usual)
{
    lseek(file, 0, SEEK_SET);
    lseek(directory, 0, SEEK_SET);
    fault_at(call, nth, error);
    for (int i = 1; i <= nth + 1; i++) {
        int64_t result;

        errno = UNTOUCHED;
        result = subject->invoke();
        if (i == nth) {
            CHECK_EQUAL(-error, result);
            CHECK_EQUAL(error, errno);
        } else if (usual < 0) {
            CHECK_EQUAL(usual, result);
            CHECK_EQUAL(-usual, errno);
        } else {
            CHECK(result >= 0);
            CHECK_EQUAL(UNTOUCHED, errno);
        }
    }
}

static void answers_the_errno_of_exactly_the_call_that_failed(void)
{
    static const int errors[] = {EIO, EINTR, ENOSPC, EDQUOT, ESTALE, EROFS, 512};

    prepare();
    for (int i = 0; i < SUBJECTS; i++) {
        const struct subject *subject = &subjects[i];
        int64_t usual;

        begin(subject);
        usual = usual_answer(subject);
        for (int j = 0; j < subject->call_count; j++)
            for (size_t k = 0; k < sizeof errors / sizeof errors[0]; k++)
                for (int nth = 1; nth <= 3; nth++)
                    fail_nth(subject, subject->calls[j], nth, errors[k], usual);
    }
}

static void reaches_the_kernel_through_no_other_call(void)
{
    bool reached[FAULT_COUNT] = {false};

    prepare();
    for (int i = 0; i < SUBJECTS; i++) {
        begin(&subjects[i]);
        subjects[i].invoke();
        for (int call = 0; call < FAULT_COUNT; call++)
            reached[call] |= fault_calls((enum fault)call) > 0;
        for (int j = 0; j < subjects[i].call_count; j++)
            CHECK_EQUAL(1, fault_calls(subjects[i].calls[j]));
    }
    for (int call = 0; call < FAULT_COUNT; call++)
        if (!reached[call])
            check_failed(__FILE__, __LINE__, fault_name((enum fault)call));
}

static int descriptors(void)
{
    int count = 0;

    for (int fd = 0; fd < 256; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

static void opendir_leaks_nothing_and_names_the_first_failure(void)
{
    void *stream = &stream;
    int before;

    prepare();
    before = descriptors();
    fault_at(FAULT_fdopendir, 1, ENOMEM);
    CHECK_EQUAL(-ENOMEM, hf_opendir(workspace, ".", &stream));
    CHECK_EQUAL(ENOMEM, errno);
    CHECK_EQUAL(1, fault_calls(FAULT_close_raw));
    CHECK_EQUAL(before, descriptors());
    CHECK(stream == &stream);
    fault_at(FAULT_fdopendir, 1, ENOMEM);
    fault_at(FAULT_close_raw, 1, EIO);
    CHECK_EQUAL(-ENOMEM, hf_opendir(workspace, ".", &stream));
    CHECK_EQUAL(ENOMEM, errno);
}

static ssize_t read_a_little(int fd, void *into, size_t length)
{
    return hf_direct_calls.read(fd, into, length < 10 ? length : 10);
}

static void boot_id_leaks_nothing_and_refuses_a_short_one(void)
{
    int before;

    prepare();
    before = descriptors();
    fault_at(FAULT_read, 1, EACCES);
    CHECK_EQUAL(-EACCES, hf_boot_id(buffer, sizeof buffer));
    CHECK_EQUAL(EACCES, errno);
    CHECK_EQUAL(before, descriptors());
    hf_test_calls.read = read_a_little;
    CHECK_EQUAL(-EIO, hf_boot_id(buffer, sizeof buffer));
    CHECK_EQUAL(EIO, errno);
    CHECK_EQUAL(before, descriptors());
}

static ssize_t write_half(int fd, const void *from, size_t length)
{
    return hf_direct_calls.write(fd, from, length / 2);
}

static void shows_short_transfers(void)
{
    prepare();
    hf_test_calls.write = write_half;
    CHECK_EQUAL(3, hf_write(file, "123456", 6));
    CHECK_EQUAL(0, fault_calls(FAULT_write));
}

static int close_calls;

static int interrupted_close(int fd)
{
    close_calls++;
    hf_direct_calls.close_raw(fd);
    errno = EINTR;
    return -1;
}

static void never_retries_a_close(void)
{
    prepare();
    hf_test_calls.close_raw = interrupted_close;
    CHECK_EQUAL(-EINTR, hf_close(dup(file)));
    CHECK_EQUAL(1, close_calls);
}

int main(void)
{
    static const struct test tests[] = {
        TEST(answers_the_errno_of_exactly_the_call_that_failed),
        TEST(reaches_the_kernel_through_no_other_call),
        TEST(opendir_leaks_nothing_and_names_the_first_failure),
        TEST(boot_id_leaks_nothing_and_refuses_a_short_one),
        TEST(shows_short_transfers),
        TEST(never_retries_a_close),
    };

    return RUN_TESTS(tests);
}
