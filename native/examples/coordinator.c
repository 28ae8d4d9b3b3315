/*
 * coordinator DIRECTORY FENCE: publishes a file, replaces another, and makes one transition of a
 * fence, each durable before the next begins. Ends with 3 when somebody else moved the fence. Any
 * error ends it with 1: a barrier that failed is never asked again.
 */
#define _GNU_SOURCE /* O_TMPFILE */
#include <errno.h>
#include <fcntl.h>
#include <holdfast.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { NAME = 160, NEW_NAME = O_CREAT | O_EXCL | O_NOFOLLOW };

static int64_t must(const char *what, int64_t result)
{
    if (result < 0) {
        fprintf(stderr, "%s: errno %d\n", what, (int)-result);
        exit(1);
    }
    return result;
}

/* A file with its content, its mode and its content barrier, still open. */
static int stage(int dir, const char *name, int flags, const char *content)
{
    int fd = (int)must("openat", hf_openat(dir, name, O_WRONLY | flags, 0600));
    for (size_t at = 0, length = strlen(content); at < length;)
        at += (size_t)must("pwrite", hf_pwrite(fd, content + at, length - at, (int64_t)at));
    must("fchmod", hf_fchmod(fd, 0644));
    must("content barrier", hf_fsync(fd));
    return fd;
}

/* The probe is a file without a name: an aborted journal refuses it, where fsync answers 0. */
static void directory_barrier(int dir)
{
    must("directory barrier", hf_fsync(dir));
    must("close", hf_close((int)must("probe", hf_openat(dir, ".", O_TMPFILE | O_WRONLY, 0600))));
}

/* Whether the name is ours now; when it is somebody else's, it is durable all the same. */
static bool publish(int dir, const char *name, const char *content)
{
    char unnamed[NAME];
    int fd = stage(dir, ".", O_TMPFILE, content);
    snprintf(unnamed, sizeof unnamed, "/proc/self/fd/%d", fd);
    int linked = hf_linkat(AT_FDCWD, unnamed, dir, name, AT_SYMLINK_FOLLOW);
    must("linkat", linked == -EEXIST ? 0 : linked);
    must("close", hf_close(fd));
    directory_barrier(dir);
    return linked == 0;
}

static void replace(int dir, const char *name, const char *staged, const char *content)
{
    must("close", hf_close(stage(dir, staged, NEW_NAME, content)));
    must("renameat2", hf_renameat2(dir, staged, dir, name, 0));
    directory_barrier(dir);
}

/* The record first, then the rename that one of all who try gets: no name ever comes back. */
static bool move_fence(int dir, const char *fence, const char *next, const char *record)
{
    struct hf_stat seen;
    must("close", hf_close(stage(dir, record, NEW_NAME, "{\"state\":\"leased\"}\n")));
    directory_barrier(dir);
    int moved = hf_renameat2(dir, fence, dir, next, 0);
    int there = hf_fstatat(dir, next, &seen, AT_SYMLINK_NOFOLLOW);
    if (moved == -ENOENT && there == -ENOENT)
        return false;
    must("whether the fence was moved is unknown", there);
    directory_barrier(dir);
    return true;
}

int main(int argc, char **argv)
{
    char id[32], nonce[33], next[NAME], record[NAME], staged[NAME];
    uint64_t number, random[2];
    if (argc != 3 || sscanf(argv[2], "%31[^.].fence.%" SCNu64, id, &number) != 2)
        return 2;
    must("the header is another library's", hf_abi_version() == HF_ABI_VERSION ? 0 : -EINVAL);
    int dir = (int)must(argv[1], hf_openat(AT_FDCWD, argv[1], O_RDONLY | O_DIRECTORY, 0));
    must("getrandom", getrandom(random, sizeof random, 0) == sizeof random ? 0 : -EIO);
    snprintf(nonce, sizeof nonce, "%016" PRIx64 "%016" PRIx64, random[0], random[1]);
    snprintf(next, sizeof next, "%s.fence.%" PRIu64 ".%s", id, number + 1, nonce);
    snprintf(record, sizeof record, "%s.rec.%" PRIu64 ".%s", id, number + 1, nonce);
    snprintf(staged, sizeof staged, ".status.%s", nonce);

    puts(publish(dir, "order", "one order\n") ? "published" : "published by somebody else");
    replace(dir, "status", staged, "ready\n");
    bool ours = move_fence(dir, argv[2], next, record);
    puts(ours ? next : "lost");
    must("close", hf_close(dir));
    return ours ? 0 : 3;
}
