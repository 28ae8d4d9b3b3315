/* Threads that wait for work, so that a batch pays for waking them and not for making them. */
#include "reference.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static struct {
    pthread_t threads[THREAD_LIMIT];
    sem_t wanted[THREAD_LIMIT];
    sem_t done;
    int made;
    atomic_int next;
    int count;
    void (*task)(void *argument, int i);
    void *argument;
} pool;

static void work(void)
{
    for (int i = pool.next++; i < pool.count; i = pool.next++)
        pool.task(pool.argument, i);
}

static void wait_for(sem_t *semaphore)
{
    while (sem_wait(semaphore) != 0)
        continue;
}

static void *stand_by(void *wanted)
{
    for (;;) {
        wait_for(wanted);
        work();
        sem_post(&pool.done);
    }
    return NULL;
}

static void make_threads(int count)
{
    if (pool.made == 0)
        sem_init(&pool.done, 0, 0);
    for (; pool.made < count; pool.made++) {
        sem_t *wanted = &pool.wanted[pool.made];

        sem_init(wanted, 0, 0);
        must("pthread_create", -pthread_create(&pool.threads[pool.made], NULL, stand_by, wanted));
    }
}

void fan_out(int width, int count, void (*task)(void *argument, int i), void *argument)
{
    int others = (width < count ? width : count) - 1;

    make_threads(others);
    pool.next = 0;
    pool.count = count;
    pool.task = task;
    pool.argument = argument;
    for (int i = 0; i < others; i++)
        sem_post(&pool.wanted[i]);
    work();
    for (int i = 0; i < others; i++)
        wait_for(&pool.done);
}
