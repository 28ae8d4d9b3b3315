/* Ways to put N records in the places of others, over K directories. */
#include "reference.h"

#include <stdio.h>
#include <time.h>

static struct staged records_staged[RECORD_LIMIT];

static void stage(int record, int shards)
{
    char target[NAME_ROOM];

    snprintf(target, sizeof target, "record-%d", record);
    stage_named(&records_staged[record], shard_number(record % shards), target);
}

static void barrier_of(void *unused, int shard)
{
    (void)unused;
    make_barrier(shard_number(shard));
    require_in_place(shard_number(shard));
}

static void content_of(void *unused, int record)
{
    (void)unused;
    sync_content(&records_staged[record]);
}

static int64_t begin(int shards)
{
    for (int i = 0; i < shards; i++)
        shard_number(i);
    return hf_clock_gettime(CLOCK_MONOTONIC);
}

static int64_t since(int64_t start)
{
    return hf_clock_gettime(CLOCK_MONOTONIC) - start;
}

int64_t run_scalar(int records, int shards)
{
    int64_t start = begin(shards);

    for (int i = 0; i < records; i++) {
        stage(i, shards);
        content_of(NULL, i);
        move_to_target(&records_staged[i]);
        close_staged(&records_staged[i]);
        barrier_of(NULL, i % shards);
    }
    return since(start);
}

int64_t run_batch(int records, int shards)
{
    int64_t start = begin(shards);

    for (int i = 0; i < records; i++) {
        stage(i, shards);
        content_of(NULL, i);
        move_to_target(&records_staged[i]);
        close_staged(&records_staged[i]);
    }
    for (int i = 0; i < shards; i++)
        barrier_of(NULL, i);
    return since(start);
}

int64_t run_write_back(int records, int shards)
{
    return run_fan_out(records, shards, 1);
}

int64_t run_fan_out(int records, int shards, int width)
{
    int64_t start = begin(shards);

    for (int i = 0; i < records; i++) {
        stage(i, shards);
        start_write_back(&records_staged[i]);
    }
    fan_out(width, records, content_of, NULL);
    for (int i = 0; i < records; i++)
        move_to_target(&records_staged[i]);
    for (int i = 0; i < records; i++)
        close_staged(&records_staged[i]);
    fan_out(width, shards, barrier_of, NULL);
    return since(start);
}
