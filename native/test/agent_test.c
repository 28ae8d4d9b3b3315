/* holdfast-agent, spoken to through its pipes as a launcher does. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "holdfast.h"
#include "kernel.h"

#define LINE_BYTES (256 * 1024)
#define NANOS INT64_C(1000000000)

struct agent {
    pid_t pid;
    FILE *requests;
    FILE *answers;
};

static char answer[LINE_BYTES];

/* ---- the driver */

static struct agent start_agent(void)
{
    struct agent agent;
    int in[2];
    int out[2];

    CHECK_EQUAL(0, pipe2(in, O_CLOEXEC));
    CHECK_EQUAL(0, pipe2(out, O_CLOEXEC));
    agent.pid = fork();
    if (agent.pid == 0) {
        /* A failed test leaves no agent behind that waits for a lock. */
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        execl(AGENT, "holdfast-agent", (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    signal(SIGPIPE, SIG_IGN);
    agent.requests = fdopen(in[1], "w");
    agent.answers = fdopen(out[0], "r");
    CHECK(agent.requests != NULL && agent.answers != NULL);
    return agent;
}

static void send_line(struct agent *agent, const char *line)
{
    CHECK(fputs(line, agent->requests) >= 0);
    CHECK(fputc('\n', agent->requests) == '\n');
    CHECK(fflush(agent->requests) == 0);
}

static const char *receive_line(struct agent *agent)
{
    size_t length;

    CHECK(fgets(answer, sizeof answer, agent->answers) != NULL);
    length = strlen(answer);
    CHECK(length > 0 && answer[length - 1] == '\n');
    answer[length - 1] = '\0';
    return answer;
}

__attribute__((format(printf, 2, 3))) static const char *ask(struct agent *agent,
                                                             const char *format, ...)
{
    static char line[LINE_BYTES];
    va_list values;

    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    send_line(agent, line);
    return receive_line(agent);
}

#define STARTS(expected, actual) check_starts(__FILE__, __LINE__, expected, actual)

static void check_starts(const char *file, int line, const char *expected, const char *actual)
{
    if (strncmp(actual, expected, strlen(expected)) != 0)
        check_text(file, line, "the answer", expected, actual);
}

static int end_agent(struct agent *agent)
{
    int status;

    fclose(agent->requests);
    CHECK_EQUAL(agent->pid, waitpid(agent->pid, &status, 0));
    fclose(agent->answers);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/* Two hex digits a byte, in one of a few buffers that are used in turn. */
static const char *hex(const char *text)
{
    static char buffers[4][2 * 5000 + 1];
    static int turn;
    char *to = buffers[turn = (turn + 1) % 4];

    for (size_t i = 0; text[i] != '\0'; i++)
        snprintf(to + 2 * i, 3, "%02x", (unsigned char)text[i]);
    return *text == '\0' ? "-" : to;
}

/* An agent whose root is the workspace. */
static struct agent start_here(void)
{
    struct agent agent = start_agent();

    STARTS("=1 ok 0 ", ask(&agent, "1 root %s", hex(workspace_path)));
    return agent;
}

static bool exists(const char *name)
{
    return faccessat(workspace, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

/* ---- who it is */

static void says_hello(void)
{
    struct agent agent = start_agent();
    char boot_id[HF_BOOT_ID_LENGTH];
    char host[256];
    char expected[1024];
    struct utsname kernel;

    CHECK_OK(hf_boot_id(boot_id, sizeof boot_id));
    CHECK_OK(hf_gethostname(host, sizeof host));
    CHECK_OK(uname(&kernel));
    snprintf(expected, sizeof expected, "=7 ok 1 %.*s %s %d %d %s %s %s", HF_BOOT_ID_LENGTH,
             boot_id, hex(host), agent.pid, getuid(), hf_version(), hex(kernel.release),
             hex(kernel.machine));
    CHECK_TEXT(expected, ask(&agent, "7 hello"));
    CHECK_EQUAL(0, end_agent(&agent));
}

static void tells_the_root(void)
{
    struct agent agent = start_agent();
    struct hf_stat stat;
    char expected[256];

    CHECK_OK(hf_statx(workspace, "", AT_EMPTY_PATH, STATX_BASIC_STATS | STATX_MNT_ID, &stat));
    if ((stat.mask & STATX_MNT_ID) == 0 || emulated())
        skip("statx does not tell mount ids here");
    snprintf(expected, sizeof expected, "=1 ok 0 %" PRId64 " %" PRId64 " %" PRId64, stat.dev,
             stat.ino, stat.mnt_id);
    CHECK_TEXT(expected, ask(&agent, "1 root %s", hex(workspace_path)));
}

static void tells_the_mount(void)
{
    struct agent agent = start_here();
    char line[4096];
    FILE *mounts = fopen("/proc/self/mountinfo", "r");
    bool found = false;

    STARTS("=2 ok ", ask(&agent, "2 mount 0"));
    while (fgets(line, sizeof line, mounts) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        found |= strcmp(hex(line), answer + strlen("=2 ok ")) == 0;
    }
    CHECK(found);
}

static void tells_three_clocks(void)
{
    struct agent agent = start_agent();
    int64_t seen[3];
    int64_t before = hf_clock_gettime(CLOCK_MONOTONIC);

    ask(&agent, "3 clock");
    CHECK_EQUAL(3, sscanf(answer, "=3 ok %" SCNd64 " %" SCNd64 " %" SCNd64, &seen[0], &seen[1],
                          &seen[2]));
    CHECK(before <= seen[1] && seen[1] <= hf_clock_gettime(CLOCK_MONOTONIC));
    CHECK(seen[2] <= hf_clock_gettime(CLOCK_BOOTTIME));
    CHECK(seen[0] > INT64_C(1600000000) * NANOS);
}

/* ---- files and names */

static void reads_and_writes(void)
{
    struct agent agent = start_here();

    CHECK_TEXT("=2 ok 1", ask(&agent, "2 open 0 %s rw,creat,excl 640", hex("file")));
    CHECK_TEXT("=3 ok 5", ask(&agent, "3 write 1 0 %s", hex("hello")));
    CHECK_TEXT("=4 ok 68656c6c6f", ask(&agent, "4 read 1 0 65536"));
    CHECK_TEXT("=5 ok 6c6c", ask(&agent, "5 read 1 2 2"));
    CHECK_TEXT("=6 ok -", ask(&agent, "6 read 1 5 10"));
    CHECK_TEXT("=7 ok 0", ask(&agent, "7 write 1 0 -"));
    CHECK_TEXT("=8 ok", ask(&agent, "8 fsync 1"));
    CHECK_TEXT("=9 ok", ask(&agent, "9 fdatasync 1"));
    CHECK_TEXT("=10 ok", ask(&agent, "10 close 1"));
    CHECK_TEXT("=11 ok 68656c6c6f", ask(&agent, "11 fresh 0 %s 100", hex("file")));
    CHECK_TEXT("=12 ok 6865", ask(&agent, "12 fresh 0 %s 2", hex("file")));
    CHECK_TEXT("=13 ok 1", ask(&agent, "13 open 0 %s rw,trunc", hex("file")));
    CHECK_TEXT("=14 ok -", ask(&agent, "14 fresh 0 %s 100", hex("file")));
    CHECK_TEXT("=15 err 17 EEXIST openat", ask(&agent, "15 open 0 %s rw,creat,excl", hex("file")));
    CHECK_TEXT("=16 err 9 EBADF pwrite",
               (ask(&agent, "16 open 0 %s ro", hex("file")), ask(&agent, "16 write 2 0 00")));
    CHECK_TEXT("=17 err 9 EBADF pread",
               (ask(&agent, "17 open 0 %s wo", hex("file")), ask(&agent, "17 read 3 0 1")));
}

static void moves_the_most_that_one_command_moves(void)
{
    static char text[2 * 65536 + 1];
    struct agent agent = start_here();

    memset(text, 'a', sizeof text - 1);
    ask(&agent, "2 open 0 %s rw,creat", hex("file"));
    CHECK_TEXT("=3 ok 65536", ask(&agent, "3 write 1 0 %s", text));
    STARTS("=4 ok aaaaaaaa", ask(&agent, "4 read 1 0 65536"));
    CHECK_EQUAL(strlen("=4 ok ") + 2 * 65536, strlen(answer));
    STARTS("=5 bad", ask(&agent, "5 write 1 0 %saa", text));
    STARTS("=6 bad", ask(&agent, "6 read 1 0 65537"));
}

static void sets_the_mode_as_asked(void)
{
    struct agent agent;
    int64_t mode = 0;

    umask(077);
    agent = start_here();
    ask(&agent, "2 open 0 %s rw,creat 664", hex("file"));
    ask(&agent, "3 fstat 1");
    CHECK_EQUAL(1, sscanf(answer, "=3 ok %*s %*s %" SCNo64, (uint64_t *)&mode));
    CHECK_EQUAL(S_IFREG | 0664, mode);
    ask(&agent, "4 create 0 %s", hex("other"));
    ask(&agent, "5 stat 0 %s", hex("other"));
    CHECK_EQUAL(1, sscanf(answer, "=5 ok %*s %*s %" SCNo64, (uint64_t *)&mode));
    CHECK_EQUAL(S_IFREG | 0600, mode);
}

static void makes_files_without_a_name(void)
{
    struct agent agent = start_here();

    ask(&agent, "2 open 0 - rw,tmpfile");
    if (strstr(answer, "EOPNOTSUPP") != NULL)
        skip("no O_TMPFILE on this file system");
    CHECK_TEXT("=2 ok 1", answer);
    CHECK_TEXT("=3 ok 0 -", ask(&agent, "3 list 0"));
}

static void makes_moves_and_removes_names(void)
{
    struct agent agent = start_here();

    CHECK_TEXT("=2 ok", ask(&agent, "2 create 0 %s", hex("a")));
    CHECK_TEXT("=3 err 17 EEXIST openat", ask(&agent, "3 create 0 %s", hex("a")));
    CHECK_TEXT("=4 ok", ask(&agent, "4 mkdir 0 %s", hex("d")));
    CHECK_TEXT("=5 err 17 EEXIST mkdirat", ask(&agent, "5 mkdir 0 %s", hex("d")));
    CHECK_TEXT("=6 ok 1", ask(&agent, "6 dir 0 %s", hex("d")));
    CHECK_TEXT("=7 ok", ask(&agent, "7 link 0 %s 1 %s", hex("a"), hex("b")));
    CHECK_TEXT("=8 err 17 EEXIST linkat", ask(&agent, "8 link 0 %s 1 %s", hex("a"), hex("b")));
    CHECK(exists("d/b"));
    CHECK_TEXT("=9 ok", ask(&agent, "9 rename 1 %s 0 %s", hex("b"), hex("c")));
    CHECK(exists("c") && !exists("d/b"));
    CHECK_TEXT("=10 err 2 ENOENT renameat2",
               ask(&agent, "10 rename 1 %s 0 %s", hex("b"), hex("c")));
    CHECK_TEXT("=11 ok", ask(&agent, "11 unlink 0 %s", hex("c")));
    CHECK_TEXT("=12 err 2 ENOENT unlinkat", ask(&agent, "12 unlink 0 %s", hex("c")));
    CHECK_TEXT("=13 err 21 EISDIR unlinkat", ask(&agent, "13 unlink 0 %s", hex("d")));
    CHECK_TEXT("=14 ok", ask(&agent, "14 rmdir 0 %s", hex("d")));
    CHECK_TEXT("=15 err 2 ENOENT openat", ask(&agent, "15 dir 0 %s", hex("d")));
    CHECK_TEXT("=16 err 20 ENOTDIR openat", ask(&agent, "16 dir 0 %s", hex("a")));
}

static void renames_with_flags(void)
{
    struct agent agent = start_here();

    close(new_file("a", "1"));
    close(new_file("b", "2"));
    ask(&agent, "2 rename 0 %s 0 %s noreplace", hex("a"), hex("c"));
    if (strcmp(answer, "=2 err 22 EINVAL renameat2") == 0)
        skip("no flags of renameat2 on this file system");
    CHECK_TEXT("=2 ok", answer);
    CHECK_TEXT("=3 err 17 EEXIST renameat2",
               ask(&agent, "3 rename 0 %s 0 %s noreplace", hex("b"), hex("c")));
    CHECK_TEXT("=4 ok", ask(&agent, "4 rename 0 %s 0 %s exchange", hex("b"), hex("c")));
    CHECK_TEXT("=5 ok 31", ask(&agent, "5 fresh 0 %s 9", hex("b")));
    STARTS("=6 bad", ask(&agent, "6 rename 0 %s 0 %s whiteout", hex("b"), hex("c")));
}

static void tells_files(void)
{
    struct agent agent = start_here();
    struct hf_stat stat;
    char expected[256];

    close(new_file("file", "hello"));
    CHECK_OK(hf_fstatat(workspace, "file", &stat, 0));
    snprintf(expected, sizeof expected,
             "=2 ok %" PRId64 " %" PRId64 " 100600 1 5 %" PRId64 " %d", stat.dev, stat.ino,
             stat.mtime_ns, getuid());
    CHECK_TEXT(expected, ask(&agent, "2 stat 0 %s", hex("file")));
    ask(&agent, "3 open 0 %s ro", hex("file"));
    expected[1] = '4';
    CHECK_TEXT(expected, ask(&agent, "4 fstat 1"));
    CHECK_TEXT("=5 err 2 ENOENT fstatat", ask(&agent, "5 stat 0 %s", hex("absent")));
}

static void lists_names(void)
{
    struct agent agent = start_here();

    CHECK_TEXT("=2 ok 0 -", ask(&agent, "2 list 0"));
    close(new_file("a", ""));
    CHECK_TEXT("=3 ok 1 61", ask(&agent, "3 list 0"));
    close(new_file("\xff\n", ""));
    ask(&agent, "4 list 0");
    CHECK(strcmp(answer, "=4 ok 2 61,ff0a") == 0 || strcmp(answer, "=4 ok 2 ff0a,61") == 0);
    ask(&agent, "5 open 0 61 ro");
    CHECK_TEXT("=6 err 20 ENOTDIR getdents64", ask(&agent, "6 list 1"));
}

/* Names of 255 bytes each, 511 characters of an answer. */
static void make_long_names(int count)
{
    char name[256];

    memset(name, 'n', sizeof name - 1);
    for (int i = 0; i < count; i++) {
        snprintf(name + 245, sizeof name - 245, "%010d", i);
        close(new_file(name, ""));
    }
}

static void gives_entries_as_the_kernel_does(void)
{
    struct agent agent = start_here();

    close(new_file("entry-of-this-name", ""));
    STARTS("=2 ok ", ask(&agent, "2 entries 0"));
    CHECK(strstr(answer, hex("entry-of-this-name")) != NULL);
    CHECK_TEXT("=3 ok -", ask(&agent, "3 entries 0"));
    CHECK_TEXT("=4 ok", ask(&agent, "4 rewind 0"));
    ask(&agent, "5 entries 0");
    CHECK(strstr(answer, hex("entry-of-this-name")) != NULL);
    ask(&agent, "6 open 0 %s ro", hex("entry-of-this-name"));
    CHECK_TEXT("=7 err 20 ENOTDIR getdents64", ask(&agent, "7 entries 1"));
}

static void changes_the_mode(void)
{
    struct agent agent = start_here();
    struct hf_stat stat;

    close(new_file("file", ""));
    ask(&agent, "2 open 0 %s rw", hex("file"));
    CHECK_TEXT("=3 ok", ask(&agent, "3 chmod 1 640"));
    CHECK_OK(hf_fstatat(workspace, "file", &stat, 0));
    CHECK_EQUAL(0100640, stat.mode);
    STARTS("=4 bad", ask(&agent, "4 chmod 1 x"));
}

static void refuses_a_list_that_fits_in_no_line(void)
{
    struct agent agent = start_here();

    make_long_names(258);
    CHECK_TEXT("=2 err 75 EOVERFLOW getdents64", ask(&agent, "2 list 0"));
    CHECK_TEXT("=3 ok", ask(&agent, "3 mkdir 0 %s", hex("d")));
}

static void refuses_a_list_that_just_fits_but_for_what_stands_before_it(void)
{
    struct agent agent = start_here();
    char name[128] = "";

    make_long_names(257);
    STARTS("=2 ok 257 ", ask(&agent, "2 list 0"));
    memset(name, 'm', sizeof name - 1);
    close(new_file(name, ""));
    CHECK_TEXT("=3 err 75 EOVERFLOW answer", ask(&agent, "3 list 0"));
    CHECK_TEXT("=4 ok", ask(&agent, "4 mkdir 0 %s", hex("d")));
}

static void leaves_a_nonce(void)
{
    struct agent agent = start_here();
    char nonce[33] = "";

    ask(&agent, "2 nonce 0 %s", hex("nonce"));
    CHECK_EQUAL(1, sscanf(answer, "=2 ok %32[0-9a-f]", nonce));
    CHECK_EQUAL(32, strlen(nonce));
    ask(&agent, "3 fresh 0 %s 64", hex("nonce"));
    CHECK_TEXT(hex(nonce), answer + strlen("=3 ok "));
    CHECK_TEXT("=4 err 17 EEXIST openat", ask(&agent, "4 nonce 0 %s", hex("nonce")));
    ask(&agent, "5 nonce 0 %s", hex("other"));
    CHECK(strcmp(answer + strlen("=5 ok "), nonce) != 0);
}

static void times_barriers(void)
{
    struct agent agent = start_here();
    int64_t seen[4];

    ask(&agent, "2 open 0 %s rw,creat", hex("file"));
    ask(&agent, "3 fsyncloop 1 20");
    CHECK_EQUAL(4, sscanf(answer, "=3 ok %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64, &seen[0],
                          &seen[1], &seen[2], &seen[3]));
    CHECK(seen[0] >= 1 && seen[1] > 0 && seen[1] <= seen[2] && seen[2] <= seen[3]);
    STARTS("=4 ok 1 ", ask(&agent, "4 fsyncloop 1 0"));
    STARTS("=5 bad", ask(&agent, "5 fsyncloop 1 10001"));
    ask(&agent, "6 open 0 %s ro", hex("file"));
    CHECK_TEXT("=7 err 9 EBADF pwrite", ask(&agent, "7 fsyncloop 2 10"));
    ask(&agent, "8 barrier 0");
    if (strcmp(answer, "=8 err 22 EINVAL fsync") == 0)
        skip("directories cannot be synced on this file system");
    CHECK_EQUAL(2, sscanf(answer, "=8 ok %" SCNd64 " %" SCNd64, &seen[0], &seen[1]));
    CHECK(seen[0] > 0 && seen[1] > 0);
    CHECK_TEXT("=9 ok 1 66696c65", ask(&agent, "9 list 0"));
}

/* ---- rows of the bench */

struct measured {
    int64_t begun_ns;
    int64_t ended_ns;
    int64_t count;
    int64_t sum_ns;
    int64_t longest_ns;
    char calls[256];
};

/* Measures a row in a directory of its own; answers how many operations were made. */
static int64_t measure(struct agent *agent, const char *row, const char *millis,
                       struct measured *seen)
{
    static char buckets[LINE_BYTES];
    int64_t in_buckets = 0;
    int directory;

    ask(agent, "1 mkdir 0 %s", hex(row));
    CHECK_EQUAL(1, sscanf(ask(agent, "2 dir 0 %s", hex(row)), "=2 ok %d", &directory));
    CHECK_TEXT("=3 ok", ask(agent, "3 prepare %d %s 4096", directory, row));
    ask(agent, "4 measure %s", millis);
    CHECK_EQUAL(7, sscanf(answer,
                          "=4 ok %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64 " %" SCNd64
                          " %255s %262143s",
                          &seen->begun_ns, &seen->ended_ns, &seen->count, &seen->sum_ns,
                          &seen->longest_ns, seen->calls, buckets));
    for (char *rest, *pair = strtok_r(buckets, ",", &rest); pair != NULL;
         pair = strtok_r(NULL, ",", &rest))
        in_buckets += strtoll(strchr(pair, ':') + 1, NULL, 10);
    CHECK_EQUAL(seen->count, in_buckets);
    ask(agent, "5 close %d", directory);
    return seen->count;
}

static void makes_the_calls_of_every_row(void)
{
    /* The calls of one operation, in the order of an answer. */
    static const struct {
        const char *row;
        const char *call[3];
        int times[3];
    } models[] = {
        {"fsync", {"file_sync"}, {1}},
        {"fdatasync", {"data_sync"}, {1}},
        {"o_dsync", {"synced_write"}, {1}},
        {"directory_fsync", {"directory_sync", "rename"}, {1, 1}},
        {"staged_replace", {"file_sync", "directory_sync", "rename"}, {1, 1, 1}},
        {"publish", {"file_sync", "directory_sync", "link"}, {1, 1, 1}},
        {"batch_64_1", {"file_sync", "directory_sync", "rename"}, {64, 1, 64}},
        {"batch_64_8", {"file_sync", "directory_sync", "rename"}, {64, 8, 64}},
        {"flock_round_trip", {"lock"}, {4}},
    };
    struct agent agent = start_here();

    if (strcmp(ask(&agent, "1 barrier 0"), "=1 err 22 EINVAL fsync") == 0)
        skip("directories cannot be synced on this file system");
    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++) {
        struct measured seen;
        char expected[256] = "";
        int64_t count = measure(&agent, models[i].row, "8", &seen);

        for (int c = 0; c < 3 && models[i].call[c] != NULL; c++)
            snprintf(expected + strlen(expected), sizeof expected - strlen(expected),
                     "%s%s:%" PRId64, c > 0 ? "," : "", models[i].call[c],
                     count * models[i].times[c]);
        CHECK(count >= 1 && seen.longest_ns >= 1 && seen.longest_ns <= seen.sum_ns);
        CHECK(seen.begun_ns < seen.ended_ns);
        CHECK_TEXT(expected, seen.calls);
    }
    CHECK_EQUAL(0, end_agent(&agent));
}

static void measures_an_operation_at_least(void)
{
    struct agent agent = start_here();
    struct measured seen;

    CHECK_EQUAL(1, measure(&agent, "flock_round_trip", "0", &seen));
    CHECK_EQUAL(seen.sum_ns, seen.longest_ns);
    CHECK_EQUAL(0, end_agent(&agent));
}

static void measures_nothing_that_was_not_prepared(void)
{
    struct agent agent = start_here();

    CHECK_TEXT("=2 bad nothing is prepared", ask(&agent, "2 measure 1"));
    CHECK_TEXT("=3 bad no such row", ask(&agent, "3 prepare 0 claim_release 4096"));
    STARTS("=4 bad ", ask(&agent, "4 prepare 0 fsync 511"));
    STARTS("=5 bad ", ask(&agent, "5 prepare 0 fsync 65537"));
    STARTS("=6 bad ", ask(&agent, "6 measure 3600001"));
    ask(&agent, "7 prepare 0 flock_round_trip 512");
    STARTS("=8 ok ", ask(&agent, "8 measure 0"));
    CHECK_TEXT("=9 bad nothing is prepared", ask(&agent, "9 measure 0"));
    CHECK_EQUAL(0, end_agent(&agent));
}

static void ends_a_row_at_its_first_error(void)
{
    struct agent agent = start_here();

    ask(&agent, "2 mkdir 0 %s", hex("gone"));
    ask(&agent, "3 dir 0 %s", hex("gone"));
    CHECK_TEXT("=4 ok", ask(&agent, "4 prepare 1 publish 512"));
    ask(&agent, "5 rmdir 0 %s", hex("gone"));
    CHECK_TEXT("=6 err 2 ENOENT openat", ask(&agent, "6 measure 10000"));
    CHECK_TEXT("=7 err 2 ENOENT mkdirat", ask(&agent, "7 prepare 1 staged_replace 512"));
    CHECK_TEXT("=8 bad nothing is prepared", ask(&agent, "8 measure 1"));
    CHECK_EQUAL(0, end_agent(&agent));
}

/* An hour would be more than this test is given. */
static void measures_no_longer_than_somebody_waits(void)
{
    struct agent agent = start_here();

    ask(&agent, "2 prepare 0 flock_round_trip 512");
    send_line(&agent, "3 measure 3600000");
    fclose(agent.requests);
    CHECK_TEXT("=3 err 125 ECANCELED measure", receive_line(&agent));
    CHECK_EQUAL(agent.pid, waitpid(agent.pid, NULL, 0));
    fclose(agent.answers);
}

/* ---- locks */

static void locks_of_every_kind_exclude_agents(void)
{
    static const char *const kinds[] = {"flock", "ofd", "posix"};
    struct agent first = start_here();
    struct agent second = start_here();

    ask(&first, "2 open 0 %s rw,creat", hex("lock"));
    ask(&second, "2 open 0 %s rw", hex("lock"));
    for (size_t i = 0; i < 3; i++) {
        CHECK_TEXT("=3 ok", ask(&first, "3 %s 1 ex nb", kinds[i]));
        STARTS("=4 err 11 EAGAIN ", ask(&second, "4 %s 1 ex nb", kinds[i]));
        STARTS("=5 err 11 EAGAIN ", ask(&second, "5 %s 1 sh nb", kinds[i]));
        CHECK_TEXT("=6 ok", ask(&first, "6 %s 1 un", kinds[i]));
        CHECK_TEXT("=7 ok", ask(&second, "7 %s 1 sh", kinds[i]));
        CHECK_TEXT("=8 ok", ask(&first, "8 %s 1 sh nb", kinds[i]));
        CHECK_TEXT("=9 ok", ask(&second, "9 %s 1 un", kinds[i]));
        CHECK_TEXT("=10 ok", ask(&first, "10 %s 1 un nb", kinds[i]));
    }
}

static void close_and_exit_release_locks(void)
{
    struct agent first = start_here();
    struct agent second = start_here();

    ask(&first, "2 open 0 %s rw,creat", hex("lock"));
    ask(&second, "2 open 0 %s rw", hex("lock"));
    CHECK_TEXT("=3 ok", ask(&first, "3 flock 1 ex nb"));
    CHECK_TEXT("=4 ok", ask(&first, "4 close 1"));
    CHECK_TEXT("=5 ok", ask(&second, "5 flock 1 ex nb"));
    CHECK_TEXT("=6 ok", ask(&second, "6 exit"));
    CHECK_EQUAL(0, end_agent(&second));
    ask(&first, "7 open 0 %s rw", hex("lock"));
    CHECK_TEXT("=8 ok", ask(&first, "8 flock 1 ex nb"));
}

/* Whether /proc/locks shows the process as one that waits. */
static bool waits_for_a_lock(pid_t pid)
{
    char line[512];
    FILE *locks = fopen("/proc/locks", "r");
    bool waits = false;

    CHECK(locks != NULL);
    while (fgets(line, sizeof line, locks) != NULL) {
        int waiter;

        if (sscanf(line, "%*d: -> FLOCK ADVISORY WRITE %d", &waiter) == 1)
            waits |= waiter == pid;
    }
    fclose(locks);
    return waits;
}

static void dies_of_a_kill_while_it_waits_and_frees_its_locks(void)
{
    struct agent holder = start_here();
    struct agent waiter = start_here();
    int status;

    ask(&holder, "2 open 0 %s rw,creat", hex("first"));
    ask(&holder, "3 open 0 %s rw,creat", hex("second"));
    ask(&waiter, "2 open 0 %s rw", hex("first"));
    ask(&waiter, "3 open 0 %s rw", hex("second"));
    CHECK_TEXT("=4 ok", ask(&holder, "4 flock 1 ex"));
    CHECK_TEXT("=4 ok", ask(&waiter, "4 flock 2 ex"));
    send_line(&waiter, "5 flock 1 ex");
    while (!waits_for_a_lock(waiter.pid))
        sched_yield();
    CHECK_TEXT("=5 err 11 EAGAIN flock", ask(&holder, "5 flock 2 ex nb"));
    CHECK_EQUAL(0, kill(waiter.pid, SIGKILL));
    CHECK_EQUAL(waiter.pid, waitpid(waiter.pid, &status, 0));
    CHECK_TEXT("=6 ok", ask(&holder, "6 flock 2 ex nb"));
}

static void dies_when_it_is_told_to(void)
{
    struct agent agent = start_here();

    send_line(&agent, "2 die");
    CHECK_EQUAL(-SIGKILL, end_agent(&agent));
}

static void waits_until_the_lock_is_free(void)
{
    struct agent holder = start_here();
    struct agent waiter = start_here();

    ask(&holder, "2 open 0 %s rw,creat", hex("lock"));
    ask(&waiter, "2 open 0 %s rw", hex("lock"));
    CHECK_TEXT("=3 ok", ask(&holder, "3 flock 1 ex"));
    send_line(&waiter, "3 flock 1 ex");
    while (!waits_for_a_lock(waiter.pid))
        sched_yield();
    CHECK_TEXT("=4 ok", ask(&holder, "4 flock 1 un"));
    CHECK_TEXT("=3 ok", receive_line(&waiter));
}

/* ---- the bounds of its world */

static void refuses_what_is_no_name(void)
{
    static const char *const names[] = {"-", "2e", "2e2e", "2f", "612f62", "2e2e2f61", "610062",
                                        "00", "61f", "6g", "", "2f657463"};
    static const char *const commands[] = {"dir 0 %s", "open 0 %s ro", "create 0 %s", "mkdir 0 %s",
                                           "rmdir 0 %s", "unlink 0 %s", "link 0 %s 0 61",
                                           "link 0 61 0 %s", "rename 0 %s 0 61",
                                           "rename 0 61 0 %s", "stat 0 %s", "nonce 0 %s",
                                           "fresh 0 %s 1"};
    struct agent agent = start_here();

    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        for (size_t j = 0; j < sizeof names / sizeof names[0]; j++) {
            char command[128];
            const char *hole = strstr(commands[i], "%s");

            snprintf(command, sizeof command, "2 %.*s%s%s", (int)(hole - commands[i]), commands[i],
                     names[j], hole + 2);
            STARTS("=2 bad ", ask(&agent, "%s", command));
        }
    CHECK_TEXT("=3 ok 0 -", ask(&agent, "3 list 0"));
}

static void takes_any_other_name(void)
{
    struct agent agent = start_here();
    char long_name[300];

    CHECK_TEXT("=2 ok", ask(&agent, "2 create 0 ff"));
    CHECK_TEXT("=3 ok", ask(&agent, "3 create 0 200A5c"));
    CHECK_TEXT("=4 ok", ask(&agent, "4 create 0 2e2e2e"));
    CHECK_TEXT("=5 ok", ask(&agent, "5 create 0 2d"));
    CHECK(exists("\xff") && exists(" \n\\") && exists("...") && exists("-"));
    memset(long_name, 'n', sizeof long_name);
    long_name[256] = '\0';
    CHECK_TEXT("=6 err 36 ENAMETOOLONG openat", ask(&agent, "6 create 0 %s", hex(long_name)));
    long_name[255] = '\0';
    CHECK_TEXT("=7 ok", ask(&agent, "7 create 0 %s", hex(long_name)));
}

static void follows_no_symbolic_link(void)
{
    struct agent agent = start_here();

    CHECK_EQUAL(0, symlinkat("/etc", workspace, "directory"));
    CHECK_EQUAL(0, symlinkat("/etc/passwd", workspace, "file"));
    CHECK_EQUAL(0, symlinkat("absent", workspace, "dangling"));
    CHECK_TEXT("=2 err 20 ENOTDIR openat", ask(&agent, "2 dir 0 %s", hex("directory")));
    CHECK_TEXT("=3 err 40 ELOOP openat", ask(&agent, "3 open 0 %s ro", hex("file")));
    CHECK_TEXT("=4 err 40 ELOOP openat", ask(&agent, "4 fresh 0 %s 10", hex("file")));
    CHECK_TEXT("=5 err 40 ELOOP openat", ask(&agent, "5 open 0 %s rw,creat", hex("dangling")));
    CHECK_TEXT("=6 err 17 EEXIST openat", ask(&agent, "6 nonce 0 %s", hex("dangling")));
    CHECK(!exists("absent"));
    STARTS("=7 ok ", ask(&agent, "7 stat 0 %s", hex("file")));
    CHECK(strstr(answer, " 120777 ") != NULL);
}

static void is_not_held_up_by_a_fifo(void)
{
    struct agent agent = start_here();

    CHECK_EQUAL(0, mkfifoat(workspace, "fifo", 0600));
    CHECK_TEXT("=2 ok -", ask(&agent, "2 fresh 0 %s 10", hex("fifo")));
}

static void takes_one_root(void)
{
    struct agent agent = start_agent();

    STARTS("=1 bad", ask(&agent, "1 list 0"));
    STARTS("=2 bad", ask(&agent, "2 root -"));
    STARTS("=3 bad", ask(&agent, "3 root 2f00"));
    CHECK_TEXT("=4 err 2 ENOENT openat", ask(&agent, "4 root %s", hex("/nowhere/at/all")));
    CHECK_TEXT("=5 err 20 ENOTDIR openat", ask(&agent, "5 root %s", hex("/proc/version")));
    STARTS("=6 ok 0 ", ask(&agent, "6 root %s", hex(workspace_path)));
    STARTS("=7 bad", ask(&agent, "7 root %s", hex("/")));
    STARTS("=8 bad", ask(&agent, "8 close 0"));
    CHECK_TEXT("=9 ok 0 -", ask(&agent, "9 list 0"));
}

static void takes_a_long_root(void)
{
    struct agent agent = start_agent();
    char path[4090];
    int length = snprintf(path, sizeof path, "%s", workspace_path);

    while (length < 4000)
        length += snprintf(path + length, sizeof path - (size_t)length, "/.");
    STARTS("=1 ok 0 ", ask(&agent, "1 root %s", hex(path)));
    end_agent(&agent);
    agent = start_agent();
    memset(path, '/', sizeof path);
    path[sizeof path - 1] = '\0';
    STARTS("=2 err 36 ENAMETOOLONG openat", ask(&agent, "2 root %s%s", hex(path), hex(path)));
}

static void keeps_64_handles(void)
{
    struct agent agent = start_here();
    char expected[32];

    for (int i = 1; i < 64; i++) {
        snprintf(expected, sizeof expected, "=2 ok %d", i);
        CHECK_TEXT(expected, ask(&agent, "2 open 0 %s rw,creat", hex("file")));
    }
    STARTS("=3 bad", ask(&agent, "3 open 0 %s rw,creat", hex("other")));
    CHECK(!exists("other"));
    STARTS("=4 bad", ask(&agent, "4 dir 0 %s", hex("file")));
    CHECK_TEXT("=5 ok", ask(&agent, "5 close 17"));
    STARTS("=6 bad", ask(&agent, "6 fsync 17"));
    CHECK_TEXT("=7 ok 17", ask(&agent, "7 open 0 %s rw", hex("file")));
    STARTS("=8 bad", ask(&agent, "8 fsync 64"));
    STARTS("=9 bad", ask(&agent, "9 fsync -1"));
    STARTS("=10 bad", ask(&agent, "10 fsync 18446744073709551617"));
}

/* ---- lines that make no sense */

static void survives_malformed_requests(void)
{
    static const char *const lines[] = {
        "2", "2 ", "2 nonsense", "2 HELLO", "2 hello there", "2 root", "2 root zz", "2 @",
        "2 @x hello", "2 @-5 hello", "2 @99999999999999999999 hello", "2 @5", "2 open 0 61",
        "2 open 0 61 rw,ro", "2 open 0 61 creat", "2 open 0 61 rw,nonsense", "2 open 0 61 rw 999",
        "2 open 0 61 rw 77777", "2 open 0 61 rw 600 600", "2 open 0 61 ,", "2 flock 0",
        "2 flock 0 maybe", "2 flock 0 ex soon", "2 flock 99 ex nb", "2 ofd 0 ex nb nb",
        "2 read 0 -1 1", "2 read 0 1 x", "2 read 0 9223372036854775808 1", "2 write 0 0 6",
        "2 write 0 0 6x", "2 close", "2 close x", "2 list 0 0", "2 exit now", "2 a b c d e f g h i",
        "2 fsyncloop 0 -1", "2 rename 0 61 0 62 noreplace exchange",
    };
    static const char *const unnumbered[] = {
        "", " ", "hello", "-1 hello", "x2 hello", "2x hello", "18446744073709551616 hello",
        "=2 hello", "\t2 hello",
    };
    struct agent agent = start_here();

    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        STARTS("=2 bad ", ask(&agent, "%s", lines[i]));
    for (size_t i = 0; i < sizeof unnumbered / sizeof unnumbered[0]; i++)
        STARTS("=0 bad ", ask(&agent, "%s", unnumbered[i]));
    STARTS("=2 bad ", ask(&agent, "2 \x01"));
    STARTS("=2 bad ", ask(&agent, "2 hello\r"));
    STARTS("=2 bad ", ask(&agent, "2 cr\xc3\xa9" "ate 0 61"));
    CHECK_TEXT("=18446744073709551615 ok 0 -", ask(&agent, "18446744073709551615   list  0 "));
    CHECK_EQUAL(0, end_agent(&agent));
}

static void survives_overlong_lines(void)
{
    static char line[200 * 1024];
    struct agent agent = start_here();

    memset(line, 'a', sizeof line - 1);
    memcpy(line, "12 create 0 ", 12);
    STARTS("=12 bad line longer than ", ask(&agent, "%s", line));
    memset(line, '7', sizeof line - 1);
    STARTS("=0 bad ", ask(&agent, "%s", line));
    for (int i = 0; i < 100; i++)
        fputs(line, agent.requests);
    STARTS("=0 bad ", ask(&agent, " "));
    CHECK_TEXT("=3 ok 0 -", ask(&agent, "3 list 0"));
}

static void takes_requests_in_any_pieces(void)
{
    static const char text[] = "2 create 0 61\n3 create 0 62\n4 list 0\n5 exit\n";
    struct agent agent = start_here();

    for (size_t i = 0; i < sizeof text - 1; i++) {
        CHECK(fputc(text[i], agent.requests) == text[i]);
        CHECK(fflush(agent.requests) == 0);
    }
    CHECK_TEXT("=2 ok", receive_line(&agent));
    CHECK_TEXT("=3 ok", receive_line(&agent));
    STARTS("=4 ok 2 ", receive_line(&agent));
    CHECK_TEXT("=5 ok", receive_line(&agent));
    CHECK_EQUAL(0, end_agent(&agent));
}

static void ends_at_the_end_of_requests_and_drops_half_a_line(void)
{
    struct agent agent = start_here();

    fputs("2 create 0 61", agent.requests);
    CHECK_EQUAL(0, end_agent(&agent));
    CHECK(!exists("a"));
}

static void ends_when_nobody_reads(void)
{
    struct agent agent = start_here();
    int status;

    fclose(agent.answers);
    send_line(&agent, "2 hello");
    CHECK_EQUAL(agent.pid, waitpid(agent.pid, &status, 0));
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 1);
}

static uint64_t seed;

static uint64_t next_random(void)
{
    /* xorshift64*: repeatable everywhere. */
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return seed * UINT64_C(2685821657736338717);
}

/* Words of the protocol and near misses. No lock without nb, no @ ahead, no long fsyncloop. */
static const char *const soup[] = {
    "hello", "dir", "open", "close", "read", "write", "fsync", "create", "mkdir", "rmdir", "unlink",
    "link", "rename", "stat", "fstat", "mount", "nonce", "fresh", "list", "clock", "barrier",
    "rewind", "entries", "chmod",
    "flock 1 ex nb", "ofd 2 sh nb", "posix 3 un nb", "@1", "@", "0", "1", "2", "3", "63", "64",
    "-1", "61", "62", "63646566", "-", "2e", "2e2e", "2f", "00", "6", "rw,creat", "ro", "rw,trunc",
    "wo,append", "rw,tmpfile", "600", "1000", "noreplace", "exchange", "9223372036854775807",
    "%s%n", "", "\x7f", "\xff",
};

static void random_line(char *line, size_t size)
{
    int words = 1 + (int)(next_random() % 7);
    int length = snprintf(line, size, "%d", (int)(next_random() % 100));

    for (int i = 0; i < words; i++)
        length += snprintf(line + length, size - (size_t)length, " %s",
                           soup[next_random() % (sizeof soup / sizeof soup[0])]);
    if (next_random() % 20 == 0)
        line[next_random() % (uint64_t)length] = (char)(1 + next_random() % 9);
}

static void answers_every_line_of_a_random_flood_once(void)
{
    const char *given = getenv("HOLDFAST_SEED");
    struct agent agent = start_here();

    seed = given != NULL ? strtoull(given, NULL, 0) : (uint64_t)hf_clock_gettime(CLOCK_REALTIME);
    printf("HOLDFAST_SEED=%" PRIu64 "\n", seed);
    fflush(stdout);
    seed |= 1;
    for (int i = 0; i < 3000; i++) {
        char line[512];

        random_line(line, sizeof line);
        ask(&agent, "%s", line);
        CHECK(answer[0] == '=' && strchr(answer, ' ') != NULL);
    }
    STARTS("=1 ok 1 ", ask(&agent, "1 hello"));
    CHECK_EQUAL(0, end_agent(&agent));
}

/* ---- times and options */

static void waits_for_the_time(void)
{
    struct agent agent = start_agent();
    int64_t then = hf_clock_gettime(CLOCK_REALTIME) + 50 * 1000 * 1000;
    int64_t seen;

    ask(&agent, "1 @%" PRId64 " clock", then);
    CHECK_EQUAL(1, sscanf(answer, "=1 ok %" SCNd64, &seen));
    CHECK(seen >= then);
    STARTS("=2 ok ", ask(&agent, "2 @%" PRId64 " clock", then));
    STARTS("=3 ok ", ask(&agent, "3 @0 clock"));
    STARTS("=4 bad @", ask(&agent, "4 @%" PRId64 " clock", then + 20 * NANOS));
}

/* The first line of its output, and how it ended. */
static int run_with_option(const char *option)
{
    char command[4096];
    FILE *output;
    int status;

    snprintf(command, sizeof command, "exec '%s' %s </dev/null 2>/dev/null", AGENT, option);
    output = popen(command, "r");
    CHECK(output != NULL);
    answer[0] = '\0';
    if (fgets(answer, sizeof answer, output) != NULL)
        while (fgetc(output) != EOF)
            continue;
    status = pclose(output);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void knows_its_options(void)
{
    char expected[128];

    CHECK_EQUAL(0, run_with_option("--version"));
    snprintf(expected, sizeof expected, "holdfast-agent %s (protocol 1)\n", hf_version());
    CHECK_TEXT(expected, answer);
    CHECK_EQUAL(0, run_with_option("--help"));
    STARTS("Usage: holdfast-agent", answer);
    CHECK_EQUAL(2, run_with_option("--nonsense"));
    CHECK_EQUAL(2, run_with_option("a b"));
    CHECK_EQUAL(0, run_with_option(""));
    CHECK_TEXT("", answer);
}

int main(void)
{
    static const struct test tests[] = {
        TEST(says_hello),
        TEST(tells_the_root),
        TEST(tells_the_mount),
        TEST(tells_three_clocks),
        TEST(reads_and_writes),
        TEST(moves_the_most_that_one_command_moves),
        TEST(sets_the_mode_as_asked),
        TEST(makes_files_without_a_name),
        TEST(makes_moves_and_removes_names),
        TEST(renames_with_flags),
        TEST(tells_files),
        TEST(lists_names),
        TEST(gives_entries_as_the_kernel_does),
        TEST(changes_the_mode),
        TEST(refuses_a_list_that_fits_in_no_line),
        TEST(refuses_a_list_that_just_fits_but_for_what_stands_before_it),
        TEST(leaves_a_nonce),
        TEST(times_barriers),
        TEST(makes_the_calls_of_every_row),
        TEST(measures_an_operation_at_least),
        TEST(measures_nothing_that_was_not_prepared),
        TEST(ends_a_row_at_its_first_error),
        TEST(measures_no_longer_than_somebody_waits),
        TEST(locks_of_every_kind_exclude_agents),
        TEST(close_and_exit_release_locks),
        TEST(dies_of_a_kill_while_it_waits_and_frees_its_locks),
        TEST(dies_when_it_is_told_to),
        TEST(waits_until_the_lock_is_free),
        TEST(refuses_what_is_no_name),
        TEST(takes_any_other_name),
        TEST(follows_no_symbolic_link),
        TEST(is_not_held_up_by_a_fifo),
        TEST(takes_one_root),
        TEST(takes_a_long_root),
        TEST(keeps_64_handles),
        TEST(survives_malformed_requests),
        TEST(survives_overlong_lines),
        TEST(takes_requests_in_any_pieces),
        TEST(ends_at_the_end_of_requests_and_drops_half_a_line),
        TEST(ends_when_nobody_reads),
        TEST(answers_every_line_of_a_random_flood_once),
        TEST(waits_for_the_time),
        TEST(knows_its_options),
    };

    return RUN_TESTS(tests);
}
