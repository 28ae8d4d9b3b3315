/* Threads that replace in one directory, with barriers of their own or shared ones. */
#include "reference.h"

#include <pthread.h>
#include <stdio.h>
#include <time.h>

/*
 * Who makes the next barrier: the first that comes when none is under way, at once. Whoever comes
 * while one is under way needs the one after it; one of those that wait leads that.
 */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t ended_one;
    int64_t started;
    int64_t ended;
} turns = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};

struct series {
    int number;
    int times;
    int shared;
    pthread_barrier_t *start;
};

static int take_turn(void)
{
    int leads;
    int64_t needed;

    pthread_mutex_lock(&turns.lock);
    needed = turns.started + 1;
    while (turns.ended < needed && turns.ended < turns.started)
        pthread_cond_wait(&turns.ended_one, &turns.lock);
    leads = turns.ended < needed;
    if (leads)
        turns.started = needed;
    pthread_mutex_unlock(&turns.lock);
    return leads;
}

static void end_turn(void)
{
    pthread_mutex_lock(&turns.lock);
    turns.ended = turns.started;
    pthread_cond_broadcast(&turns.ended_one);
    pthread_mutex_unlock(&turns.lock);
}

static void make_shared_barrier(const struct shard *shard)
{
    if (take_turn()) {
        make_barrier(shard);
        end_turn();
    } else {
        counts_avoided(1);
    }
}

static void replace(const struct series *series)
{
    struct shard *shard = shard_number(0);
    struct staged staged;
    char target[NAME_ROOM];

    snprintf(target, sizeof target, "replaced-%d", series->number);
    stage_named(&staged, shard, target);
    sync_content(&staged);
    move_to_target(&staged);
    close_staged(&staged);
    if (series->shared)
        make_shared_barrier(shard);
    else
        make_barrier(shard);
    require_in_place(shard);
}

static void *run_series(void *argument)
{
    const struct series *series = argument;

    pthread_barrier_wait(series->start);
    for (int i = 0; i < series->times; i++)
        replace(series);
    return NULL;
}

int64_t run_threads(int threads, int times, int shared)
{
    pthread_t others[THREAD_LIMIT];
    struct series all[THREAD_LIMIT];
    pthread_barrier_t start_line;
    int64_t start;
    int64_t nanos;

    shard_number(0);
    must("pthread_barrier_init", -pthread_barrier_init(&start_line, NULL, (unsigned)threads));
    for (int i = 0; i < threads; i++) {
        all[i] = (struct series){i, times, shared, &start_line};
        if (i > 0)
            must("pthread_create", -pthread_create(&others[i], NULL, run_series, &all[i]));
    }
    start = hf_clock_gettime(CLOCK_MONOTONIC);
    run_series(&all[0]);
    for (int i = 1; i < threads; i++)
        must("pthread_join", -pthread_join(others[i], NULL));
    nanos = hf_clock_gettime(CLOCK_MONOTONIC) - start;
    must("pthread_barrier_destroy", -pthread_barrier_destroy(&start_line));
    return nanos;
}
