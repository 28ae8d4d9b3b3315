#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "agent.h"
#include "kernel.h"

static bool place_arguments(struct agent *agent, char **argument, int *dir,
                            char name[AGENT_NAME_LIMIT + 1])
{
    return argument_handle(agent, argument[0], dir) && argument_name(agent, argument[1], name);
}

void run_mkdir(struct agent *agent, char **argument)
{
    char name[AGENT_NAME_LIMIT + 1];
    int dir;

    if (place_arguments(agent, argument, &dir, name))
        answer_result(agent, hf_mkdirat(dir, name, AGENT_DIRECTORY_MODE), "mkdirat");
}

void run_rmdir(struct agent *agent, char **argument)
{
    char name[AGENT_NAME_LIMIT + 1];
    int dir;

    if (place_arguments(agent, argument, &dir, name))
        answer_result(agent, hf_unlinkat(dir, name, AT_REMOVEDIR), "unlinkat");
}

void run_unlink(struct agent *agent, char **argument)
{
    char name[AGENT_NAME_LIMIT + 1];
    int dir;

    if (place_arguments(agent, argument, &dir, name))
        answer_result(agent, hf_unlinkat(dir, name, 0), "unlinkat");
}

void run_link(struct agent *agent, char **argument)
{
    char old[AGENT_NAME_LIMIT + 1];
    char new[AGENT_NAME_LIMIT + 1];
    int old_dir;
    int new_dir;

    if (place_arguments(agent, argument, &old_dir, old) &&
        place_arguments(agent, argument + 2, &new_dir, new))
        answer_result(agent, hf_linkat(old_dir, old, new_dir, new, 0), "linkat");
}

void run_rename(struct agent *agent, char **argument)
{
    char old[AGENT_NAME_LIMIT + 1];
    char new[AGENT_NAME_LIMIT + 1];
    unsigned flags = 0;
    int old_dir;
    int new_dir;

    if (!place_arguments(agent, argument, &old_dir, old) ||
        !place_arguments(agent, argument + 2, &new_dir, new))
        return;
    if (argument[4] != NULL) {
        if (strcmp(argument[4], "noreplace") == 0) {
            flags = RENAME_NOREPLACE;
        } else if (strcmp(argument[4], "exchange") == 0) {
            flags = RENAME_EXCHANGE;
        } else {
            answer_bad(agent, "only noreplace or exchange stands behind a rename");
            return;
        }
    }
    answer_result(agent, hf_renameat2(old_dir, old, new_dir, new, flags), "renameat2");
}

static void answer_stat(struct agent *agent, int result, const struct hf_stat *stat,
                        const char *call)
{
    answer_result(agent, result, call);
    if (result == 0)
        answer_add(agent,
                   " %" PRId64 " %" PRId64 " %" PRIo64 " %" PRId64 " %" PRId64 " %" PRId64
                   " %" PRId64,
                   stat->dev, stat->ino, stat->mode, stat->nlink, stat->size, stat->mtime_ns,
                   stat->uid);
}

void run_stat(struct agent *agent, char **argument)
{
    char name[AGENT_NAME_LIMIT + 1];
    struct hf_stat stat;
    int dir;

    if (place_arguments(agent, argument, &dir, name))
        answer_stat(agent, hf_fstatat(dir, name, &stat, AT_SYMLINK_NOFOLLOW), &stat, "fstatat");
}

void run_fstat(struct agent *agent, char **argument)
{
    struct hf_stat stat;
    int fd;

    if (argument_handle(agent, argument[0], &fd))
        answer_stat(agent, hf_fstat(fd, &stat), &stat, "fstat");
}

struct listing {
    int64_t count;
    size_t length;
    char hex[AGENT_LINE_LIMIT];
};

static bool add_name(struct listing *listing, const char *name)
{
    size_t length = strlen(name);

    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return true;
    if (listing->length + 1 + 2 * length > sizeof listing->hex)
        return false;
    if (listing->count++ > 0)
        listing->hex[listing->length++] = ',';
    listing->length += to_hex(listing->hex + listing->length, name, length);
    return true;
}

/* Every name of a directory from its beginning on; 0 or -errno. */
static int64_t gather(struct agent *agent, int dir, struct listing *listing, const char **call)
{
    int64_t filled;

    *call = "lseek";
    filled = hf_lseek(dir, 0, SEEK_SET);
    if (filled < 0)
        return filled;
    *call = "getdents64";
    while ((filled = hf_getdents64(dir, agent->data, sizeof agent->data)) > 0) {
        unsigned char *at = agent->data;

        while (at < agent->data + filled) {
            /* With 64-bit offsets struct dirent is the kernel's own record. */
            const struct dirent *entry = (const struct dirent *)(const void *)at;

            if (!add_name(listing, entry->d_name))
                return -EOVERFLOW;
            at += entry->d_reclen;
        }
    }
    return filled;
}

void run_list(struct agent *agent, char **argument)
{
    static struct listing listing;
    const char *call;
    int64_t result;
    int dir;

    if (!argument_handle(agent, argument[0], &dir))
        return;
    listing.count = 0;
    listing.length = 0;
    result = gather(agent, dir, &listing, &call);
    answer_result(agent, result, call);
    if (result < 0)
        return;
    if (listing.count == 0)
        answer_add(agent, " 0 -");
    else
        answer_add(agent, " %" PRId64 " %.*s", listing.count, (int)listing.length, listing.hex);
}

void run_rewind(struct agent *agent, char **argument)
{
    int dir;

    if (argument_handle(agent, argument[0], &dir))
        answer_result(agent, hf_lseek(dir, 0, SEEK_SET), "lseek");
}

void run_entries(struct agent *agent, char **argument)
{
    int64_t filled;
    int dir;

    if (!argument_handle(agent, argument[0], &dir))
        return;
    filled = hf_getdents64(dir, agent->data, sizeof agent->data / 2);
    answer_result(agent, filled, "getdents64");
    if (filled >= 0) {
        answer_add(agent, " ");
        answer_hex(agent, agent->data, (size_t)filled);
    }
}
