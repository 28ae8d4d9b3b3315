#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "agent.h"

void run_hello(struct agent *agent, char **argument)
{
    char boot_id[HF_BOOT_ID_LENGTH];
    char host[sizeof((struct utsname *)0)->nodename + 1];
    struct utsname kernel;
    int result = hf_boot_id(boot_id, sizeof boot_id);

    (void)argument;
    if (result < 0) {
        answer_error(agent, result, "boot_id");
        return;
    }
    result = hf_gethostname(host, sizeof host);
    if (result < 0) {
        answer_error(agent, result, "gethostname");
        return;
    }
    if (uname(&kernel) < 0) {
        answer_error(agent, -errno, "uname");
        return;
    }
    answer_ok(agent);
    answer_add(agent, " %d %.*s ", AGENT_PROTOCOL, HF_BOOT_ID_LENGTH, boot_id);
    answer_hex(agent, host, (size_t)result);
    answer_add(agent, " %d %d %s ", hf_getpid(), hf_getuid(), hf_version());
    answer_hex(agent, kernel.release, strlen(kernel.release));
    answer_add(agent, " ");
    answer_hex(agent, kernel.machine, strlen(kernel.machine));
}

/*
 * The id of the mount that a descriptor is on, 0 if /proc does not tell. From fdinfo, which has
 * it since Linux 3.15; statx has it since 5.8 only.
 */
static uint64_t mount_id(struct agent *agent, int fd)
{
    char path[64];
    char *line;
    size_t length;
    uint64_t id = 0;
    int info;

    snprintf(path, sizeof path, "/proc/self/fdinfo/%d", fd);
    info = hf_openat(AT_FDCWD, path, O_RDONLY, 0);
    if (info < 0)
        return 0;
    lines_begin(&agent->proc, info);
    while (lines_next(&agent->proc, &line, &length) == LINE_WHOLE)
        if (sscanf(line, "mnt_id: %" SCNu64, &id) == 1)
            break;
    hf_close(info);
    return id;
}

void run_root(struct agent *agent, char **argument)
{
    char path[AGENT_PATH_LIMIT + 1];
    struct hf_stat stat;
    int fd;
    int result;

    if (agent->handles[AGENT_ROOT] >= 0) {
        answer_bad(agent, "the root is set already");
        return;
    }
    if (!argument_path(agent, argument[0], path))
        return;
    fd = hf_openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY, 0);
    if (fd < 0) {
        answer_error(agent, fd, "openat");
        return;
    }
    result = hf_fstat(fd, &stat);
    if (result < 0) {
        hf_close(fd);
        answer_error(agent, result, "fstat");
        return;
    }
    agent->handles[AGENT_ROOT] = fd;
    answer_ok(agent);
    answer_add(agent, " %d %" PRId64 " %" PRId64 " %" PRIu64, AGENT_ROOT, stat.dev, stat.ino,
               mount_id(agent, fd));
}

/* Finds the line of mountinfo, see proc_pid_mountinfo(5), that begins with the id. */
static void answer_mountinfo(struct agent *agent, uint64_t id)
{
    char *line;
    size_t length;
    uint64_t candidate;
    int fd = hf_openat(AT_FDCWD, "/proc/self/mountinfo", O_RDONLY, 0);

    if (fd < 0) {
        answer_error(agent, fd, "mountinfo");
        return;
    }
    answer_error(agent, -ENOENT, "mountinfo");
    lines_begin(&agent->proc, fd);
    while (lines_next(&agent->proc, &line, &length) == LINE_WHOLE)
        if (sscanf(line, "%" SCNu64 " ", &candidate) == 1 && candidate == id) {
            answer_ok(agent);
            answer_add(agent, " ");
            answer_hex(agent, line, length);
            break;
        }
    hf_close(fd);
}

void run_mount(struct agent *agent, char **argument)
{
    int fd;

    if (argument_handle(agent, argument[0], &fd))
        answer_mountinfo(agent, mount_id(agent, fd));
}

void run_clock(struct agent *agent, char **argument)
{
    static const int clocks[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_BOOTTIME};

    (void)argument;
    answer_ok(agent);
    for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++) {
        int64_t now = hf_clock_gettime(clocks[i]);

        if (now < 0) {
            answer_error(agent, now, "clock_gettime");
            return;
        }
        answer_add(agent, " %" PRId64, now);
    }
}
