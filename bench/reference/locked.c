/* A heartbeat of N records over K directories, each read and replaced under its update lock. */
#include "reference.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <time.h>

enum { LOCKS_AT_ONCE = 8 };

static struct {
    struct staged staged;
    int lock;
} held[LOCKS_AT_ONCE];

static int take_lock(const struct shard *shard, const char *target)
{
    char name[NAME_ROOM];
    struct hf_stat opened;
    struct hf_stat named;
    int fd;

    snprintf(name, sizeof name, "%.32s.lock", target);
    fd = (int)must("openat of a lock",
                   hf_openat(shard->fd, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0600));
    must("fstat", hf_fstat(fd, &opened));
    must("flock", hf_flock(fd, LOCK_EX | LOCK_NB));
    must("fstatat", hf_fstatat(shard->fd, name, &named, AT_SYMLINK_NOFOLLOW));
    return fd;
}

/* What stands there is looked at and not used: its bytes are the same in every round. */
static void read_record(const struct shard *shard, const char *target)
{
    static char record[RECORD_BYTES + 1];
    struct hf_stat opened;
    int fd = hf_openat(shard->fd, target, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0);

    if (fd == -ENOENT)
        return;
    must("openat of a record", fd);
    must("fstat", hf_fstat(fd, &opened));
    must("pread", hf_pread(fd, record, sizeof record, 0));
    must("close", hf_close(fd));
}

static void content_of(void *unused, int i)
{
    (void)unused;
    sync_content(&held[i].staged);
}

static void beat_some(int first, int count, int shards, int width)
{
    char target[NAME_ROOM];

    for (int i = 0; i < count; i++) {
        snprintf(target, sizeof target, "record-%d", first + i);
        held[i].lock = take_lock(shard_number((first + i) % shards), target);
    }
    for (int i = 0; i < count; i++) {
        struct shard *shard = shard_number((first + i) % shards);

        snprintf(target, sizeof target, "record-%d", first + i);
        read_record(shard, target);
        stage_named(&held[i].staged, shard, target);
        start_write_back(&held[i].staged);
    }
    fan_out(width, count, content_of, NULL);
    for (int i = 0; i < count; i++)
        move_to_target(&held[i].staged);
    for (int i = 0; i < count; i++)
        close_staged(&held[i].staged);
    for (int i = count - 1; i >= 0; i--) {
        must("flock", hf_flock(held[i].lock, LOCK_UN));
        must("close", hf_close(held[i].lock));
    }
}

static void barrier_of(void *unused, int shard)
{
    (void)unused;
    make_barrier(shard_number(shard));
    require_in_place(shard_number(shard));
}

int64_t run_locked(int records, int shards, int width)
{
    int64_t start;

    for (int i = 0; i < shards; i++)
        shard_number(i);
    start = hf_clock_gettime(CLOCK_MONOTONIC);
    for (int first = 0; first < records; first += LOCKS_AT_ONCE) {
        int rest = records - first;

        beat_some(first, rest < LOCKS_AT_ONCE ? rest : LOCKS_AT_ONCE, shards, width);
    }
    fan_out(width, shards, barrier_of, NULL);
    return hf_clock_gettime(CLOCK_MONOTONIC) - start;
}
