#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "agent.h"

#define WAIT_LIMIT_NS (10 * NANOS_PER_SECOND)
/* A sleeping process is woken some ten microseconds late: the last stretch is spent looking. */
#define SPIN_NS (200 * INT64_C(1000))
#define LOOP_LIMIT_MILLIS 10000
/* fsyncloop ends early after so many, on file systems for which fsync is nothing. */
#define LOOP_LIMIT_COUNT 1000000

static void sleep_until(int64_t monotonic_ns)
{
    const struct timespec until = {
        .tv_sec = (time_t)(monotonic_ns / NANOS_PER_SECOND),
        .tv_nsec = (long)(monotonic_ns % NANOS_PER_SECOND),
    };

    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR)
        continue;
}

bool wait_until(struct agent *agent, int64_t realtime_ns)
{
    int64_t started_ns = hf_clock_gettime(CLOCK_MONOTONIC);
    int64_t wait_ns = realtime_ns - hf_clock_gettime(CLOCK_REALTIME);

    if (wait_ns > WAIT_LIMIT_NS) {
        answer_bad(agent, "@ is more than 10 s ahead");
        return false;
    }
    if (wait_ns > SPIN_NS)
        sleep_until(started_ns + wait_ns - SPIN_NS);
    while (hf_clock_gettime(CLOCK_REALTIME) < realtime_ns)
        if (hf_clock_gettime(CLOCK_MONOTONIC) > started_ns + 2 * WAIT_LIMIT_NS) {
            answer_bad(agent, "the clock was set back during @");
            return false;
        }
    return true;
}

static int compare(const void *left, const void *right)
{
    int64_t a = *(const int64_t *)left;
    int64_t b = *(const int64_t *)right;

    return (a > b) - (a < b);
}

/* Nearest rank, of sorted samples. */
static int64_t percentile(const int64_t *samples, size_t count, size_t percent)
{
    return samples[(count * percent + 99) / 100 - 1];
}

void run_fsyncloop(struct agent *agent, char **argument)
{
    static int64_t samples[LOOP_LIMIT_COUNT];
    uint64_t millis;
    size_t count = 0;
    int64_t before_ns;
    int64_t after_ns;
    int64_t end_ns;
    int fd;

    if (!argument_handle(agent, argument[0], &fd) ||
        !argument_number(agent, argument[1], LOOP_LIMIT_MILLIS, &millis))
        return;
    end_ns = hf_clock_gettime(CLOCK_MONOTONIC) + (int64_t)millis * NANOS_PER_MILLI;
    do {
        const unsigned char byte = (unsigned char)count;
        int64_t result = hf_pwrite(fd, &byte, sizeof byte, 0);

        if (result < 0) {
            answer_error(agent, result, "pwrite");
            return;
        }
        before_ns = hf_clock_gettime(CLOCK_MONOTONIC);
        result = hf_fsync(fd);
        after_ns = hf_clock_gettime(CLOCK_MONOTONIC);
        if (result < 0) {
            answer_error(agent, result, "fsync");
            return;
        }
        samples[count++] = after_ns - before_ns;
    } while (after_ns < end_ns && count < LOOP_LIMIT_COUNT);
    qsort(samples, count, sizeof samples[0], compare);
    answer_ok(agent);
    answer_add(agent, " %zu %" PRId64 " %" PRId64 " %" PRId64, count,
               percentile(samples, count, 50), percentile(samples, count, 99), samples[count - 1]);
}

/* Creates a file of a name that nobody has, makes a byte in it durable, removes it. */
static int sentinel(int dir, const char **call)
{
    char token[TOKEN_DIGITS + 1];
    char name[sizeof ".holdfast-sentinel." + TOKEN_DIGITS];
    int result = random_token(token);
    int unlinked;
    int fd;

    *call = "getrandom";
    if (result < 0)
        return result;
    snprintf(name, sizeof name, ".holdfast-sentinel.%s", token);
    *call = "openat";
    fd = hf_openat(dir, name, O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW, AGENT_FILE_MODE);
    if (fd < 0)
        return fd;
    *call = "pwrite";
    result = write_all(fd, "1", 1);
    if (result == 0) {
        *call = "fsync";
        result = hf_fsync(fd);
    }
    hf_close(fd);
    unlinked = hf_unlinkat(dir, name, 0);
    if (result == 0 && unlinked < 0) {
        *call = "unlinkat";
        result = unlinked;
    }
    return result;
}

void run_barrier(struct agent *agent, char **argument)
{
    const char *call = "fsync";
    int64_t started_ns;
    int64_t synced_ns;
    int result;
    int dir;

    if (!argument_handle(agent, argument[0], &dir))
        return;
    started_ns = hf_clock_gettime(CLOCK_MONOTONIC);
    result = hf_fsync(dir);
    synced_ns = hf_clock_gettime(CLOCK_MONOTONIC);
    if (result == 0)
        result = sentinel(dir, &call);
    answer_result(agent, result, call);
    if (result == 0)
        answer_add(agent, " %" PRId64 " %" PRId64, synced_ns - started_ns,
                   hf_clock_gettime(CLOCK_MONOTONIC) - synced_ns);
}
