/*
 * holdfast-bench-reference DIRECTORY: reads commands from standard input and answers each with a
 * line on standard output:
 *
 *     NANOSECONDS FILE_SYNCS DIRECTORY_SYNCS DIRECTORY_SYNCS_AVOIDED PROBES
 *
 *   scalar N K        N records over K shards, each replaced with a barrier of its own
 *   batch N K         each written, synced and renamed, then K directory barriers
 *   writeback N K     all written and their write-back started, then synced, renamed, K barriers
 *   fan N K WIDTH     as writeback, the barriers on WIDTH threads
 *   locked N K WIDTH  each read, written, synced and renamed under its lock, eight locks at a time
 *                     and the barriers on WIDTH threads, then K directory barriers
 *   file N            one file, written in place and synced N times
 *   directory N       one name changed and its directory synced N times
 *   replace N, publish N    N times, each with a barrier of its own
 *   own T N           T threads replace N times each in one directory, each with its own barriers
 *   shared T N        the same with barriers that the threads share
 *
 * What it leaves in DIRECTORY is its caller's to remove.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "reference.h"

enum { WORD_ROOM = 16, LINE_ROOM = 128 };

struct command {
    char verb[WORD_ROOM];
    int first;
    int second;
    int third;
};

static int is(const struct command *command, const char *verb)
{
    return strcmp(command->verb, verb) == 0;
}

static int within(int value, int limit)
{
    return value >= 1 && value <= limit;
}

static int64_t run_over_shards(const struct command *command)
{
    int records = command->first;
    int shards = command->second;

    if (!within(records, RECORD_LIMIT) || !within(shards, SHARD_LIMIT) || shards > records)
        return -1;
    if (is(command, "scalar"))
        return run_scalar(records, shards);
    if (is(command, "batch"))
        return run_batch(records, shards);
    if (is(command, "writeback"))
        return run_write_back(records, shards);
    if (!within(command->third, THREAD_LIMIT))
        return -1;
    if (is(command, "fan"))
        return run_fan_out(records, shards, command->third);
    if (is(command, "locked"))
        return run_locked(records, shards, command->third);
    return -1;
}

static int64_t run_on_threads(const struct command *command)
{
    int shared = is(command, "shared");

    if (!within(command->first, THREAD_LIMIT) || !within(command->second, RECORD_LIMIT))
        return -1;
    return run_threads(command->first, command->second, shared);
}

/* Answers nanoseconds, or -1 for what is no command. */
static int64_t run(const struct command *command)
{
    if (is(command, "own") || is(command, "shared"))
        return run_on_threads(command);
    if (!within(command->first, RECORD_LIMIT))
        return -1;
    if (is(command, "file"))
        return run_file(command->first);
    if (is(command, "directory"))
        return run_directory(command->first);
    if (is(command, "replace"))
        return run_replace(command->first);
    if (is(command, "publish"))
        return run_publish(command->first);
    return run_over_shards(command);
}

int main(int argc, char **argv)
{
    char line[LINE_ROOM];

    if (argc != 2) {
        fprintf(stderr, "usage: holdfast-bench-reference DIRECTORY <COMMANDS\n");
        return 2;
    }
    shards_below(argv[1]);
    while (fgets(line, sizeof line, stdin)) {
        struct command command = {"", 0, 0, 0};
        int64_t nanos;
        struct counts counts;

        sscanf(line, "%15s %d %d %d", command.verb, &command.first, &command.second,
               &command.third);
        counts_reset();
        nanos = run(&command);
        if (nanos < 0) {
            fprintf(stderr, "holdfast-bench-reference: not a command: %s", line);
            return 2;
        }
        counts = counts_now();
        printf("%lld %lld %lld %lld %lld\n", (long long)nanos, (long long)counts.file_syncs,
               (long long)counts.directory_syncs, (long long)counts.directory_syncs_avoided,
               (long long)counts.probes);
        fflush(stdout);
    }
    return 0;
}
