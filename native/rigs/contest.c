/*
 * contest.c - the mode two-winners: of two processes that race for one name, both are told that
 * they won.
 *
 * Within one mount the kernel runs such a race one after the other and looks the name up in
 * between, so a second winner needs two lies: the look-up must not show what the first one did, and
 * the call must answer 0. Both are told to rivals only, else nothing would work here at all: a
 * process is a rival in a directory when it has won the same kind of prize there before. So the
 * first rounds of a race are honest, and from the round on in which each side has won once, both
 * win every time.
 */
#include "lying-fs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* How many wins are remembered. */
#define WINS 512

struct win {
    char *path;
    enum prize prize;
    pid_t pid;
    struct stat stat;
    bool open;
};

int open_contest(struct contest *contest)
{
    contest->next = 0;
    contest->wins = calloc(WINS, sizeof(*contest->wins));
    if (contest->wins == NULL)
        return -ENOMEM;
    return -pthread_mutex_init(&contest->mutex, NULL);
}

void close_contest(struct contest *contest)
{
    for (unsigned i = 0; i < WINS; i++)
        free(contest->wins[i].path);
    free(contest->wins);
    pthread_mutex_destroy(&contest->mutex);
}

static bool same_directory(const char *a, const char *b)
{
    size_t length = (size_t)(strrchr(a, '/') - a);

    return length == (size_t)(strrchr(b, '/') - b) && memcmp(a, b, length) == 0;
}

static bool is_rival(const struct contest *contest, const struct win *win, pid_t pid)
{
    if (win->pid == pid)
        return false;
    for (unsigned i = 0; i < WINS; i++) {
        const struct win *earlier = &contest->wins[i];

        if (earlier->path != NULL && earlier->pid == pid && earlier->prize == win->prize &&
            same_directory(earlier->path, win->path))
            return true;
    }
    return false;
}

/* The open win of a path, if pid is a rival of its winner. */
static struct win *contested(const struct contest *contest, const char *path, pid_t pid)
{
    for (unsigned i = 0; i < WINS; i++) {
        struct win *win = &contest->wins[i];

        if (win->open && strcmp(win->path, path) == 0)
            return is_rival(contest, win, pid) ? win : NULL;
    }
    return NULL;
}

static void close_wins(struct contest *contest, const char *path)
{
    for (unsigned i = 0; i < WINS; i++) {
        struct win *win = &contest->wins[i];

        if (win->open && strcmp(win->path, path) == 0)
            win->open = false;
    }
}

void record_win(struct contest *contest, enum prize prize, const char *path, pid_t pid,
                const struct stat *stat)
{
    char *copy = strdup(path);
    struct win *win;

    if (copy == NULL)
        return;
    pthread_mutex_lock(&contest->mutex);
    close_wins(contest, path);
    win = &contest->wins[contest->next];
    contest->next = (contest->next + 1) % WINS;
    free(win->path);
    *win = (struct win){.path = copy, .prize = prize, .pid = pid, .open = true};
    if (stat != NULL)
        win->stat = *stat;
    pthread_mutex_unlock(&contest->mutex);
}

void forget_wins(struct contest *contest, const char *path)
{
    pthread_mutex_lock(&contest->mutex);
    close_wins(contest, path);
    pthread_mutex_unlock(&contest->mutex);
}

bool share_win(struct contest *contest, enum prize prize, const char *path, pid_t pid)
{
    struct win *win;
    bool shared;

    pthread_mutex_lock(&contest->mutex);
    win = contested(contest, path, pid);
    shared = win != NULL && win->prize == prize;
    if (shared)
        win->open = false;
    pthread_mutex_unlock(&contest->mutex);
    return shared;
}

int show_rival(struct contest *contest, const char *path, pid_t pid, int result, struct stat *stat)
{
    struct win *win;

    pthread_mutex_lock(&contest->mutex);
    win = contested(contest, path, pid);
    if (win != NULL && win->prize == PRIZE_MOVE && result == -ENOENT) {
        *stat = win->stat;
        result = 0;
    } else if (win != NULL && win->prize != PRIZE_MOVE && result == 0) {
        result = -ENOENT;
    }
    pthread_mutex_unlock(&contest->mutex);
    return result;
}
