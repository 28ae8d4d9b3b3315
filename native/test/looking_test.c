#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "check.h"
#include "holdfast.h"
#include "kernel.h"

#define NANOS INT64_C(1000000000)

static void check_same(const struct stat *kernel, const struct hf_stat *seen)
{
    CHECK_EQUAL(kernel->st_dev, seen->dev);
    CHECK_EQUAL(kernel->st_ino, seen->ino);
    CHECK_EQUAL(kernel->st_mode, seen->mode);
    CHECK_EQUAL(kernel->st_nlink, seen->nlink);
    CHECK_EQUAL(kernel->st_uid, seen->uid);
    CHECK_EQUAL(kernel->st_gid, seen->gid);
    CHECK_EQUAL(kernel->st_rdev, seen->rdev);
    CHECK_EQUAL(kernel->st_size, seen->size);
    CHECK_EQUAL(kernel->st_blksize, seen->blksize);
    CHECK_EQUAL(kernel->st_blocks, seen->blocks);
    CHECK_EQUAL(kernel->st_atim.tv_sec * NANOS + kernel->st_atim.tv_nsec, seen->atime_ns);
    CHECK_EQUAL(kernel->st_mtim.tv_sec * NANOS + kernel->st_mtim.tv_nsec, seen->mtime_ns);
    CHECK_EQUAL(kernel->st_ctim.tv_sec * NANOS + kernel->st_ctim.tv_nsec, seen->ctime_ns);
}

static void tells_a_file_three_ways(void)
{
    int fd = new_file("file", "hello");
    struct stat kernel;
    struct hf_stat seen;

    CHECK_EQUAL(0, fstat(fd, &kernel));
    CHECK_EQUAL(0, hf_fstat(fd, &seen));
    check_same(&kernel, &seen);
    CHECK_EQUAL(STATX_BASIC_STATS, seen.mask);
    CHECK_EQUAL(0, seen.mnt_id);
    CHECK_EQUAL(0, hf_fstatat(workspace, "file", &seen, 0));
    check_same(&kernel, &seen);
    CHECK_EQUAL(0, hf_fstatat(fd, "", &seen, AT_EMPTY_PATH));
    check_same(&kernel, &seen);
    CHECK_EQUAL(0, hf_statx(workspace, "file", AT_STATX_FORCE_SYNC, STATX_BASIC_STATS, &seen));
    check_same(&kernel, &seen);
    CHECK_EQUAL(STATX_BASIC_STATS, seen.mask & STATX_BASIC_STATS);
}

static void tells_devices_the_same_way(void)
{
    struct stat kernel;
    struct hf_stat seen;

    CHECK_EQUAL(0, stat("/dev/null", &kernel));
    CHECK_EQUAL(0, hf_fstatat(AT_FDCWD, "/dev/null", &seen, 0));
    check_same(&kernel, &seen);
    CHECK_EQUAL(0, hf_statx(AT_FDCWD, "/dev/null", 0, STATX_BASIC_STATS, &seen));
    check_same(&kernel, &seen);
    CHECK_EQUAL(makedev(1, 3), seen.rdev);
}

static void tells_a_link_or_what_it_names(void)
{
    struct hf_stat seen;

    close(new_file("file", "hello"));
    CHECK_EQUAL(0, symlinkat("file", workspace, "link"));
    CHECK_EQUAL(0, hf_fstatat(workspace, "link", &seen, 0));
    CHECK_EQUAL(S_IFREG, seen.mode & S_IFMT);
    CHECK_EQUAL(0, hf_fstatat(workspace, "link", &seen, AT_SYMLINK_NOFOLLOW));
    CHECK_EQUAL(S_IFLNK, seen.mode & S_IFMT);
    CHECK_EQUAL(0, hf_statx(workspace, "link", AT_SYMLINK_NOFOLLOW, STATX_TYPE, &seen));
    CHECK_EQUAL(S_IFLNK, seen.mode & S_IFMT);
}

static void tells_the_birth_and_the_mount_where_the_kernel_does(void)
{
    struct hf_stat seen;

    close(new_file("file", "hello"));
    CHECK_EQUAL(0, hf_statx(workspace, "file", 0, STATX_BTIME | STATX_MNT_ID, &seen));
    if ((seen.mask & STATX_MNT_ID) != 0 && !emulated())
        CHECK(seen.mnt_id > 0);
    if ((seen.mask & STATX_BTIME) == 0)
        skip("no birth times on this file system");
    CHECK(seen.btime_ns > 0);
}

static void saturates_times(void)
{
    /* 2^34 seconds, which ext4 can store, are more nanoseconds than int64_t has. */
    const struct timespec times[2] = {{.tv_sec = INT64_C(15032385535)},
                                      {.tv_sec = INT64_C(15032385535)}};
    int fd = new_file("file", "");
    struct stat kernel;
    struct hf_stat seen;

    CHECK_EQUAL(0, futimens(fd, times));
    CHECK_EQUAL(0, fstat(fd, &kernel));
    if (kernel.st_mtim.tv_sec < INT64_C(9300000000))
        skip("this file system has no such late times");
    CHECK_EQUAL(0, hf_fstat(fd, &seen));
    CHECK_EQUAL(INT64_MAX, seen.mtime_ns);
}

static void names_every_reason_not_to_look(void)
{
    struct hf_stat seen = {.ino = 42};

    close(new_file("file", ""));
    CHECK_EQUAL(0, symlinkat("loop", workspace, "loop"));
    CHECK_EQUAL(-EBADF, hf_fstat(-1, &seen));
    CHECK_EQUAL(-ENOENT, hf_fstatat(workspace, "absent", &seen, 0));
    CHECK_EQUAL(-ENOENT, hf_fstatat(workspace, "", &seen, 0));
    CHECK_EQUAL(-ENOTDIR, hf_fstatat(workspace, "file/below", &seen, 0));
    CHECK_EQUAL(-ELOOP, hf_fstatat(workspace, "loop", &seen, 0));
    CHECK_EQUAL(-EINVAL, hf_fstatat(workspace, "file", &seen, 1 << 30));
    CHECK_EQUAL(-EBADF, hf_fstatat(-1, "file", &seen, 0));
    CHECK_EQUAL(-ENOENT, hf_statx(workspace, "absent", 0, STATX_BASIC_STATS, &seen));
    CHECK_EQUAL(-EINVAL, hf_statx(workspace, "file", 1 << 30, STATX_BASIC_STATS, &seen));
    CHECK_EQUAL(-EINVAL, hf_statx(workspace, "file", 0, 1U << 31, &seen));
    CHECK_EQUAL(-EBADF, hf_statx(-1, "file", 0, STATX_BASIC_STATS, &seen));
    CHECK_EQUAL(42, seen.ino);
}

static void look_into_forbidden_directory(void)
{
    struct hf_stat seen;

    CHECK_EQUAL(-EACCES, hf_fstatat(workspace, "closed/file", &seen, 0));
    CHECK_EQUAL(-EACCES, hf_statx(workspace, "closed/file", 0, STATX_BASIC_STATS, &seen));
}

static void names_missing_permission(void)
{
    CHECK_EQUAL(0, fchmod(workspace, 0755));
    CHECK_EQUAL(0, mkdirat(workspace, "closed", 0000));
    without_root(look_into_forbidden_directory);
}

static void tells_the_file_system(void)
{
    struct statfs kernel;
    struct hf_statfs seen;

    CHECK_EQUAL(0, fstatfs(workspace, &kernel));
    CHECK_EQUAL(0, hf_fstatfs(workspace, &seen));
    CHECK_EQUAL(kernel.f_type, seen.type);
    CHECK_EQUAL(kernel.f_bsize, seen.bsize);
    CHECK_EQUAL(kernel.f_blocks, seen.blocks);
    CHECK_EQUAL(kernel.f_files, seen.files);
    CHECK_EQUAL(kernel.f_namelen, seen.namelen);
    CHECK_EQUAL(kernel.f_frsize, seen.frsize);
    CHECK_EQUAL(kernel.f_flags, seen.flags);
    CHECK(memcmp(&kernel.f_fsid, &seen.fsid, sizeof seen.fsid) == 0);
    CHECK_EQUAL(-EBADF, hf_fstatfs(-1, &seen));
}

/* Marks the names "a" and "b" in a buffer of records; answers how many others there were. */
static int find_names(const char *records, int64_t filled, bool found[2])
{
    int others = 0;

    for (int64_t at = 0; at < filled;) {
        const struct dirent *entry = (const struct dirent *)(const void *)(records + at);

        if (strcmp(entry->d_name, "a") == 0)
            found[0] = true;
        else if (strcmp(entry->d_name, "b") == 0)
            found[1] = true;
        else
            others++;
        at += entry->d_reclen;
    }
    return others;
}

static void lists_a_directory(void)
{
    _Alignas(8) char records[4096];
    bool found[2] = {false, false};
    int64_t filled;
    int others = 0;

    close(new_file("a", ""));
    close(new_file("b", ""));
    for (int round = 0; round < 2; round++) {
        memset(found, 0, sizeof found);
        others = 0;
        while ((filled = hf_getdents64(workspace, records, sizeof records)) > 0)
            others += find_names(records, filled, found);
        CHECK_EQUAL(0, filled);
        CHECK(found[0] && found[1]);
        CHECK_EQUAL(2, others);
        CHECK_EQUAL(0, hf_lseek(workspace, 0, SEEK_SET));
    }
}

static void names_every_reason_not_to_list(void)
{
    _Alignas(8) char records[4096];
    int gone;

    CHECK_EQUAL(-EINVAL, hf_getdents64(workspace, records, 8));
    CHECK_EQUAL(-ENOTDIR, hf_getdents64(new_file("file", ""), records, sizeof records));
    CHECK_EQUAL(-EBADF, hf_getdents64(-1, records, sizeof records));
    CHECK_EQUAL(0, mkdirat(workspace, "gone", 0700));
    gone = openat(workspace, "gone", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    CHECK_EQUAL(0, unlinkat(workspace, "gone", AT_REMOVEDIR));
    CHECK_EQUAL(-ENOENT, hf_getdents64(gone, records, sizeof records));
}

static void opens_streams(void)
{
    void *stream = NULL;
    const struct dirent *entry;
    bool found = false;

    close(new_file("a", ""));
    CHECK_EQUAL(0, hf_opendir(workspace, ".", &stream));
    CHECK(hf_dirfd(stream) >= 0);
    while ((entry = readdir(stream)) != NULL)
        found |= strcmp(entry->d_name, "a") == 0;
    CHECK(found);
    CHECK_EQUAL(0, hf_closedir(stream));
}

static void names_every_reason_not_to_open_a_stream(void)
{
    void *stream = &stream;

    close(new_file("file", ""));
    CHECK_EQUAL(-ENOENT, hf_opendir(workspace, "absent", &stream));
    CHECK_EQUAL(-ENOTDIR, hf_opendir(workspace, "file", &stream));
    CHECK_EQUAL(-EBADF, hf_opendir(-1, "file", &stream));
    CHECK(stream == &stream);
    CHECK_EQUAL(0, hf_opendir(workspace, ".", &stream));
    CHECK_EQUAL(0, close(hf_dirfd(stream)));
    CHECK_EQUAL(-EBADF, hf_closedir(stream));
}

int main(void)
{
    static const struct test tests[] = {
        TEST(tells_a_file_three_ways),
        TEST(tells_devices_the_same_way),
        TEST(tells_a_link_or_what_it_names),
        TEST(tells_the_birth_and_the_mount_where_the_kernel_does),
        TEST(saturates_times),
        TEST(names_every_reason_not_to_look),
        TEST(names_missing_permission),
        TEST(tells_the_file_system),
        TEST(lists_a_directory),
        TEST(names_every_reason_not_to_list),
        TEST(opens_streams),
        TEST(names_every_reason_not_to_open_a_stream),
    };

    return RUN_TESTS(tests);
}
