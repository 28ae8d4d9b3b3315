/* The single steps of a change, one function each, and their counts. */
#include "reference.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#define FILE_MODE 0600
#define DIRECTORY_MODE 0700
#define PROBE_ATTRIBUTE "user.holdfast.barrier"

static atomic_llong file_syncs;
static atomic_llong directory_syncs;
static atomic_llong avoided;
static atomic_llong probes;
static atomic_llong probe_value;
static const char *parent;
static struct shard shards[SHARD_LIMIT];

void counts_reset(void)
{
    file_syncs = 0;
    directory_syncs = 0;
    avoided = 0;
    probes = 0;
}

struct counts counts_now(void)
{
    return (struct counts){file_syncs, directory_syncs, avoided, probes};
}

void counts_avoided(int64_t changes)
{
    avoided += changes;
}

int64_t must(const char *operation, int64_t result)
{
    if (result < 0) {
        fprintf(stderr, "holdfast-bench-reference: %s: %s\n", operation,
                hf_errno_name((int)-result));
        exit(1);
    }
    return result;
}

void shards_below(const char *directory)
{
    parent = directory;
    for (int i = 0; i < SHARD_LIMIT; i++)
        shards[i].fd = -1;
}

struct shard *shard_number(int number)
{
    struct shard *shard = &shards[number];

    if (shard->fd < 0) {
        int length = snprintf(shard->path, sizeof shard->path, "%s/s%d", parent, number);

        must("the path of a shard", length < (int)sizeof shard->path ? 0 : -ENAMETOOLONG);
        must("mkdirat", hf_mkdirat(AT_FDCWD, shard->path, DIRECTORY_MODE));
        shard->fd = (int)must("openat", hf_openat(AT_FDCWD, shard->path,
                                                  O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0));
        must("fstat", hf_fstat(shard->fd, &shard->identity));
    }
    return shard;
}

static void write_record(struct staged *staged)
{
    static const char record[RECORD_BYTES] = {'x'};

    must("fstat", hf_fstat(staged->fd, &staged->identity));
    if (must("pwrite", hf_pwrite(staged->fd, record, sizeof record, 0)) != sizeof record) {
        fprintf(stderr, "holdfast-bench-reference: a short write\n");
        exit(1);
    }
    must("fchmod", hf_fchmod(staged->fd, FILE_MODE));
}

void stage_named(struct staged *staged, struct shard *shard, const char *target)
{
    uint64_t random[2];

    if (getrandom(random, sizeof random, 0) != sizeof random)
        must("getrandom", -EIO);
    staged->shard = shard;
    snprintf(staged->target, sizeof staged->target, "%.32s", target);
    snprintf(staged->name, sizeof staged->name, "%.32s.%016llx%016llx.tmp", target,
             (unsigned long long)random[0], (unsigned long long)random[1]);
    staged->fd = (int)must("openat", hf_openat(shard->fd, staged->name,
                                               O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW,
                                               FILE_MODE));
    write_record(staged);
}

void stage_unnamed(struct staged *staged, struct shard *shard, const char *target)
{
    staged->shard = shard;
    snprintf(staged->target, sizeof staged->target, "%.32s", target);
    staged->name[0] = '\0';
    staged->fd = (int)must("openat(O_TMPFILE)",
                           hf_openat(shard->fd, ".", O_TMPFILE | O_RDWR, FILE_MODE));
    write_record(staged);
}

void start_write_back(const struct staged *staged)
{
    must("sync_file_range", hf_sync_file_range(staged->fd, 0, 0, SYNC_FILE_RANGE_WRITE));
}

void sync_file(int fd)
{
    file_syncs++;
    must("fsync", hf_fsync(fd));
}

void sync_content(const struct staged *staged)
{
    sync_file(staged->fd);
}

void move_to_target(const struct staged *staged)
{
    int fd = staged->shard->fd;

    must("renameat2", hf_renameat2(fd, staged->name, fd, staged->target, 0));
}

void link_to_target(const struct staged *staged)
{
    char path[NAME_ROOM];

    snprintf(path, sizeof path, "/proc/self/fd/%d", staged->fd);
    must("linkat", hf_linkat(AT_FDCWD, path, staged->shard->fd, staged->target,
                             AT_SYMLINK_FOLLOW));
}

void close_staged(const struct staged *staged)
{
    must("close", hf_close(staged->fd));
}

void make_barrier(const struct shard *shard)
{
    int64_t value = ++probe_value;

    directory_syncs++;
    must("fsync of a directory", hf_fsync(shard->fd));
    probes++;
    must("fsetxattr", hf_fsetxattr(shard->fd, PROBE_ATTRIBUTE, &value, sizeof value, 0));
}

void require_in_place(const struct shard *shard)
{
    struct hf_stat now;

    must("fstatat", hf_fstatat(AT_FDCWD, shard->path, &now, AT_SYMLINK_NOFOLLOW));
    if (now.dev != shard->identity.dev || now.ino != shard->identity.ino) {
        fprintf(stderr, "holdfast-bench-reference: %s was moved\n", shard->path);
        exit(1);
    }
}
