#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "holdfast.h"

static char buffer[64];

static void reads_and_writes_at_the_offset(void)
{
    int fd = new_file("file", "");

    CHECK_EQUAL(5, hf_write(fd, "hello", 5));
    CHECK_EQUAL(0, hf_read(fd, buffer, sizeof buffer));
    CHECK_EQUAL(1, hf_lseek(fd, 1, SEEK_SET));
    CHECK_EQUAL(4, hf_read(fd, buffer, sizeof buffer));
    CHECK(memcmp(buffer, "ello", 4) == 0);
    CHECK_EQUAL(5, hf_lseek(fd, 0, SEEK_END));
    CHECK_EQUAL(3, hf_lseek(fd, -2, SEEK_CUR));
}

static void reads_and_writes_at_a_position(void)
{
    int fd = new_file("file", "hello");

    CHECK_EQUAL(2, hf_pwrite(fd, "LL", 2, 2));
    CHECK_EQUAL(3, hf_pread(fd, buffer, 3, 1));
    CHECK(memcmp(buffer, "eLL", 3) == 0);
    CHECK_EQUAL(0, hf_pread(fd, buffer, sizeof buffer, 5));
    CHECK_EQUAL(0, hf_pread(fd, buffer, sizeof buffer, INT64_C(1) << 40));
    CHECK_EQUAL(5, hf_lseek(fd, 0, SEEK_CUR));
}

static void has_64_bits_of_offset(void)
{
    int fd = new_file("file", "");
    int64_t far = INT64_C(5) << 30;

    CHECK_EQUAL(0, hf_ftruncate(fd, far + 2));
    CHECK_EQUAL(1, hf_pwrite(fd, "x", 1, far));
    CHECK_EQUAL(2, hf_pread(fd, buffer, sizeof buffer, far));
    CHECK(memcmp(buffer, "x", 2) == 0);
    CHECK_EQUAL(far, hf_lseek(fd, far, SEEK_SET));
}

static void names_descriptors_of_the_wrong_kind(void)
{
    int pipe_ends[2];
    int reader;
    int writer;

    close(new_file("file", "hello"));
    reader = openat(workspace, "file", O_RDONLY | O_CLOEXEC);
    writer = openat(workspace, "file", O_WRONLY | O_CLOEXEC);
    CHECK_EQUAL(0, pipe(pipe_ends));
    CHECK_EQUAL(-EBADF, hf_read(writer, buffer, 1));
    CHECK_EQUAL(-EBADF, hf_pread(writer, buffer, 1, 0));
    CHECK_EQUAL(-EBADF, hf_write(reader, buffer, 1));
    CHECK_EQUAL(-EBADF, hf_pwrite(reader, buffer, 1, 0));
    CHECK_EQUAL(-EBADF, hf_read(-1, buffer, 1));
    CHECK_EQUAL(-EBADF, hf_write(-1, buffer, 1));
    CHECK_EQUAL(-EBADF, hf_lseek(-1, 0, SEEK_SET));
    CHECK_EQUAL(-EBADF, hf_ftruncate(-1, 0));
    CHECK_EQUAL(-EBADF, hf_fallocate(-1, 0, 0, 1));
    CHECK_EQUAL(-EISDIR, hf_read(workspace, buffer, 1));
    CHECK_EQUAL(-EISDIR, hf_pread(workspace, buffer, 1, 0));
    CHECK_EQUAL(-ESPIPE, hf_pread(pipe_ends[0], buffer, 1, 0));
    CHECK_EQUAL(-ESPIPE, hf_pwrite(pipe_ends[1], buffer, 1, 0));
    CHECK_EQUAL(-ESPIPE, hf_lseek(pipe_ends[0], 0, SEEK_SET));
    CHECK_EQUAL(-ESPIPE, hf_fallocate(pipe_ends[1], 0, 0, 1));
    CHECK_EQUAL(-EINVAL, hf_ftruncate(pipe_ends[1], 0));
    CHECK_EQUAL(-EINVAL, hf_ftruncate(reader, 0));
}

static void names_impossible_numbers(void)
{
    int fd = new_file("file", "hello");

    CHECK_EQUAL(-EINVAL, hf_pread(fd, buffer, 1, -1));
    CHECK_EQUAL(-EINVAL, hf_pwrite(fd, buffer, 1, -1));
    CHECK_EQUAL(-EINVAL, hf_lseek(fd, -1, SEEK_SET));
    CHECK_EQUAL(-EINVAL, hf_lseek(fd, 0, 99));
    CHECK_EQUAL(-ENXIO, hf_lseek(fd, 5, SEEK_DATA));
    CHECK_EQUAL(-EINVAL, hf_ftruncate(fd, -1));
    CHECK_EQUAL(-EINVAL, hf_fallocate(fd, 0, 0, 0));
    CHECK_EQUAL(-EINVAL, hf_fallocate(fd, 0, -1, 1));
    CHECK_EQUAL(-EFBIG, hf_fallocate(fd, 0, INT64_MAX, 1));
}

static void names_full_devices_and_limits(void)
{
    const struct rlimit limit = {.rlim_cur = 8, .rlim_max = 8};
    int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
    int fd = new_file("file", "hello");

    if (full >= 0)
        CHECK_EQUAL(-ENOSPC, hf_write(full, "x", 1));
    signal(SIGXFSZ, SIG_IGN);
    CHECK_EQUAL(0, setrlimit(RLIMIT_FSIZE, &limit));
    CHECK_EQUAL(3, hf_pwrite(fd, "123456", 6, 5));
    CHECK_EQUAL(-EFBIG, hf_pwrite(fd, "x", 1, 8));
    CHECK_EQUAL(-EFBIG, hf_ftruncate(fd, 9));
    CHECK_EQUAL(-EFBIG, hf_fallocate(fd, 0, 8, 1));
}

static void names_pipes_that_are_full_empty_or_broken(void)
{
    static char page[4096];
    int ends[2];
    int64_t result;

    CHECK_EQUAL(0, pipe2(ends, O_NONBLOCK | O_CLOEXEC));
    CHECK_EQUAL(-EAGAIN, hf_read(ends[0], buffer, 1));
    do
        result = hf_write(ends[1], page, sizeof page);
    while (result > 0);
    CHECK_EQUAL(-EAGAIN, result);
    signal(SIGPIPE, SIG_IGN);
    close(ends[0]);
    CHECK_EQUAL(-EPIPE, hf_write(ends[1], "x", 1));
}

static void shows_interruption(void)
{
    int ends[2];

    CHECK_EQUAL(0, pipe(ends));
    interrupt_soon();
    CHECK_EQUAL(-EINTR, hf_read(ends[0], buffer, 1));
}

static void reserves_space(void)
{
    int fd = new_file("file", "");
    struct stat stat;
    int result = hf_fallocate(fd, 0, 0, 10000);

    if (result == -EOPNOTSUPP)
        skip("no fallocate on this file system");
    CHECK_EQUAL(0, result);
    CHECK_EQUAL(0, fstat(fd, &stat));
    CHECK_EQUAL(10000, stat.st_size);
    CHECK_EQUAL(0, hf_fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, 20000));
    CHECK_EQUAL(0, fstat(fd, &stat));
    CHECK_EQUAL(10000, stat.st_size);
}

static void cuts_and_lengthens(void)
{
    int fd = new_file("file", "hello");

    CHECK_EQUAL(0, hf_ftruncate(fd, 2));
    CHECK_EQUAL(0, hf_ftruncate(fd, 4));
    CHECK_EQUAL(4, hf_pread(fd, buffer, sizeof buffer, 0));
    CHECK(memcmp(buffer, "he\0\0", 4) == 0);
}

int main(void)
{
    static const struct test tests[] = {
        TEST(reads_and_writes_at_the_offset),
        TEST(reads_and_writes_at_a_position),
        TEST(has_64_bits_of_offset),
        TEST(names_descriptors_of_the_wrong_kind),
        TEST(names_impossible_numbers),
        TEST(names_full_devices_and_limits),
        TEST(names_pipes_that_are_full_empty_or_broken),
        TEST(shows_interruption),
        TEST(reserves_space),
        TEST(cuts_and_lengthens),
    };

    return RUN_TESTS(tests);
}
