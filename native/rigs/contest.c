/*
 * contest.c - the mode two-winners: of two processes that race for one name, both are told that
 * they won.
 *
 * Within one mount the kernel runs such a race one after the other and looks the name up in
 * between, so a second winner needs two lies: the look-up must not show what the first one did, and
 * the call must answer 0. Both are told to rivals only, else nothing would work here at all: a
 * process is a rival of a winner when it has won the same kind of prize in that directory before
 * and the winner was the first to look at it. So the first rounds of a race are honest, and from
 * the round on in which each side has won once, both win every time; two processes that only make
 * names in one directory, and do not reach for each other's, are never lied to.
 *
 * A win is lied about once. The first other process that looks at the name decides: a rival does
 * not see what happened and may call, everybody else sees the truth, and from then on all do. One
 * call may look twice: the kernel asks about an entry that it knows, and again when it is not true
 * any more.
 */
#include "lying-fs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* How many wins are remembered. */
#define WINS 512

#define LOOKS_OF_A_CALL 2

/* OPEN: nobody else has looked. HIDDEN: one rival was lied to and may call. CLOSED: all is said. */
enum state { CLOSED, OPEN, HIDDEN };

struct win {
    char *path;
    enum prize prize;
    pid_t pid;
    struct stat stat;
    enum state state;
    pid_t first_look;
    int looks;
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
    for (unsigned i = 0; i < WINS; i++) {
        const struct win *earlier = &contest->wins[i];

        if (earlier->path != NULL && earlier->pid == pid && earlier->first_look == win->pid &&
            earlier->prize == win->prize && same_directory(earlier->path, win->path))
            return true;
    }
    return false;
}

static struct win *find_win(const struct contest *contest, const char *path)
{
    for (unsigned i = 0; i < WINS; i++) {
        struct win *win = &contest->wins[i];

        if (win->state != CLOSED && strcmp(win->path, path) == 0)
            return win;
    }
    return NULL;
}

static void close_win(const struct contest *contest, const char *path)
{
    struct win *win = find_win(contest, path);

    if (win != NULL)
        win->state = CLOSED;
}

void record_win(struct contest *contest, enum prize prize, const char *path, pid_t pid,
                const struct stat *stat)
{
    char *copy = strdup(path);
    struct win *win;

    if (copy == NULL)
        return;
    pthread_mutex_lock(&contest->mutex);
    close_win(contest, path);
    win = &contest->wins[contest->next];
    contest->next = (contest->next + 1) % WINS;
    free(win->path);
    *win = (struct win){.path = copy, .prize = prize, .pid = pid, .state = OPEN};
    if (stat != NULL)
        win->stat = *stat;
    pthread_mutex_unlock(&contest->mutex);
}

void forget_win(struct contest *contest, const char *path)
{
    pthread_mutex_lock(&contest->mutex);
    close_win(contest, path);
    pthread_mutex_unlock(&contest->mutex);
}

bool share_win(struct contest *contest, enum prize prize, const char *path, pid_t pid)
{
    struct win *win;
    bool shared;

    pthread_mutex_lock(&contest->mutex);
    win = find_win(contest, path);
    shared = win != NULL && win->prize == prize && win->state == HIDDEN && win->first_look == pid;
    if (shared)
        win->state = CLOSED;
    pthread_mutex_unlock(&contest->mutex);
    return shared;
}

/* Whether this look at a win is the one that is lied to. */
static bool hide(const struct contest *contest, struct win *win, pid_t pid)
{
    if (win == NULL || win->pid == pid)
        return false;
    if (win->state == OPEN) {
        win->first_look = pid;
        win->state = is_rival(contest, win, pid) ? HIDDEN : CLOSED;
    }
    if (win->state == HIDDEN && win->first_look == pid && win->looks < LOOKS_OF_A_CALL) {
        win->looks++;
        return true;
    }
    win->state = CLOSED;
    return false;
}

int show_win(struct contest *contest, const char *path, pid_t pid, int result, struct stat *stat)
{
    struct win *win;

    pthread_mutex_lock(&contest->mutex);
    win = find_win(contest, path);
    if (hide(contest, win, pid)) {
        if (win->prize == PRIZE_MOVE)
            *stat = win->stat;
        result = win->prize == PRIZE_MOVE ? 0 : -ENOENT;
    }
    pthread_mutex_unlock(&contest->mutex);
    return result;
}
