/*
 * agent.h - holdfast-agent: a second process for lock and name probes.
 *
 * It takes numbered commands on standard input and gives one answer a line on standard output. It
 * has one thread: a call that blocks blocks it, and whoever started it kills it then. It needs no
 * JVM and no shared library, runs no other program and touches nothing outside the directory that
 * the command root named.
 *
 *   request   <seq> [@<realtime ns>] <command> <argument>...
 *   answer    =<seq> ok [<value>...]
 *             =<seq> err <errno> <symbol> <call>      the kernel said no
 *             =<seq> bad <reason>                     the request makes no sense; nothing was done
 *
 * die is the one request without an answer: the agent sends itself SIGKILL.
 *
 * Names and bytes are hex, "-" for none. Numbers are decimal, modes octal.
 */
#ifndef HOLDFAST_AGENT_H
#define HOLDFAST_AGENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "holdfast.h"

#define AGENT_PROTOCOL 1
#define AGENT_HANDLES 64
#define AGENT_ROOT 0
/* Most bytes that one read, write or fresh moves. */
#define AGENT_DATA_LIMIT (64 * 1024)
/* Longest line either way without its newline: a transfer in hex and what stands around it. */
#define AGENT_LINE_LIMIT (2 * AGENT_DATA_LIMIT + 512)
#define AGENT_ARGUMENTS 5
/* One component of a path; the kernel knows what a file system takes. */
#define AGENT_NAME_LIMIT 4095
#define AGENT_PATH_LIMIT 8192
#define AGENT_FILE_MODE 0600
#define AGENT_DIRECTORY_MODE 0700

#define NANOS_PER_SECOND INT64_C(1000000000)
#define NANOS_PER_MILLI INT64_C(1000000)

/* ---- lines.c: lines of a descriptor, each of any length */

struct lines {
    int fd;
    bool too_long;
    size_t start;
    size_t end;
    char kept[32];
    char bytes[AGENT_LINE_LIMIT + 1];
};

enum line_kind { LINE_NONE, LINE_WHOLE, LINE_TOO_LONG };

void lines_begin(struct lines *lines, int fd);
/*
 * The next line that a newline ends. text is valid until the next call and ends with a NUL in
 * place of the newline. LINE_TOO_LONG: text has its beginning only, the rest was passed over.
 * LINE_NONE: the end, or an error; an unfinished last line is none.
 */
enum line_kind lines_next(struct lines *lines, char **text, size_t *length);

/* ---- answer.c: exactly one answer to a request */

struct answer {
    bool overflow;
    size_t prefix;
    size_t length;
    char text[AGENT_LINE_LIMIT + 1];
};

struct agent {
    int handles[AGENT_HANDLES];
    struct answer answer;
    /* Bytes on their way; aligned for the records of getdents64. */
    _Alignas(8) unsigned char data[AGENT_DATA_LIMIT];
    struct lines in;
    /* Serves files under /proc while a request is worked on. */
    struct lines proc;
};

void answer_begin(struct agent *agent, uint64_t seq);
/* "ok", to which answer_add and answer_hex add values. */
void answer_ok(struct agent *agent);
void answer_add(struct agent *agent, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void answer_hex(struct agent *agent, const void *bytes, size_t length);
/* Two digits a byte, no NUL; answers how many digits. */
size_t to_hex(char *to, const void *bytes, size_t length);
/* "err" for a result < 0 of the call; takes back what was added before. */
void answer_error(struct agent *agent, int64_t result, const char *call);
/* "ok" or "err". */
void answer_result(struct agent *agent, int64_t result, const char *call);
/* "bad"; takes back what was added before. */
void answer_bad(struct agent *agent, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Writes the line to standard output; false when nobody reads it. */
bool answer_send(struct agent *agent);

/* ---- arguments.c: each takes one argument, or answers "bad" and says false */

bool argument_number(struct agent *agent, const char *text, uint64_t limit, uint64_t *number);
bool argument_mode(struct agent *agent, const char *text, unsigned *mode);
bool argument_handle(struct agent *agent, const char *text, int *fd);
/* One component: not empty, no "/" or NUL inside, neither "." nor "..". */
bool argument_name(struct agent *agent, const char *text, char name[AGENT_NAME_LIMIT + 1]);
/* Any path without a NUL, not empty. */
bool argument_path(struct agent *agent, const char *text, char path[AGENT_PATH_LIMIT + 1]);
/* Into agent->data. */
bool argument_data(struct agent *agent, const char *text, size_t *length);
/* Decimal digits only, no sign. */
bool parse_number(const char *text, uint64_t limit, uint64_t *number);

/* ---- handles.c */

void handles_begin(struct agent *agent);
/* The lowest free number above the root's; -1 when there is none, which was answered. */
int handles_reserve(struct agent *agent);

/* ---- commands.c */

struct command {
    const char *name;
    /* The arguments in words; those in [brackets] may be left out. */
    const char *usage;
    int least;
    int most;
    /* arguments beyond the given ones are NULL. */
    void (*run)(struct agent *agent, char **argument);
};

extern const struct command commands[];
extern const int command_count;

/* ---- the commands, by room */

void run_hello(struct agent *agent, char **argument);
void run_root(struct agent *agent, char **argument);
void run_mount(struct agent *agent, char **argument);
void run_clock(struct agent *agent, char **argument);

void run_dir(struct agent *agent, char **argument);
void run_open(struct agent *agent, char **argument);
void run_close(struct agent *agent, char **argument);
void run_read(struct agent *agent, char **argument);
void run_write(struct agent *agent, char **argument);
void run_chmod(struct agent *agent, char **argument);
void run_fsync(struct agent *agent, char **argument);
void run_fdatasync(struct agent *agent, char **argument);
void run_create(struct agent *agent, char **argument);
void run_nonce(struct agent *agent, char **argument);
void run_fresh(struct agent *agent, char **argument);

void run_flock(struct agent *agent, char **argument);
void run_ofd(struct agent *agent, char **argument);
void run_posix(struct agent *agent, char **argument);

void run_mkdir(struct agent *agent, char **argument);
void run_rmdir(struct agent *agent, char **argument);
void run_unlink(struct agent *agent, char **argument);
void run_link(struct agent *agent, char **argument);
void run_rename(struct agent *agent, char **argument);
void run_stat(struct agent *agent, char **argument);
void run_fstat(struct agent *agent, char **argument);
void run_list(struct agent *agent, char **argument);
void run_rewind(struct agent *agent, char **argument);
/* The next records of getdents64 as they are, "-" at the end. */
void run_entries(struct agent *agent, char **argument);

void run_fsyncloop(struct agent *agent, char **argument);
void run_barrier(struct agent *agent, char **argument);
/* Until CLOCK_REALTIME says at least realtime_ns; answers "bad" if that is too far ahead. */
bool wait_until(struct agent *agent, int64_t realtime_ns);

/*
 * prepare <dir> <row> <block bytes>: makes what a row of the bench works on, in an empty directory
 * that nobody else uses. measure <milliseconds>: repeats its operation, an eighth of the time
 * without measuring it; then nothing is prepared any more.
 *
 *   ok <begun> <ended> <count> <sum> <longest> <call>:<times>,... <bucket>:<count>,...
 *
 * begun and ended are CLOCK_REALTIME, sum and longest are times of operations, all in ns. Bucket i
 * < 256 is a time of i ns; above, i = 128 s + t with 128 <= t < 256 is t * 2^s to (t + 1) * 2^s - 1
 * ns. The first error ends it. It ends as well when standard input does: nobody waits for it.
 */
void run_prepare(struct agent *agent, char **argument);
void run_measure(struct agent *agent, char **argument);

/* ---- files.c, for timing.c and measure.c as well */

#define TOKEN_BYTES 16
#define TOKEN_DIGITS (2 * TOKEN_BYTES)

/* 128 random bits in hex, with a NUL; 0 or -errno. */
int random_token(char token[TOKEN_DIGITS + 1]);
/* All bytes from position 0 on, over short writes; 0 or -errno. */
int write_all(int fd, const void *bytes, size_t length);

#endif
