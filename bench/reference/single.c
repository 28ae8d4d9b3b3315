/* One change after the other, each with its own barriers. */
#include "reference.h"

#include <fcntl.h>
#include <stdio.h>
#include <time.h>

int64_t run_file(int times)
{
    static const char record[RECORD_BYTES] = {'x'};
    struct shard *shard = shard_number(0);
    int fd = (int)must("openat", hf_openat(shard->fd, "in-place", O_RDWR | O_CREAT, 0600));
    int64_t start = hf_clock_gettime(CLOCK_MONOTONIC);
    int64_t nanos;

    for (int i = 0; i < times; i++) {
        must("pwrite", hf_pwrite(fd, record, sizeof record, 0));
        sync_file(fd);
    }
    nanos = hf_clock_gettime(CLOCK_MONOTONIC) - start;
    must("close", hf_close(fd));
    return nanos;
}

/* The name goes to and fro, and is back at the end of every call. */
int64_t run_directory(int times)
{
    static const char *const names[] = {"to", "fro"};
    struct shard *shard = shard_number(0);
    int fd = (int)must("openat", hf_openat(shard->fd, names[0], O_RDWR | O_CREAT, 0600));
    int64_t start;
    int64_t nanos;

    must("close", hf_close(fd));
    must("fsync of a directory", hf_fsync(shard->fd));
    start = hf_clock_gettime(CLOCK_MONOTONIC);
    for (int i = 0; i < times; i++) {
        const char *from = names[i % 2];
        const char *to = names[(i + 1) % 2];

        must("renameat2", hf_renameat2(shard->fd, from, shard->fd, to, 0));
        make_barrier(shard);
    }
    nanos = hf_clock_gettime(CLOCK_MONOTONIC) - start;
    must("unlinkat", hf_unlinkat(shard->fd, names[times % 2], 0));
    return nanos;
}

int64_t run_replace(int times)
{
    return run_threads(1, times, 0);
}

/* The files are removed behind the clock, so that every call makes new names. */
int64_t run_publish(int times)
{
    struct shard *shard = shard_number(0);
    struct staged staged;
    char name[NAME_ROOM];
    int64_t start = hf_clock_gettime(CLOCK_MONOTONIC);
    int64_t nanos;

    for (int i = 0; i < times; i++) {
        snprintf(name, sizeof name, "published-%d", i);
        stage_unnamed(&staged, shard, name);
        sync_content(&staged);
        link_to_target(&staged);
        close_staged(&staged);
        make_barrier(shard);
        require_in_place(shard);
    }
    nanos = hf_clock_gettime(CLOCK_MONOTONIC) - start;
    for (int i = 0; i < times; i++) {
        snprintf(name, sizeof name, "published-%d", i);
        must("unlinkat", hf_unlinkat(shard->fd, name, 0));
    }
    must("fsync of a directory", hf_fsync(shard->fd));
    return nanos;
}
