/*
 * lying-fs.h - a directory served through FUSE as it is, except for the lies of one mode.
 *
 * Storage that lies about its locks, its barriers or its names is what the litmus must catch. This
 * file system is such storage on one host: two mounts of one backing directory behave as two
 * clients, because the kernel is told to cache nothing and each mount has a daemon of its own.
 */
#ifndef HOLDFAST_LYING_FS_H
#define HOLDFAST_LYING_FS_H

#define FUSE_USE_VERSION 312
#include <fuse.h>

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

/* Breaks a call that waits in one of the daemon's threads. */
#define INTERRUPT_SIGNAL SIGUSR1

/* What becomes of flock and of fcntl locks. */
enum lock_manner {
    LOCKS_LOCAL,     /* the kernel keeps them, for this mount alone */
    LOCKS_GRANTED,   /* every call answers 0 and nothing is kept */
    LOCKS_FORWARDED, /* kept on the backing file, in the name of their owner */
    LOCKS_NO_OWNER,  /* flock forwarded; fcntl locks kept in the name of the daemon */
    LOCKS_STICKY,    /* forwarded; a flock that somebody was refused is never given back */
    LOCKS_REFUSED    /* every call answers ENOSYS */
};

/* The error fields hold an errno that the call answers instead of doing anything, or 0. */
struct mode {
    const char *name;
    const char *says;
    enum lock_manner locks;
    int fsync_error;
    int fsyncdir_error;
    int link_error;
    int rename_flags_error;
    bool two_winners;
};

/* Ends with an entry whose name is NULL. */
extern const struct mode modes[];

/* Locks of fcntl(2) by owner: each owner of a file has a descriptor of its own on the backing file,
 * and what it holds there are OFD locks. */
struct owner;
struct owner_table {
    pthread_mutex_t mutex;
    struct owner *first;
};

/* Files whose flock was refused to somebody, for LOCKS_STICKY. */
struct refusal;
struct refusal_list {
    pthread_mutex_t mutex;
    struct refusal *first;
};

/* Who made which name last, for the mode two-winners. */
struct win;
struct contest {
    pthread_mutex_t mutex;
    struct win *wins;
    unsigned next;
};

struct lying_fs {
    const struct mode *mode;
    int root;
    struct owner_table owners;
    struct refusal_list refusals;
    struct contest contest;
};

/* The file system that serves the request at hand. */
struct lying_fs *serving(void);

/* FUSE's paths begin with "/"; below the root descriptor they are relative. */
const char *below_root(const char *path);

/* Fills in every call that passes through, and leaves out those that the mode leaves to the
 * kernel. */
void fill_operations(struct fuse_operations *operations, const struct mode *mode);

/* ---- locks.c */

int lie_flock(const char *path, struct fuse_file_info *file, int operation);
int lie_lock(const char *path, struct fuse_file_info *file, int command, struct flock *lock);
/* To be called before a handle's descriptor is closed: drops the fcntl locks taken through it. */
void release_owners(struct owner_table *table, uint64_t handle);
void free_owners(struct owner_table *table);
/* Whether the lock of a handle that is to be closed stays, and its descriptor with it. */
bool is_stuck(struct lying_fs *fs, int fd);
void free_refusals(struct refusal_list *list);

/* ---- contest.c */

enum prize { PRIZE_MOVE, PRIZE_LINK, PRIZE_CREATE, PRIZE_MKDIR };

/* Answers 0, or -ENOMEM. */
int open_contest(struct contest *contest);
void close_contest(struct contest *contest);
/* Process pid made path (PRIZE_MOVE: moved it away; it was as stat says). */
void record_win(struct contest *contest, enum prize prize, const char *path, pid_t pid,
                const struct stat *stat);
/* The name was removed, or made again: nobody is lied to about it any more. */
void forget_win(struct contest *contest, const char *path);
/* What a process that looks at path is shown instead of the truth (result, stat). */
int show_win(struct contest *contest, const char *path, pid_t pid, int result, struct stat *stat);
/* Whether process pid, to which the win was not shown, is told that it made path too. */
bool share_win(struct contest *contest, enum prize prize, const char *path, pid_t pid);

#endif
