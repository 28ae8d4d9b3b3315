#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "agent.h"

static void keep(struct agent *agent, int handle, int fd)
{
    if (fd < 0) {
        answer_error(agent, fd, "openat");
        return;
    }
    agent->handles[handle] = fd;
    answer_ok(agent);
    answer_add(agent, " %d", handle);
}

void run_dir(struct agent *agent, char **argument)
{
    char name[AGENT_NAME_LIMIT + 1];
    int dir;
    int handle;

    if (!argument_handle(agent, argument[0], &dir) || !argument_name(agent, argument[1], name))
        return;
    handle = handles_reserve(agent);
    if (handle > 0)
        keep(agent, handle, hf_openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0));
}

static const struct open_word {
    const char *word;
    int flags;
    bool is_access;
} open_words[] = {
    {"ro", O_RDONLY, true},       {"rw", O_RDWR, true},       {"wo", O_WRONLY, true},
    {"creat", O_CREAT, false},    {"excl", O_EXCL, false},    {"trunc", O_TRUNC, false},
    {"append", O_APPEND, false},  {"tmpfile", O_TMPFILE, false},
};

static const struct open_word *find_open_word(const char *word)
{
    for (size_t i = 0; i < sizeof open_words / sizeof open_words[0]; i++)
        if (strcmp(open_words[i].word, word) == 0)
            return &open_words[i];
    return NULL;
}

static bool open_flags(struct agent *agent, char *words, int *flags)
{
    char *rest = NULL;
    int accesses = 0;

    *flags = O_NOFOLLOW;
    for (char *word = strtok_r(words, ",", &rest); word != NULL;
         word = strtok_r(NULL, ",", &rest)) {
        const struct open_word *found = find_open_word(word);

        if (found == NULL) {
            answer_bad(agent, "not a word of open");
            return false;
        }
        accesses += found->is_access;
        *flags |= found->flags;
    }
    if (accesses != 1) {
        answer_bad(agent, "open wants one of ro, rw and wo");
        return false;
    }
    return true;
}

void run_open(struct agent *agent, char **argument)
{
    char name[AGENT_NAME_LIMIT + 1] = ".";
    unsigned mode = AGENT_FILE_MODE;
    bool unnamed;
    int dir;
    int flags;
    int handle;

    if (!argument_handle(agent, argument[0], &dir) || !open_flags(agent, argument[2], &flags))
        return;
    /* A file without a name is made in a directory: in this one, if none is named. */
    unnamed = (flags & O_TMPFILE) == O_TMPFILE && strcmp(argument[1], "-") == 0;
    if (!unnamed && !argument_name(agent, argument[1], name))
        return;
    if (argument[3] != NULL && !argument_mode(agent, argument[3], &mode))
        return;
    handle = handles_reserve(agent);
    if (handle > 0)
        keep(agent, handle, hf_openat(dir, name, flags, mode));
}

void run_close(struct agent *agent, char **argument)
{
    uint64_t handle;
    int fd;

    if (!argument_handle(agent, argument[0], &fd) ||
        !argument_number(agent, argument[0], AGENT_HANDLES - 1, &handle))
        return;
    if (handle == AGENT_ROOT) {
        answer_bad(agent, "the root stays open");
        return;
    }
    agent->handles[handle] = -1;
    answer_result(agent, hf_close(fd), "close");
}

void run_read(struct agent *agent, char **argument)
{
    uint64_t offset;
    uint64_t length;
    int64_t result;
    int fd;

    if (!argument_handle(agent, argument[0], &fd) ||
        !argument_number(agent, argument[1], INT64_MAX, &offset) ||
        !argument_number(agent, argument[2], AGENT_DATA_LIMIT, &length))
        return;
    result = hf_pread(fd, agent->data, length, (int64_t)offset);
    answer_result(agent, result, "pread");
    if (result >= 0) {
        answer_add(agent, " ");
        answer_hex(agent, agent->data, (size_t)result);
    }
}

void run_write(struct agent *agent, char **argument)
{
    uint64_t offset;
    size_t length;
    int64_t result;
    int fd;

    if (!argument_handle(agent, argument[0], &fd) ||
        !argument_number(agent, argument[1], INT64_MAX, &offset) ||
        !argument_data(agent, argument[2], &length))
        return;
    result = hf_pwrite(fd, agent->data, length, (int64_t)offset);
    answer_result(agent, result, "pwrite");
    if (result >= 0)
        answer_add(agent, " %" PRId64, result);
}

void run_fsync(struct agent *agent, char **argument)
{
    int fd;

    if (argument_handle(agent, argument[0], &fd))
        answer_result(agent, hf_fsync(fd), "fsync");
}

void run_chmod(struct agent *agent, char **argument)
{
    unsigned mode;
    int fd;

    if (argument_handle(agent, argument[0], &fd) && argument_mode(agent, argument[1], &mode))
        answer_result(agent, hf_fchmod(fd, mode), "fchmod");
}

void run_fdatasync(struct agent *agent, char **argument)
{
    int fd;

    if (argument_handle(agent, argument[0], &fd))
        answer_result(agent, hf_fdatasync(fd), "fdatasync");
}

static int create_new(int dir, const char *name)
{
    return hf_openat(dir, name, O_CREAT | O_EXCL | O_RDWR | O_NOFOLLOW, AGENT_FILE_MODE);
}

void run_create(struct agent *agent, char **argument)
{
    char name[AGENT_NAME_LIMIT + 1];
    int dir;
    int fd;

    if (!argument_handle(agent, argument[0], &dir) || !argument_name(agent, argument[1], name))
        return;
    fd = create_new(dir, name);
    if (fd < 0)
        answer_error(agent, fd, "openat");
    else
        answer_result(agent, hf_close(fd), "close");
}

int random_token(char token[TOKEN_DIGITS + 1])
{
    unsigned char bytes[TOKEN_BYTES];

    /* Up to 256 bytes come whole, random(7) says. */
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return -errno;
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    return 0;
}

int write_all(int fd, const void *bytes, size_t length)
{
    const char *from = bytes;
    size_t done = 0;

    while (done < length) {
        int64_t written = hf_pwrite(fd, from + done, length - done, (int64_t)done);

        if (written < 0)
            return (int)written;
        done += (size_t)written;
    }
    return 0;
}

void run_nonce(struct agent *agent, char **argument)
{
    char name[AGENT_NAME_LIMIT + 1];
    char token[TOKEN_DIGITS + 1];
    const char *call = "getrandom";
    int dir;
    int fd;
    int result;
    int closed;

    if (!argument_handle(agent, argument[0], &dir) || !argument_name(agent, argument[1], name))
        return;
    result = random_token(token);
    if (result < 0) {
        answer_error(agent, result, call);
        return;
    }
    fd = create_new(dir, name);
    if (fd < 0) {
        answer_error(agent, fd, "openat");
        return;
    }
    call = "pwrite";
    result = write_all(fd, token, TOKEN_DIGITS);
    if (result == 0) {
        call = "fsync";
        result = hf_fsync(fd);
    }
    closed = hf_close(fd);
    if (result == 0 && closed < 0) {
        call = "close";
        result = closed;
    }
    answer_result(agent, result, call);
    if (result == 0)
        answer_add(agent, " %s", token);
}

void run_fresh(struct agent *agent, char **argument)
{
    char name[AGENT_NAME_LIMIT + 1];
    uint64_t length;
    int64_t result;
    size_t filled = 0;
    int dir;
    int fd;

    if (!argument_handle(agent, argument[0], &dir) || !argument_name(agent, argument[1], name) ||
        !argument_number(agent, argument[2], AGENT_DATA_LIMIT, &length))
        return;
    /* O_NONBLOCK: a FIFO of this name shall not hold us up. */
    fd = hf_openat(dir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0);
    if (fd < 0) {
        answer_error(agent, fd, "openat");
        return;
    }
    do {
        result = hf_read(fd, agent->data + filled, length - filled);
        if (result > 0)
            filled += (size_t)result;
    } while (result > 0 && filled < length);
    hf_close(fd);
    answer_result(agent, result, "read");
    if (result >= 0) {
        answer_add(agent, " ");
        answer_hex(agent, agent->data, filled);
    }
}
