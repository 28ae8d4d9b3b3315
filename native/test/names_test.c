#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "holdfast.h"
#include "kernel.h"

static char long_name[257];

static void make_long_name(void)
{
    memset(long_name, 'n', sizeof long_name - 1);
}

static int exists(const char *name)
{
    return faccessat(workspace, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

static ino_t inode_of(const char *name)
{
    struct stat stat;

    CHECK_EQUAL(0, fstatat(workspace, name, &stat, AT_SYMLINK_NOFOLLOW));
    return stat.st_ino;
}

static void makes_and_removes_directories(void)
{
    struct stat stat;

    umask(022);
    CHECK_EQUAL(0, hf_mkdirat(workspace, "d", 0777));
    CHECK_EQUAL(0, fstatat(workspace, "d", &stat, 0));
    CHECK_EQUAL(S_IFDIR | 0755, stat.st_mode);
    CHECK_EQUAL(0, hf_unlinkat(workspace, "d", AT_REMOVEDIR));
    CHECK(!exists("d"));
}

static void removes_names(void)
{
    close(new_file("file", ""));
    CHECK_EQUAL(0, hf_unlinkat(workspace, "file", 0));
    CHECK_EQUAL(-ENOENT, hf_unlinkat(workspace, "file", 0));
}

static void names_every_reason_not_to_make_or_remove(void)
{
    make_long_name();
    close(new_file("file", ""));
    CHECK_EQUAL(0, mkdirat(workspace, "d", 0700));
    CHECK_EQUAL(0, mkdirat(workspace, "d/below", 0700));
    CHECK_EQUAL(-EEXIST, hf_mkdirat(workspace, "file", 0700));
    CHECK_EQUAL(-EEXIST, hf_mkdirat(workspace, "d", 0700));
    CHECK_EQUAL(-ENOENT, hf_mkdirat(workspace, "absent/d", 0700));
    CHECK_EQUAL(-ENOTDIR, hf_mkdirat(workspace, "file/d", 0700));
    CHECK_EQUAL(-ENAMETOOLONG, hf_mkdirat(workspace, long_name, 0700));
    CHECK_EQUAL(-EBADF, hf_mkdirat(-1, "x", 0700));
    CHECK_EQUAL(-EISDIR, hf_unlinkat(workspace, "d", 0));
    CHECK_EQUAL(-ENOTDIR, hf_unlinkat(workspace, "file", AT_REMOVEDIR));
    CHECK_EQUAL(-ENOTEMPTY, hf_unlinkat(workspace, "d", AT_REMOVEDIR));
    CHECK_EQUAL(-EINVAL, hf_unlinkat(workspace, "file", 1 << 30));
    CHECK_EQUAL(-EINVAL, hf_unlinkat(workspace, ".", AT_REMOVEDIR));
    CHECK_EQUAL(-EBADF, hf_unlinkat(-1, "file", 0));
}

static void links_exclusively(void)
{
    close(new_file("old", "1"));
    close(new_file("taken", "2"));
    CHECK_EQUAL(0, hf_linkat(workspace, "old", workspace, "new", 0));
    CHECK_EQUAL(inode_of("old"), inode_of("new"));
    CHECK_EQUAL(-EEXIST, hf_linkat(workspace, "old", workspace, "taken", 0));
    CHECK_EQUAL(-EEXIST, hf_linkat(workspace, "old", workspace, "new", 0));
}

static void names_every_reason_not_to_link(void)
{
    make_long_name();
    close(new_file("old", ""));
    CHECK_EQUAL(0, mkdirat(workspace, "d", 0700));
    CHECK_EQUAL(-ENOENT, hf_linkat(workspace, "absent", workspace, "new", 0));
    CHECK_EQUAL(-EPERM, hf_linkat(workspace, "d", workspace, "new", 0));
    CHECK_EQUAL(-EXDEV, hf_linkat(AT_FDCWD, "/proc/version", workspace, "new", 0));
    CHECK_EQUAL(-ENAMETOOLONG, hf_linkat(workspace, "old", workspace, long_name, 0));
    CHECK_EQUAL(-EINVAL, hf_linkat(workspace, "old", workspace, "new", 1 << 30));
    CHECK_EQUAL(-EBADF, hf_linkat(-1, "old", workspace, "new", 0));
    CHECK_EQUAL(-EBADF, hf_linkat(workspace, "old", -1, "new", 0));
}

static void links_a_symbolic_link_or_its_file(void)
{
    close(new_file("file", ""));
    CHECK_EQUAL(0, symlinkat("file", workspace, "link"));
    CHECK_EQUAL(0, hf_linkat(workspace, "link", workspace, "same-link", 0));
    CHECK_EQUAL(inode_of("link"), inode_of("same-link"));
    CHECK_EQUAL(0, hf_linkat(workspace, "link", workspace, "same-file", AT_SYMLINK_FOLLOW));
    CHECK_EQUAL(inode_of("file"), inode_of("same-file"));
}

static void names_a_file_that_has_none(void)
{
    char path[64];
    int fd = openat(workspace, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    int sealed = openat(workspace, ".", O_TMPFILE | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
    int result;

    if (fd < 0)
        skip("no O_TMPFILE on this file system");
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    CHECK_EQUAL(0, hf_linkat(AT_FDCWD, path, workspace, "by-proc", AT_SYMLINK_FOLLOW));
    result = hf_linkat(fd, "", workspace, "by-descriptor", AT_EMPTY_PATH);
    CHECK(result == 0 || result == -ENOENT);
    snprintf(path, sizeof path, "/proc/self/fd/%d", sealed);
    CHECK_EQUAL(-ENOENT, hf_linkat(AT_FDCWD, path, workspace, "sealed", AT_SYMLINK_FOLLOW));
}

static void renames_over_what_is_there(void)
{
    ino_t old;

    close(new_file("old", "1"));
    close(new_file("new", "2"));
    old = inode_of("old");
    CHECK_EQUAL(0, hf_renameat2(workspace, "old", workspace, "new", 0));
    CHECK(!exists("old"));
    CHECK_EQUAL(old, inode_of("new"));
    CHECK_EQUAL(0, mkdirat(workspace, "d", 0700));
    CHECK_EQUAL(0, hf_renameat2(workspace, "new", workspace, "d/moved", 0));
    CHECK_EQUAL(old, inode_of("d/moved"));
}

static void leaves_two_names_of_one_file_alone(void)
{
    close(new_file("old", ""));
    CHECK_EQUAL(0, linkat(workspace, "old", workspace, "new", 0));
    CHECK_EQUAL(0, hf_renameat2(workspace, "old", workspace, "new", 0));
    CHECK(exists("old") && exists("new"));
}

static void renames_without_replacing(void)
{
    int result;

    close(new_file("old", "1"));
    close(new_file("taken", "2"));
    result = hf_renameat2(workspace, "old", workspace, "new", RENAME_NOREPLACE);
    if (result == -EINVAL)
        skip("no RENAME_NOREPLACE on this file system");
    CHECK_EQUAL(0, result);
    CHECK_EQUAL(-EEXIST, hf_renameat2(workspace, "new", workspace, "taken", RENAME_NOREPLACE));
    CHECK(exists("new") && exists("taken"));
}

static void exchanges_names(void)
{
    ino_t left;
    ino_t right;
    int result;

    close(new_file("left", "1"));
    close(new_file("right", "2"));
    left = inode_of("left");
    right = inode_of("right");
    result = hf_renameat2(workspace, "left", workspace, "right", RENAME_EXCHANGE);
    if (result == -EINVAL)
        skip("no RENAME_EXCHANGE on this file system");
    CHECK_EQUAL(0, result);
    CHECK_EQUAL(right, inode_of("left"));
    CHECK_EQUAL(left, inode_of("right"));
    CHECK_EQUAL(-ENOENT, hf_renameat2(workspace, "left", workspace, "absent", RENAME_EXCHANGE));
}

static void names_every_reason_not_to_rename(void)
{
    make_long_name();
    close(new_file("file", ""));
    CHECK_EQUAL(0, mkdirat(workspace, "d", 0700));
    CHECK_EQUAL(0, mkdirat(workspace, "full", 0700));
    CHECK_EQUAL(0, mkdirat(workspace, "full/below", 0700));
    CHECK_EQUAL(-ENOENT, hf_renameat2(workspace, "absent", workspace, "new", 0));
    CHECK_EQUAL(-EISDIR, hf_renameat2(workspace, "file", workspace, "d", 0));
    CHECK_EQUAL(-ENOTDIR, hf_renameat2(workspace, "d", workspace, "file", 0));
    CHECK_EQUAL(-ENOTEMPTY, hf_renameat2(workspace, "d", workspace, "full", 0));
    CHECK_EQUAL(-EINVAL, hf_renameat2(workspace, "d", workspace, "d/self", 0));
    CHECK_EQUAL(-EXDEV, hf_renameat2(workspace, "file", AT_FDCWD, "/proc/version", 0));
    CHECK_EQUAL(-EINVAL, hf_renameat2(workspace, "file", workspace, "new",
                                      RENAME_NOREPLACE | RENAME_EXCHANGE));
    CHECK_EQUAL(-EINVAL, hf_renameat2(workspace, "file", workspace, "new", 1U << 31));
    CHECK_EQUAL(-EBUSY, hf_renameat2(workspace, ".", workspace, "new", 0));
    CHECK_EQUAL(-ENAMETOOLONG, hf_renameat2(workspace, "file", workspace, long_name, 0));
    CHECK_EQUAL(-EBADF, hf_renameat2(-1, "file", workspace, "new", 0));
    CHECK_EQUAL(-EBADF, hf_renameat2(workspace, "file", -1, "new", 0));
}

static void makes_and_reads_symbolic_links(void)
{
    char target[16];

    CHECK_EQUAL(0, hf_symlinkat("some/where", workspace, "link"));
    CHECK_EQUAL(10, hf_readlinkat(workspace, "link", target, sizeof target));
    CHECK(memcmp(target, "some/where", 10) == 0);
    CHECK_EQUAL(4, hf_readlinkat(workspace, "link", target, 4));
}

static void names_every_reason_not_to_link_symbolically(void)
{
    char target[16];

    close(new_file("file", ""));
    CHECK_EQUAL(-EEXIST, hf_symlinkat("x", workspace, "file"));
    CHECK_EQUAL(-ENOENT, hf_symlinkat("", workspace, "link"));
    CHECK_EQUAL(-ENOENT, hf_symlinkat("x", workspace, "absent/link"));
    CHECK_EQUAL(-EBADF, hf_symlinkat("x", -1, "link"));
    CHECK_EQUAL(-EINVAL, hf_readlinkat(workspace, "file", target, sizeof target));
    CHECK_EQUAL(-ENOENT, hf_readlinkat(workspace, "absent", target, sizeof target));
    CHECK_EQUAL(-EBADF, hf_readlinkat(-1, "link", target, sizeof target));
    CHECK_EQUAL(0, symlinkat("x", workspace, "link"));
    CHECK_EQUAL(-EINVAL, hf_readlinkat(workspace, "link", target, 0));
}

static void change_forbidden_directory(void)
{
    CHECK_EQUAL(-EACCES, hf_mkdirat(workspace, "new", 0700));
    CHECK_EQUAL(-EACCES, hf_unlinkat(workspace, "file", 0));
    CHECK_EQUAL(-EACCES, hf_linkat(workspace, "file", workspace, "new", 0));
    CHECK_EQUAL(-EACCES, hf_renameat2(workspace, "file", workspace, "new", 0));
    CHECK_EQUAL(-EACCES, hf_symlinkat("x", workspace, "new"));
}

static void names_missing_permission(void)
{
    int fd = new_file("file", "");

    /* protected_hardlinks wants a file that one may write; the directory shall be the reason. */
    CHECK_EQUAL(0, fchmod(fd, 0666));
    CHECK_EQUAL(0, fchmod(workspace, 0555));
    without_root(change_forbidden_directory);
    CHECK_EQUAL(0, fchmod(workspace, 0700));
}

int main(void)
{
    static const struct test tests[] = {
        TEST(makes_and_removes_directories),
        TEST(removes_names),
        TEST(names_every_reason_not_to_make_or_remove),
        TEST(links_exclusively),
        TEST(names_every_reason_not_to_link),
        TEST(links_a_symbolic_link_or_its_file),
        TEST(names_a_file_that_has_none),
        TEST(renames_over_what_is_there),
        TEST(leaves_two_names_of_one_file_alone),
        TEST(renames_without_replacing),
        TEST(exchanges_names),
        TEST(names_every_reason_not_to_rename),
        TEST(makes_and_reads_symbolic_links),
        TEST(names_every_reason_not_to_link_symbolically),
        TEST(names_missing_permission),
    };

    return RUN_TESTS(tests);
}
