#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "check.h"
#include "holdfast.h"

static void syncs_files(void)
{
    int fd = new_file("file", "hello");

    CHECK_EQUAL(0, hf_fsync(fd));
    CHECK_EQUAL(0, hf_fdatasync(fd));
    CHECK_EQUAL(0, hf_syncfs(fd));
}

static void syncs_directories(void)
{
    int result = hf_fsync(workspace);

    if (result == -EINVAL)
        skip("directories cannot be synced on this file system");
    CHECK_EQUAL(0, result);
    CHECK_EQUAL(0, hf_fdatasync(workspace));
    CHECK_EQUAL(0, hf_syncfs(workspace));
}

static void syncs_a_descriptor_that_is_read_only(void)
{
    close(new_file("file", "hello"));
    CHECK_EQUAL(0, hf_fsync(openat(workspace, "file", O_RDONLY | O_CLOEXEC)));
}

static void writes_back_a_range(void)
{
    int fd = new_file("file", "hello");
    int ends[2];

    CHECK_EQUAL(0, pipe(ends));
    CHECK_EQUAL(0, hf_sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE));
    CHECK_EQUAL(0, hf_sync_file_range(fd, 0, 5, SYNC_FILE_RANGE_WAIT_AFTER));
    CHECK_EQUAL(-EINVAL, hf_sync_file_range(fd, 0, 0, 1U << 31));
    CHECK_EQUAL(-EINVAL, hf_sync_file_range(fd, -1, 0, SYNC_FILE_RANGE_WRITE));
    CHECK_EQUAL(-ESPIPE, hf_sync_file_range(ends[1], 0, 0, SYNC_FILE_RANGE_WRITE));
    CHECK_EQUAL(-EBADF, hf_sync_file_range(-1, 0, 0, SYNC_FILE_RANGE_WRITE));
}

static void names_what_cannot_be_synced(void)
{
    int path_only = openat(workspace, ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    int ends[2];

    CHECK_EQUAL(0, pipe(ends));
    CHECK_EQUAL(-EINVAL, hf_fsync(ends[1]));
    CHECK_EQUAL(-EINVAL, hf_fdatasync(ends[1]));
    CHECK_EQUAL(-EBADF, hf_fsync(path_only));
    CHECK_EQUAL(-EBADF, hf_fdatasync(path_only));
    CHECK_EQUAL(-EBADF, hf_syncfs(path_only));
    CHECK_EQUAL(-EBADF, hf_fsync(-1));
    CHECK_EQUAL(-EBADF, hf_fdatasync(-1));
    CHECK_EQUAL(-EBADF, hf_syncfs(-1));
}

int main(void)
{
    static const struct test tests[] = {
        TEST(syncs_files),
        TEST(syncs_directories),
        TEST(syncs_a_descriptor_that_is_read_only),
        TEST(writes_back_a_range),
        TEST(names_what_cannot_be_synced),
    };

    return RUN_TESTS(tests);
}
