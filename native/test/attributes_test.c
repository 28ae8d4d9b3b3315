#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "check.h"
#include "holdfast.h"

static unsigned mode_of(const char *name)
{
    struct stat stat;

    CHECK_EQUAL(0, fstatat(workspace, name, &stat, AT_SYMLINK_NOFOLLOW));
    return stat.st_mode & 07777;
}

static void changes_modes(void)
{
    int fd = new_file("file", "");

    umask(077);
    CHECK_EQUAL(0, hf_fchmod(fd, 0664));
    CHECK_EQUAL(0664, mode_of("file"));
    CHECK_EQUAL(0, symlinkat("file", workspace, "link"));
    CHECK_EQUAL(0, hf_fchmodat(workspace, "link", 0640));
    CHECK_EQUAL(0640, mode_of("file"));
}

static void leaves_owners_that_are_minus_one(void)
{
    int fd = new_file("file", "");
    struct stat stat;

    CHECK_EQUAL(0, hf_fchown(fd, -1, -1));
    CHECK_EQUAL(0, hf_fchownat(workspace, "file", (int)getuid(), -1, AT_SYMLINK_NOFOLLOW));
    CHECK_EQUAL(0, fstat(fd, &stat));
    CHECK_EQUAL(geteuid(), stat.st_uid);
}

static void names_every_reason_not_to_change(void)
{
    int path_only;

    close(new_file("file", ""));
    path_only = openat(workspace, "file", O_PATH | O_CLOEXEC);
    CHECK_EQUAL(-EBADF, hf_fchmod(-1, 0600));
    CHECK_EQUAL(-EBADF, hf_fchmod(path_only, 0600));
    CHECK_EQUAL(-ENOENT, hf_fchmodat(workspace, "absent", 0600));
    CHECK_EQUAL(-EBADF, hf_fchmodat(-1, "file", 0600));
    CHECK_EQUAL(-EBADF, hf_fchown(-1, -1, -1));
    CHECK_EQUAL(-EBADF, hf_fchown(path_only, -1, -1));
    CHECK_EQUAL(-ENOENT, hf_fchownat(workspace, "absent", -1, -1, 0));
    CHECK_EQUAL(-EINVAL, hf_fchownat(workspace, "file", -1, -1, 1 << 30));
    CHECK_EQUAL(-EBADF, hf_fchownat(-1, "file", -1, -1, 0));
}

static void change_what_is_not_ours(void)
{
    int fd = openat(workspace, "file", O_RDONLY | O_CLOEXEC);

    CHECK_EQUAL(-EPERM, hf_fchmod(fd, 0600));
    CHECK_EQUAL(-EPERM, hf_fchmodat(workspace, "file", 0600));
    CHECK_EQUAL(-EPERM, hf_fchown(fd, 0, 0));
    CHECK_EQUAL(-EPERM, hf_fchownat(workspace, "file", 0, 0, 0));
    CHECK_EQUAL(-EPERM, hf_utimensat(workspace, "file", 1, 0, 1, 0, 0));
}

static void names_missing_permission(void)
{
    if (geteuid() != 0)
        skip("only root has files that are not ours to change");
    CHECK_EQUAL(0, fchmod(new_file("file", ""), 0644));
    CHECK_EQUAL(0, fchmod(workspace, 0755));
    without_root(change_what_is_not_ours);
}

static void sets_times(void)
{
    int fd = new_file("file", "");
    struct stat stat;

    CHECK_EQUAL(0, hf_utimensat(workspace, "file", 1000000000, 0, 1100000000, 500, 0));
    CHECK_EQUAL(0, fstat(fd, &stat));
    CHECK_EQUAL(1000000000, stat.st_atim.tv_sec);
    CHECK_EQUAL(1100000000, stat.st_mtim.tv_sec);
    CHECK_EQUAL(0, hf_utimensat(workspace, "file", 0, UTIME_OMIT, 1200000000, 0, 0));
    CHECK_EQUAL(0, fstat(fd, &stat));
    CHECK_EQUAL(1000000000, stat.st_atim.tv_sec);
    CHECK_EQUAL(1200000000, stat.st_mtim.tv_sec);
    CHECK_EQUAL(0, hf_utimensat(workspace, "file", 0, UTIME_NOW, 0, UTIME_NOW, 0));
    CHECK_EQUAL(0, fstat(fd, &stat));
    CHECK(stat.st_mtim.tv_sec > 1200000000);
}

static void names_every_reason_not_to_set_times(void)
{
    close(new_file("file", ""));
    CHECK_EQUAL(-EINVAL, hf_utimensat(workspace, "file", 0, -5, 0, 0, 0));
    CHECK_EQUAL(-EINVAL, hf_utimensat(workspace, "file", 0, 0, 0, 1000000000, 0));
    CHECK_EQUAL(-EINVAL, hf_utimensat(workspace, "file", 0, 0, 0, 0, 1 << 30));
    CHECK_EQUAL(-ENOENT, hf_utimensat(workspace, "absent", 0, 0, 0, 0, 0));
    CHECK_EQUAL(-EBADF, hf_utimensat(-1, "file", 0, 0, 0, 0, 0));
}

static void keeps_extended_attributes(void)
{
    char value[16];
    int fd = new_file("file", "");
    int result = hf_fsetxattr(fd, "user.holdfast", "one", 3, XATTR_CREATE);

    if (result == -EOPNOTSUPP)
        skip("no user attributes on this file system");
    CHECK_EQUAL(0, result);
    CHECK_EQUAL(3, hf_fgetxattr(fd, "user.holdfast", value, sizeof value));
    CHECK(memcmp(value, "one", 3) == 0);
    CHECK_EQUAL(3, hf_fgetxattr(fd, "user.holdfast", value, 0));
    CHECK_EQUAL(-ERANGE, hf_fgetxattr(fd, "user.holdfast", value, 2));
    CHECK_EQUAL(-EEXIST, hf_fsetxattr(fd, "user.holdfast", "two", 3, XATTR_CREATE));
    CHECK_EQUAL(0, hf_fsetxattr(fd, "user.holdfast", "three", 5, XATTR_REPLACE));
    CHECK_EQUAL(0, hf_fremovexattr(fd, "user.holdfast"));
    CHECK_EQUAL(-ENODATA, hf_fremovexattr(fd, "user.holdfast"));
    CHECK_EQUAL(-ENODATA, hf_fgetxattr(fd, "user.holdfast", value, sizeof value));
    CHECK_EQUAL(-ENODATA, hf_fsetxattr(fd, "user.holdfast", "x", 1, XATTR_REPLACE));
    CHECK_EQUAL(0, hf_fsetxattr(workspace, "user.holdfast", "d", 1, 0));
}

static void names_every_reason_not_to_keep_attributes(void)
{
    static char too_long[65537];
    char value[16];
    int fd = new_file("file", "");

    CHECK_EQUAL(-EOPNOTSUPP, hf_fsetxattr(fd, "nonsense", "x", 1, 0));
    CHECK_EQUAL(-EOPNOTSUPP, hf_fgetxattr(fd, "nonsense", value, sizeof value));
    CHECK_EQUAL(-EOPNOTSUPP, hf_fremovexattr(fd, "nonsense"));
    CHECK_EQUAL(-ERANGE, hf_fsetxattr(fd, "", "x", 1, 0));
    CHECK_EQUAL(-E2BIG, hf_fsetxattr(fd, "user.big", too_long, sizeof too_long, 0));
    CHECK_EQUAL(-EINVAL, hf_fsetxattr(fd, "user.x", "x", 1, 1 << 30));
    CHECK_EQUAL(-EBADF, hf_fsetxattr(-1, "user.x", "x", 1, 0));
    CHECK_EQUAL(-EBADF, hf_fgetxattr(-1, "user.x", value, sizeof value));
    CHECK_EQUAL(-EBADF, hf_fremovexattr(-1, "user.x"));
}

int main(void)
{
    static const struct test tests[] = {
        TEST(changes_modes),
        TEST(leaves_owners_that_are_minus_one),
        TEST(names_every_reason_not_to_change),
        TEST(names_missing_permission),
        TEST(sets_times),
        TEST(names_every_reason_not_to_set_times),
        TEST(keeps_extended_attributes),
        TEST(names_every_reason_not_to_keep_attributes),
    };

    return RUN_TESTS(tests);
}
