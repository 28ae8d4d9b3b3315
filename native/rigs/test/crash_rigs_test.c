/*
 * crash_rigs_test.c - the logs of holdfast-strict-memory-fs and holdfast-crash-disk hold what was
 * done, in order, and what the disk was told to fail fails.
 *
 * usage: crash_rigs_test MEMORY_FS CRASH_DISK
 *
 * Everything happens in mount and pid namespaces of its own with a tmpfs for scratch, so nothing is
 * left whatever happens to this program. Answers 77, which ctest takes for "skipped", where the
 * machine does not allow that.
 */
#include "../crash-log.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#define SKIPPED 77
#define SCRATCH "/mnt"
#define LOG SCRATCH "/log"
#define MOUNT SCRATCH "/served"
#define DISK MOUNT "/disk.img"
#define CONTROL MOUNT "/control"
#define MEBIBYTE (1L << 20)

static int failures;

static void need(const char *what, long returned)
{
    if (returned >= 0)
        return;
    printf("%s: %s\n", what, strerror(errno));
    exit(EXIT_FAILURE);
}

static void expect(const char *what, long got, long wanted)
{
    if (got == wanted)
        return;
    failures++;
    printf("%s: expected %ld, got %ld\n", what, wanted, got);
}

static long result_of(long returned)
{
    return returned < 0 ? -errno : returned;
}

/* ---- the life of a mount */

/* Answers when the daemon has said "mounted". */
static pid_t start(int daemon, char *const argv[])
{
    int ends[2];
    char said;
    pid_t child;

    need("pipe", pipe(ends));
    child = fork();
    need("fork", child);
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        fexecve(daemon, argv, environ);
        _exit(127);
    }
    close(ends[1]);
    if (read(ends[0], &said, 1) != 1) {
        printf("%s: not mounted\n", argv[0]);
        exit(EXIT_FAILURE);
    }
    close(ends[0]);
    return child;
}

static void stop(pid_t daemon)
{
    int status = 0;

    need("umount", umount2(MOUNT, 0));
    need("waitpid", waitpid(daemon, &status, 0));
    expect("the daemon's exit status", status, 0);
}

static long command(const char *path, const char *line)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    long result;

    need(path, fd);
    result = result_of(write(fd, line, strlen(line)));
    close(fd);
    return result < 0 ? result : 0;
}

/* ---- reading a log back */

struct wanted {
    enum record_kind kind;
    uint64_t a;
    uint64_t b;
    const char *bytes; /* NULL: no bytes */
    size_t length;
};

static void expect_log(const char *rig, const struct wanted *wanted, size_t count)
{
    static char bytes[1 << 16];
    struct record_header header;
    FILE *log = fopen(LOG, "rbe");
    size_t i = 0;

    need(LOG, log == NULL ? -1 : 0);
    for (; fread(&header, sizeof(header), 1, log) == 1; i++) {
        if (header.length > sizeof(bytes) ||
            fread(bytes, 1, header.length, log) != header.length) {
            printf("%s: record %zu is cut\n", rig, i);
            failures++;
            break;
        }
        if (i >= count || header.kind != wanted[i].kind || header.a != wanted[i].a ||
            header.b != wanted[i].b || header.length != wanted[i].length ||
            memcmp(bytes, wanted[i].length == 0 ? "" : wanted[i].bytes, header.length) != 0) {
            printf("%s: record %zu: kind %u, a %lu, b %lu, '%.*s'\n", rig, i, header.kind,
                   (unsigned long)header.a, (unsigned long)header.b, (int)header.length, bytes);
            failures++;
        }
    }
    expect("records in the log", (long)i, (long)count);
    fclose(log);
}

#define TEXT(s) .bytes = (s), .length = sizeof(s) - 1

/* ---- the file system in memory */

static void change_files(void)
{
    int root = open(MOUNT, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int file;
    struct stat stat;

    need(MOUNT, root);
    need("mkdirat", mkdirat(root, "d", 0700));
    file = openat(root, "f", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    need("openat", file);
    need("command", command(MOUNT "/.control", "mark one"));
    expect("an unknown command", command(MOUNT "/.control", "hello"), -EINVAL);
    expect("write", write(file, "hold fast", 9), 9);
    need("fsync", fsync(file));
    need("ftruncate", ftruncate(file, 4));
    need("linkat", linkat(root, "f", root, "g", 0));
    expect("an exclusive link", result_of(linkat(root, "f", root, "g", 0)), -EEXIST);
    need("renameat", renameat(root, "g", root, "d/h"));
    need("unlinkat", unlinkat(root, "f", 0));
    expect("a directory that is not empty", result_of(unlinkat(root, "d", AT_REMOVEDIR)),
           -ENOTEMPTY);
    need("fsetxattr", fsetxattr(root, "user.x", "y", 1, 0));
    need("fsync", fsync(root));
    need("fstat", fstat(file, &stat));
    expect("size", stat.st_size, 4);
    expect("links", stat.st_nlink, 1);
    close(file);
    close(root);
}

static void check_memory_fs(int daemon)
{
    static const struct wanted wanted[] = {
        {.kind = RECORD_MKDIR, .a = 1, .b = 3, TEXT("d")},
        {.kind = RECORD_CREATE, .a = 1, .b = 4, TEXT("f")},
        {.kind = RECORD_MARK, TEXT("one")},
        {.kind = RECORD_DATA, .a = 4, TEXT("hold fast")},
        {.kind = RECORD_FSYNC, .a = 4},
        {.kind = RECORD_SIZE, .a = 4, .b = 4},
        {.kind = RECORD_LINK, .a = 1, .b = 4, TEXT("g")},
        {.kind = RECORD_RENAME, .a = 1, .b = 3, TEXT("g\0h")},
        {.kind = RECORD_UNLINK, .a = 1, .b = 4, TEXT("f")},
        {.kind = RECORD_SETXATTR, .a = 1, TEXT("user.x")},
        {.kind = RECORD_FSYNCDIR, .a = 1},
    };
    char *const argv[] = {"holdfast-strict-memory-fs", "--log", LOG, MOUNT, NULL};
    pid_t served = start(daemon, argv);

    change_files();
    stop(served);
    expect_log("memory", wanted, sizeof(wanted) / sizeof(wanted[0]));
}

/* ---- the disk */

static void change_disk(void)
{
    int disk = open(DISK, O_RDWR | O_CLOEXEC);
    char back[4];

    need(DISK, disk);
    expect("write", pwrite(disk, "abcd", 4, 8192), 4);
    need("fsync", fsync(disk));
    need("command", command(CONTROL, "mark one"));
    need("command", command(CONTROL, "fail-writes 1 1"));
    expect("the write before the failing one", result_of(pwrite(disk, "x", 1, 0)), 1);
    expect("the failing write", result_of(pwrite(disk, "efgh", 4, 8192)), -EIO);
    expect("read", pread(disk, back, 4, 8192), 4);
    expect("what failed changed nothing", memcmp(back, "abcd", 4), 0);
    need("command", command(CONTROL, "fail-flushes 0 9"));
    expect("a failing flush", result_of(fsync(disk)), -EIO);
    need("command", command(CONTROL, "heal"));
    need("fallocate",
         fallocate(disk, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 8192, 4096));
    expect("read", pread(disk, back, 4, 8192), 4);
    expect("what was punched is zeros", memcmp(back, "\0\0\0\0", 4), 0);
    need("fsync", fsync(disk));
    expect("a write behind the end", result_of(pwrite(disk, "x", 1, MEBIBYTE)), -ENOSPC);
    expect("an unknown command", command(CONTROL, "fail-writes"), -EINVAL);
    close(disk);
}

static void check_disk(int daemon)
{
    static const struct wanted wanted[] = {
        {.kind = RECORD_DISK, .a = MEBIBYTE},
        {.kind = RECORD_WRITE, .a = 8192, TEXT("abcd")},
        {.kind = RECORD_FLUSH},
        {.kind = RECORD_MARK, TEXT("one")},
        {.kind = RECORD_WRITE, TEXT("x")},
        {.kind = RECORD_ZERO, .a = 8192, .b = 4096},
        {.kind = RECORD_FLUSH},
    };
    char *const argv[] = {"holdfast-crash-disk", "--log", LOG, "--mib", "1", MOUNT, NULL};
    pid_t served = start(daemon, argv);

    change_disk();
    stop(served);
    expect_log("disk", wanted, sizeof(wanted) / sizeof(wanted[0]));
}

/* ---- namespaces */

static int skip(const char *what)
{
    printf("skipped: %s: %s\n", what, strerror(errno));
    return SKIPPED;
}

static int run_all(int memory_fs, int disk)
{
    need("mount private", mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL));
    need("mount " SCRATCH, mount("tmpfs", SCRATCH, "tmpfs", 0, NULL));
    need("mkdir", mkdir(MOUNT, 0700));
    check_memory_fs(memory_fs);
    check_disk(disk);
    printf("%d failures\n", failures);
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    int memory_fs;
    int disk;
    int fuse;
    int status = 0;
    pid_t child;

    if (argc != 3) {
        fprintf(stderr, "usage: %s MEMORY_FS CRASH_DISK\n", argv[0]);
        return 2;
    }
    fuse = open("/dev/fuse", O_RDWR | O_CLOEXEC);
    if (fuse < 0)
        return skip("/dev/fuse");
    close(fuse);
    if (unshare(CLONE_NEWNS | CLONE_NEWPID) < 0)
        return skip("namespaces");
    memory_fs = open(argv[1], O_RDONLY | O_CLOEXEC);
    need(argv[1], memory_fs);
    disk = open(argv[2], O_RDONLY | O_CLOEXEC);
    need(argv[2], disk);
    child = fork();
    need("fork", child);
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        exit(run_all(memory_fs, disk));
    }
    need("waitpid", waitpid(child, &status, 0));
    return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE;
}
