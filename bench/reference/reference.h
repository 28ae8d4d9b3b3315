/*
 * What Java's durable verbs do, in plain C: the same system calls in the same order, so that a
 * figure of Java can stand beside the one of the machine.
 *
 * Every failure ends the program with status 1 and a line on standard error: a time that carries an
 * error is none.
 */
#ifndef HOLDFAST_BENCH_REFERENCE_H
#define HOLDFAST_BENCH_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

#include "holdfast.h"

enum {
    RECORD_BYTES = 400,
    RECORD_LIMIT = 1024, /* records of a batch, operations of a series */
    SHARD_LIMIT = 64,
    THREAD_LIMIT = 16,
    NAME_ROOM = 80,
    PATH_ROOM = 4096
};

/* What was asked of the kernel since counts_reset, counted beside each call. */
struct counts {
    int64_t file_syncs;
    int64_t directory_syncs;
    int64_t directory_syncs_avoided; /* changes that another change's barrier served as well */
    int64_t probes;
};

void counts_reset(void);
struct counts counts_now(void);
void counts_avoided(int64_t changes);

/* Prints what failed and ends the program when result is negative; answers it otherwise. */
int64_t must(const char *operation, int64_t result);

/* A directory that takes changes, held by descriptor with its path and identity. */
struct shard {
    int fd;
    char path[PATH_ROOM];
    struct hf_stat identity;
};

/* The shards s0, s1, … below a directory, each made when first asked for. The text is kept. */
void shards_below(const char *directory);
struct shard *shard_number(int number);

/* A file on its way to its name. */
struct staged {
    struct shard *shard;
    int fd;
    struct hf_stat identity;
    char target[NAME_ROOM];
    char name[NAME_ROOM]; /* empty: a file without a name */
};

/* openat(O_EXCL) under a name with 128 random bits, fstat, pwrite, fchmod. */
void stage_named(struct staged *staged, struct shard *shard, const char *target);
/* openat(O_TMPFILE), fstat, pwrite, fchmod. */
void stage_unnamed(struct staged *staged, struct shard *shard, const char *target);
void start_write_back(const struct staged *staged);
/* fsync of the file. Any thread. */
void sync_content(const struct staged *staged);
void move_to_target(const struct staged *staged);
void link_to_target(const struct staged *staged);
void close_staged(const struct staged *staged);

void sync_file(int fd);
/* fsync of the directory, then the barrier probe: fsetxattr with a changing value. Any thread. */
void make_barrier(const struct shard *shard);
/* Whether the path still leads to the directory; ends the program when it does not. */
void require_in_place(const struct shard *shard);

/* Calls task(argument, i) once for each i below count, on width threads, this one included. */
void fan_out(int width, int count, void (*task)(void *argument, int i), void *argument);

/* Each does its work and answers the nanoseconds that it took. */
int64_t run_scalar(int records, int shards);
int64_t run_batch(int records, int shards);
int64_t run_write_back(int records, int shards);
int64_t run_fan_out(int records, int shards, int width);
int64_t run_locked(int records, int shards, int width);
int64_t run_file(int times);
int64_t run_directory(int times);
int64_t run_replace(int times);
int64_t run_publish(int times);
int64_t run_threads(int threads, int times, int shared);

#endif
