/*
 * locks.c - the five manners of answering a lock call.
 *
 * A lock that is forwarded must keep its owner. flock(2) locks belong to an open file, and each
 * open file here has one descriptor on the backing file: forwarding the call is enough. fcntl(2)
 * locks belong to a process or, as OFD locks, to an open file; FUSE tells only a number for the
 * owner, never which of the two it is. Each (owner, file) gets a descriptor of its own, and an OFD
 * lock on that descriptor stands for the owner's lock. They go
 *   - when the owner unlocks,
 *   - for a process when it closes any descriptor of the file: libfuse turns FUSE_FLUSH into an
 *     unlock in the name of the process,
 *   - for an OFD lock when the open file goes. The kernel says nothing of it (fuse_setlk leaves
 *     the unlock of a close to the flush, and the flush does not name the open file), so the
 *     release of the handle through which an owner came last drops what the owner still has.
 *
 * LOCKS_REFUSED: the kernel decides at the mount between its own locks and the daemon's, never on
 * an answer, so ENOSYS reaches the caller as it is, every time.
 *
 * Not kept: deadlock detection (EDEADLK), the process id in F_GETLK, and F_GETLK after an OFD lock
 * went with its open file, which libfuse answers from a list of its own. A lock that waits keeps
 * one of the daemon's threads until it is had or interrupted.
 */
#include "lying-fs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

struct owner {
    struct owner *next;
    uint64_t number;
    dev_t device;
    ino_t inode;
    uint64_t handle;
    int fd;
    int users;
};

/* Opens the handle's file anew, for reading and writing if that is allowed. */
static int reopen(int fd)
{
    char path[32];
    int flags = fcntl(fd, F_GETFL);
    int opened;

    if (flags < 0)
        return -errno;
    snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
    opened = open(path, O_RDWR | O_CLOEXEC);
    if (opened < 0)
        opened = open(path, (flags & O_ACCMODE) | O_CLOEXEC);
    return opened < 0 ? -errno : opened;
}

static struct owner *find_owner(struct owner_table *table, uint64_t number, const struct stat *stat)
{
    struct owner *owner = table->first;

    while (owner != NULL && (owner->number != number || owner->device != stat->st_dev ||
                             owner->inode != stat->st_ino))
        owner = owner->next;
    return owner;
}

static int add_owner(struct owner_table *table, uint64_t number, const struct stat *stat, int fd,
                     struct owner **added)
{
    struct owner *owner = calloc(1, sizeof(*owner));

    if (owner == NULL)
        return -ENOMEM;
    owner->number = number;
    owner->device = stat->st_dev;
    owner->inode = stat->st_ino;
    owner->fd = reopen(fd);
    if (owner->fd < 0) {
        int error = owner->fd;

        free(owner);
        return error;
    }
    owner->next = table->first;
    table->first = owner;
    *added = owner;
    return 0;
}

static void drop_owner(struct owner **link)
{
    struct owner *owner = *link;

    *link = owner->next;
    close(owner->fd);
    free(owner);
}

/* Finds the owner, or makes it where asked to, and keeps it alive until leave_owner. Without an
 * owner *entered is NULL. */
static int enter_owner(struct owner_table *table, const struct fuse_file_info *file, bool make,
                       struct owner **entered)
{
    struct stat stat;
    int result = 0;

    if (fstat((int)file->fh, &stat) < 0)
        return -errno;
    pthread_mutex_lock(&table->mutex);
    *entered = find_owner(table, file->lock_owner, &stat);
    if (*entered == NULL && make)
        result = add_owner(table, file->lock_owner, &stat, (int)file->fh, entered);
    if (*entered != NULL) {
        (*entered)->handle = file->fh;
        (*entered)->users++;
    }
    pthread_mutex_unlock(&table->mutex);
    return result;
}

/* An owner that has unlocked the whole file has nothing to be remembered for. */
static void leave_owner(struct owner_table *table, struct owner *owner, bool unlocked)
{
    pthread_mutex_lock(&table->mutex);
    owner->users--;
    if (unlocked && owner->users == 0) {
        struct owner **link = &table->first;

        while (*link != owner)
            link = &(*link)->next;
        drop_owner(link);
    }
    pthread_mutex_unlock(&table->mutex);
}

void release_owners(struct owner_table *table, uint64_t handle)
{
    struct owner **link = &table->first;

    pthread_mutex_lock(&table->mutex);
    while (*link != NULL) {
        if ((*link)->handle == handle && (*link)->users == 0)
            drop_owner(link);
        else
            link = &(*link)->next;
    }
    pthread_mutex_unlock(&table->mutex);
}

void free_owners(struct owner_table *table)
{
    while (table->first != NULL)
        drop_owner(&table->first);
    pthread_mutex_destroy(&table->mutex);
}

static int as_ofd(int command)
{
    switch (command) {
    case F_GETLK:
        return F_OFD_GETLK;
    case F_SETLK:
        return F_OFD_SETLK;
    default:
        return F_OFD_SETLKW;
    }
}

static int lock_for_owner(struct owner_table *table, struct fuse_file_info *file, int command,
                          struct flock *lock)
{
    bool whole = lock->l_type == F_UNLCK && lock->l_whence == SEEK_SET && lock->l_start == 0 &&
                 lock->l_len == 0;
    struct owner *owner = NULL;
    int result = enter_owner(table, file, lock->l_type != F_UNLCK, &owner);

    if (result < 0 || owner == NULL)
        return result;
    lock->l_pid = 0;
    result = fcntl(owner->fd, as_ofd(command), lock) < 0 ? -errno : 0;
    leave_owner(table, owner, whole && result == 0);
    return result;
}

static int lock_for_daemon(struct fuse_file_info *file, int command, struct flock *lock)
{
    return fcntl((int)file->fh, command, lock) < 0 ? -errno : 0;
}

int lie_lock(const char *path, struct fuse_file_info *file, int command, struct flock *lock)
{
    struct lying_fs *fs = serving();

    (void)path;
    switch (fs->mode->locks) {
    case LOCKS_REFUSED:
        return -ENOSYS;
    case LOCKS_FORWARDED:
    case LOCKS_STICKY:
        return lock_for_owner(&fs->owners, file, command, lock);
    case LOCKS_NO_OWNER:
        return lock_for_daemon(file, command, lock);
    default:
        if (command == F_GETLK)
            lock->l_type = F_UNLCK;
        return 0;
    }
}

/* ---- LOCKS_STICKY */

struct refusal {
    struct refusal *next;
    dev_t device;
    ino_t inode;
};

static bool was_refused(const struct refusal_list *list, const struct stat *stat)
{
    const struct refusal *refusal = list->first;

    while (refusal != NULL && (refusal->device != stat->st_dev || refusal->inode != stat->st_ino))
        refusal = refusal->next;
    return refusal != NULL;
}

static void remember_refusal(struct refusal_list *list, int fd)
{
    struct refusal *refusal = calloc(1, sizeof(*refusal));
    struct stat stat;

    if (refusal == NULL || fstat(fd, &stat) < 0) {
        free(refusal);
        return;
    }
    refusal->device = stat.st_dev;
    refusal->inode = stat.st_ino;
    pthread_mutex_lock(&list->mutex);
    refusal->next = list->first;
    list->first = refusal;
    pthread_mutex_unlock(&list->mutex);
}

bool is_stuck(struct lying_fs *fs, int fd)
{
    struct stat stat;
    bool refused;

    if (fs->mode->locks != LOCKS_STICKY || fstat(fd, &stat) < 0)
        return false;
    pthread_mutex_lock(&fs->refusals.mutex);
    refused = was_refused(&fs->refusals, &stat);
    pthread_mutex_unlock(&fs->refusals.mutex);
    return refused;
}

void free_refusals(struct refusal_list *list)
{
    while (list->first != NULL) {
        struct refusal *refusal = list->first;

        list->first = refusal->next;
        free(refusal);
    }
    pthread_mutex_destroy(&list->mutex);
}

static int sticky_flock(struct lying_fs *fs, int fd, int operation)
{
    int result;

    if ((operation & ~LOCK_NB) == LOCK_UN && is_stuck(fs, fd))
        return 0;
    result = flock(fd, operation) < 0 ? -errno : 0;
    if (result == -EWOULDBLOCK)
        remember_refusal(&fs->refusals, fd);
    return result;
}

int lie_flock(const char *path, struct fuse_file_info *file, int operation)
{
    struct lying_fs *fs = serving();

    (void)path;
    switch (fs->mode->locks) {
    case LOCKS_REFUSED:
        return -ENOSYS;
    case LOCKS_FORWARDED:
    case LOCKS_NO_OWNER:
        return flock((int)file->fh, operation) < 0 ? -errno : 0;
    case LOCKS_STICKY:
        return sticky_flock(fs, (int)file->fh, operation);
    default:
        return 0;
    }
}
