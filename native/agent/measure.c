#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "agent.h"

#define MEASURE_LIMIT_MILLIS (3600 * 1000)
#define LEAST_BLOCK_BYTES 512
/* About as much as a record of a lease. */
#define RECORD_BYTES 400
#define MOST_SHARDS 8
/* A part of this size is for caches to fill, and is not measured. */
#define WARM_UP_PART 8
/* How often a look is taken whether somebody still waits for the answer. */
#define LOOK_NS (10 * NANOS_PER_MILLI)

/* ---- times: in buckets whose width is 1/128 of what they hold, from 256 ns on */

#define SUB_BITS 7
#define SUB_BUCKETS (1 << SUB_BITS)
#define BUCKETS ((63 - SUB_BITS) * SUB_BUCKETS + SUB_BUCKETS)

struct times {
    uint64_t count;
    int64_t sum_ns;
    int64_t max_ns;
    uint64_t buckets[BUCKETS];
};

static size_t bucket_of(int64_t ns)
{
    uint64_t value = (uint64_t)ns;
    unsigned shift = 0;

    while (value >> shift >= 2 * SUB_BUCKETS)
        shift++;
    return shift * (size_t)SUB_BUCKETS + (size_t)(value >> shift);
}

/* A time below 1 ns counts as one. */
static void add_time(struct times *times, int64_t ns)
{
    int64_t counted_ns = ns < 1 ? 1 : ns;

    times->count++;
    times->sum_ns += counted_ns;
    if (counted_ns > times->max_ns)
        times->max_ns = counted_ns;
    times->buckets[bucket_of(counted_ns)]++;
}

/* ---- what is being measured */

enum counted {
    FILE_SYNC,
    DIRECTORY_SYNC,
    DATA_SYNC,
    SYNCED_WRITE,
    RENAME,
    LINK,
    LOCK,
    COUNTED_CALLS
};

static const char *const counted_names[COUNTED_CALLS] = {
    "file_sync", "directory_sync", "data_sync", "synced_write", "rename", "link", "lock",
};

struct work;

struct row {
    const char *name;
    int (*prepare)(struct work *work);
    /* One operation: 0 or -errno. */
    int (*once)(struct work *work);
    /* Makes ready for the next one; NULL where nothing has to be done. */
    int (*between)(struct work *work);
    enum counted barrier;
    int records;
    int shards;
};

struct work {
    /* NULL: nothing is prepared. */
    const struct row *row;
    const unsigned char *block;
    unsigned char *first_byte;
    size_t block_bytes;
    int dir;
    int shards[MOST_SHARDS];
    int file;
    int other;
    /* How many operations were made. */
    uint64_t number;
    uint64_t counts[COUNTED_CALLS];
    /* The call at hand, for the one that fails. */
    const char *call;
};

static int called(struct work *work, const char *call, int result)
{
    work->call = call;
    return result;
}

/* To be wrapped around each call that decides what an operation costs. */
static int counted(struct work *work, enum counted kind, const char *call, int result)
{
    work->counts[kind]++;
    return called(work, call, result);
}

static int sync_file(struct work *work, int fd)
{
    return counted(work, FILE_SYNC, "fsync", hf_fsync(fd));
}

static int sync_directory(struct work *work, int fd)
{
    return counted(work, DIRECTORY_SYNC, "fsync", hf_fsync(fd));
}

static int move(struct work *work, int dir, const char *from, const char *to)
{
    return counted(work, RENAME, "renameat2", hf_renameat2(dir, from, dir, to, 0));
}

static int make_file(struct work *work, int dir, const char *name, int flags)
{
    return called(work, "openat",
                  hf_openat(dir, name, O_CREAT | O_NOFOLLOW | flags, AGENT_FILE_MODE));
}

static int write_block(struct work *work, int fd, size_t length)
{
    return called(work, "pwrite", write_all(fd, work->block, length));
}

/* A new file with a record in it, durable under a name that nobody else looks at. */
static int stage(struct work *work, int dir, const char *name)
{
    int result;
    int closed;
    int fd = make_file(work, dir, name, O_WRONLY | O_EXCL);

    if (fd < 0)
        return fd;
    result = write_block(work, fd, RECORD_BYTES);
    if (result == 0)
        result = sync_file(work, fd);
    closed = hf_close(fd);
    return result < 0 ? result : called(work, "close", closed);
}

/* ---- a block in place */

static int prepare_block(struct work *work)
{
    int synced = work->row->barrier == SYNCED_WRITE ? O_DSYNC : 0;
    int result;
    int fd = make_file(work, work->dir, "in-place", O_RDWR);

    if (fd < 0)
        return fd;
    result = write_block(work, fd, work->block_bytes);
    if (result == 0)
        result = sync_file(work, fd);
    hf_close(fd);
    if (result == 0)
        result = sync_directory(work, work->dir);
    if (result < 0)
        return result;
    work->file = make_file(work, work->dir, "in-place", O_RDWR | synced);
    return work->file < 0 ? work->file : 0;
}

/* Each write(2) is a barrier. */
static int write_synced(struct work *work)
{
    size_t done = 0;

    while (done < work->block_bytes) {
        int64_t written = hf_pwrite(work->file, work->block + done, work->block_bytes - done,
                                    (int64_t)done);

        counted(work, SYNCED_WRITE, "pwrite", 0);
        if (written < 0)
            return (int)written;
        done += (size_t)written;
    }
    return 0;
}

static int rewrite_block(struct work *work)
{
    int result;

    *work->first_byte = (unsigned char)work->number;
    if (work->row->barrier == SYNCED_WRITE)
        return write_synced(work);
    result = write_block(work, work->file, work->block_bytes);
    if (result < 0)
        return result;
    return work->row->barrier == FILE_SYNC
               ? sync_file(work, work->file)
               : counted(work, DATA_SYNC, "fdatasync", hf_fdatasync(work->file));
}

/* ---- names */

static int prepare_name(struct work *work)
{
    int fd = make_file(work, work->dir, "to", O_WRONLY);

    if (fd < 0)
        return fd;
    hf_close(fd);
    return sync_directory(work, work->dir);
}

static int move_to_and_fro(struct work *work)
{
    bool even = work->number % 2 == 0;
    int result = move(work, work->dir, even ? "to" : "fro", even ? "fro" : "to");

    return result < 0 ? result : sync_directory(work, work->dir);
}

static int prepare_shards(struct work *work)
{
    for (int i = 0; i < work->row->shards; i++) {
        char name[sizeof "shard-" + 10];
        int result;

        snprintf(name, sizeof name, "shard-%d", i);
        result = called(work, "mkdirat", hf_mkdirat(work->dir, name, AGENT_DIRECTORY_MODE));
        if (result < 0)
            return result;
        work->shards[i] = called(
            work, "openat", hf_openat(work->dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0));
        if (work->shards[i] < 0)
            return work->shards[i];
    }
    return sync_directory(work, work->dir);
}

static int replace_records(struct work *work)
{
    int result = 0;

    for (int i = 0; i < work->row->records && result == 0; i++) {
        char name[sizeof "record-" + 10];
        int shard = work->shards[i % work->row->shards];

        snprintf(name, sizeof name, "record-%d", i);
        result = stage(work, shard, "staged");
        if (result == 0)
            result = move(work, shard, "staged", name);
    }
    for (int i = 0; i < work->row->shards && result == 0; i++)
        result = sync_directory(work, work->shards[i]);
    return result;
}

static int prepare_nothing(struct work *work)
{
    return called(work, "", 0);
}

static int publish(struct work *work)
{
    int result = stage(work, work->dir, "staged");

    if (result == 0)
        result = counted(work, LINK, "linkat",
                         hf_linkat(work->dir, "staged", work->dir, "published", 0));
    if (result == 0)
        result = called(work, "unlinkat", hf_unlinkat(work->dir, "staged", 0));
    return result < 0 ? result : sync_directory(work, work->dir);
}

static int remove_published(struct work *work)
{
    return called(work, "unlinkat", hf_unlinkat(work->dir, "published", 0));
}

/* ---- a lock */

static int lock(struct work *work, int fd, int operation)
{
    return counted(work, LOCK, "flock", hf_flock(fd, operation));
}

static int prepare_lock(struct work *work)
{
    work->file = make_file(work, work->dir, "lock", O_RDWR);
    if (work->file < 0)
        return work->file;
    work->other = make_file(work, work->dir, "lock", O_RDWR);
    if (work->other < 0)
        return work->other;
    return lock(work, work->file, LOCK_EX | LOCK_NB);
}

static int hand_lock_over(struct work *work, int from, int to)
{
    int result = lock(work, from, LOCK_UN);

    return result < 0 ? result : lock(work, to, LOCK_EX | LOCK_NB);
}

static int hand_lock_to_and_fro(struct work *work)
{
    int result = hand_lock_over(work, work->file, work->other);

    return result < 0 ? result : hand_lock_over(work, work->other, work->file);
}

/* ---- rows */

static const struct row rows[] = {
    {"fsync", prepare_block, rewrite_block, NULL, FILE_SYNC, 0, 0},
    {"fdatasync", prepare_block, rewrite_block, NULL, DATA_SYNC, 0, 0},
    {"o_dsync", prepare_block, rewrite_block, NULL, SYNCED_WRITE, 0, 0},
    {"directory_fsync", prepare_name, move_to_and_fro, NULL, DIRECTORY_SYNC, 0, 0},
    {"staged_replace", prepare_shards, replace_records, NULL, DIRECTORY_SYNC, 1, 1},
    {"publish", prepare_nothing, publish, remove_published, DIRECTORY_SYNC, 0, 0},
    {"batch_64_1", prepare_shards, replace_records, NULL, DIRECTORY_SYNC, 64, 1},
    {"batch_64_8", prepare_shards, replace_records, NULL, DIRECTORY_SYNC, 64, MOST_SHARDS},
    {"flock_round_trip", prepare_lock, hand_lock_to_and_fro, NULL, LOCK, 0, 0},
};

static struct work work;

static const struct row *find_row(const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

static void close_if_open(int *fd)
{
    if (*fd >= 0)
        hf_close(*fd);
    *fd = -1;
}

static void end_work(void)
{
    if (work.row == NULL)
        return;
    close_if_open(&work.dir);
    close_if_open(&work.file);
    close_if_open(&work.other);
    for (int i = 0; i < MOST_SHARDS; i++)
        close_if_open(&work.shards[i]);
    work.row = NULL;
}

static void begin_work(const struct row *row, size_t block_bytes)
{
    static unsigned char block[AGENT_DATA_LIMIT];

    memset(block, 'x', sizeof block);
    memset(&work, 0, sizeof work);
    work.row = row;
    work.block = block;
    work.first_byte = block;
    work.block_bytes = block_bytes;
    work.dir = -1;
    work.file = -1;
    work.other = -1;
    for (int i = 0; i < MOST_SHARDS; i++)
        work.shards[i] = -1;
}

void run_prepare(struct agent *agent, char **argument)
{
    const struct row *row = find_row(argument[1]);
    uint64_t block_bytes;
    int result;
    int dir;

    if (!argument_handle(agent, argument[0], &dir) ||
        !argument_number(agent, argument[2], AGENT_DATA_LIMIT, &block_bytes))
        return;
    if (row == NULL || block_bytes < LEAST_BLOCK_BYTES) {
        answer_bad(agent, row == NULL ? "no such row" : "a block has 512 bytes at least");
        return;
    }
    end_work();
    begin_work(row, block_bytes);
    work.dir = called(&work, "openat", hf_openat(dir, ".", O_RDONLY | O_DIRECTORY, 0));
    result = work.dir < 0 ? work.dir : row->prepare(&work);
    answer_result(agent, result, work.call);
    if (result < 0)
        end_work();
}

/* ---- measuring */

/* Whether nobody can ask anything any more: whoever did has gone. */
static bool is_abandoned(void)
{
    struct pollfd requests = {.fd = STDIN_FILENO, .events = POLLRDHUP};

    return poll(&requests, 1, 0) > 0 && (requests.revents & (POLLHUP | POLLRDHUP | POLLERR)) != 0;
}

/* Once at least, until a time; 0 or -errno. -ECANCELED: there is nobody to tell. */
static int repeat(int64_t end_ns, struct times *times)
{
    int64_t look_ns = 0;
    int64_t after_ns;

    do {
        int64_t before_ns = hf_clock_gettime(CLOCK_MONOTONIC);
        int result = work.row->once(&work);

        after_ns = hf_clock_gettime(CLOCK_MONOTONIC);
        if (result == 0 && work.row->between != NULL)
            result = work.row->between(&work);
        if (result < 0)
            return result;
        add_time(times, after_ns - before_ns);
        work.number++;
        if (after_ns >= look_ns) {
            if (is_abandoned())
                return called(&work, "measure", -ECANCELED);
            look_ns = after_ns + LOOK_NS;
        }
    } while (after_ns < end_ns);
    return 0;
}

static void answer_calls(struct agent *agent)
{
    const char *between = " ";

    for (int i = 0; i < COUNTED_CALLS; i++)
        if (work.counts[i] > 0) {
            answer_add(agent, "%s%s:%" PRIu64, between, counted_names[i], work.counts[i]);
            between = ",";
        }
}

static void answer_buckets(struct agent *agent, const struct times *times)
{
    const char *between = " ";

    for (size_t i = 0; i < BUCKETS; i++)
        if (times->buckets[i] > 0) {
            answer_add(agent, "%s%zu:%" PRIu64, between, i, times->buckets[i]);
            between = ",";
        }
}

void run_measure(struct agent *agent, char **argument)
{
    static struct times times;
    int64_t started_ns = hf_clock_gettime(CLOCK_MONOTONIC);
    int64_t begun_ns;
    int64_t nanos;
    uint64_t millis;
    int result;

    if (!argument_number(agent, argument[0], MEASURE_LIMIT_MILLIS, &millis))
        return;
    if (work.row == NULL) {
        answer_bad(agent, "nothing is prepared");
        return;
    }
    nanos = (int64_t)millis * NANOS_PER_MILLI;
    result = repeat(started_ns + nanos / WARM_UP_PART, &times);
    memset(&times, 0, sizeof times);
    memset(work.counts, 0, sizeof work.counts);
    begun_ns = hf_clock_gettime(CLOCK_REALTIME);
    if (result == 0)
        result = repeat(started_ns + nanos, &times);
    answer_result(agent, result, work.call);
    if (result == 0) {
        answer_add(agent, " %" PRId64 " %" PRId64 " %" PRIu64 " %" PRId64 " %" PRId64, begun_ns,
                   hf_clock_gettime(CLOCK_REALTIME), times.count, times.sum_ns, times.max_ns);
        answer_calls(agent);
        answer_buckets(agent, &times);
    }
    end_work();
}
