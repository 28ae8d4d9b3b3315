/*
 * passthrough.c - every call that is done on the backing directory as it was asked.
 *
 * Names are looked up below the root descriptor and never followed. A file's handle is a descriptor
 * on the backing file, a directory's a stream; FUSE hands them back, and the path beside them may
 * be NULL.
 */
#include "lying-fs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

struct lying_fs *serving(void)
{
    return fuse_get_context()->private_data;
}

const char *below_root(const char *path)
{
    return path[1] == '\0' ? "." : path + 1;
}

static int root(void)
{
    return serving()->root;
}

static pid_t asker(void)
{
    return fuse_get_context()->pid;
}

static struct contest *contest(void)
{
    struct lying_fs *fs = serving();

    return fs->mode->two_winners ? &fs->contest : NULL;
}

static int answer(long result)
{
    return result < 0 ? -errno : 0;
}

static DIR *stream(const struct fuse_file_info *file)
{
    return (DIR *)(uintptr_t)file->fh;
}

/* ---- looking */

static int lie_getattr(const char *path, struct stat *stat, struct fuse_file_info *file)
{
    int result;

    if (file != NULL)
        return answer(fstat((int)file->fh, stat));
    result = answer(fstatat(root(), below_root(path), stat, AT_SYMLINK_NOFOLLOW));
    return contest() == NULL ? result : show_win(contest(), path, asker(), result, stat);
}

static int lie_readlink(const char *path, char *buffer, size_t size)
{
    ssize_t length = readlinkat(root(), below_root(path), buffer, size - 1);

    if (length < 0)
        return -errno;
    buffer[length] = '\0';
    return 0;
}

static int lie_statfs(const char *path, struct statvfs *statfs)
{
    (void)path;
    return answer(fstatvfs(root(), statfs));
}

static int lie_opendir(const char *path, struct fuse_file_info *file)
{
    int fd = openat(root(), below_root(path), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *opened;

    if (fd < 0)
        return -errno;
    opened = fdopendir(fd);
    if (opened == NULL) {
        int error = errno;

        close(fd);
        return -error;
    }
    file->fh = (uint64_t)(uintptr_t)opened;
    return 0;
}

static int lie_readdir(const char *path, void *buffer, fuse_fill_dir_t fill, off_t offset,
                       struct fuse_file_info *file, enum fuse_readdir_flags flags)
{
    struct dirent *entry;

    (void)path;
    (void)offset;
    (void)flags;
    rewinddir(stream(file));
    for (errno = 0; (entry = readdir(stream(file))) != NULL; errno = 0) {
        struct stat stat = {.st_ino = entry->d_ino, .st_mode = (mode_t)DTTOIF(entry->d_type)};

        if (fill(buffer, entry->d_name, &stat, 0, 0) != 0)
            return -ENOMEM;
    }
    return -errno;
}

static int lie_releasedir(const char *path, struct fuse_file_info *file)
{
    (void)path;
    return answer(closedir(stream(file)));
}

/* ---- data */

static int lie_open(const char *path, struct fuse_file_info *file)
{
    int fd = openat(root(), below_root(path), file->flags | O_NOFOLLOW | O_CLOEXEC);

    if (fd < 0)
        return -errno;
    file->fh = (uint64_t)fd;
    return 0;
}

static int lie_create(const char *path, mode_t mode, struct fuse_file_info *file)
{
    int flags = file->flags | O_CREAT | O_NOFOLLOW | O_CLOEXEC;
    int fd = openat(root(), below_root(path), flags, mode);

    if (contest() != NULL && fd >= 0 && (flags & O_EXCL) != 0) {
        record_win(contest(), PRIZE_CREATE, path, asker(), NULL);
    } else if (contest() != NULL && fd < 0 && errno == EEXIST) {
        if (!share_win(contest(), PRIZE_CREATE, path, asker()))
            return -EEXIST;
        fd = openat(root(), below_root(path), flags & ~O_EXCL, mode);
    }
    if (fd < 0)
        return -errno;
    file->fh = (uint64_t)fd;
    return 0;
}

static int lie_read(const char *path, char *buffer, size_t size, off_t offset,
                    struct fuse_file_info *file)
{
    ssize_t got = pread((int)file->fh, buffer, size, offset);

    (void)path;
    return got < 0 ? -errno : (int)got;
}

static int lie_write(const char *path, const char *buffer, size_t size, off_t offset,
                     struct fuse_file_info *file)
{
    ssize_t put = pwrite((int)file->fh, buffer, size, offset);

    (void)path;
    return put < 0 ? -errno : (int)put;
}

static int lie_truncate(const char *path, off_t size, struct fuse_file_info *file)
{
    int fd;
    int result;

    if (file != NULL)
        return answer(ftruncate((int)file->fh, size));
    fd = openat(root(), below_root(path), O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return -errno;
    result = answer(ftruncate(fd, size));
    close(fd);
    return result;
}

static int lie_fallocate(const char *path, int mode, off_t offset, off_t length,
                         struct fuse_file_info *file)
{
    (void)path;
    return answer(fallocate((int)file->fh, mode, offset, length));
}

static off_t lie_lseek(const char *path, off_t offset, int whence, struct fuse_file_info *file)
{
    off_t position = lseek((int)file->fh, offset, whence);

    (void)path;
    return position < 0 ? -errno : position;
}

static int lie_release(const char *path, struct fuse_file_info *file)
{
    (void)path;
    release_owners(&serving()->owners, file->fh);
    return is_stuck(serving(), (int)file->fh) ? 0 : answer(close((int)file->fh));
}

/* ---- barriers */

static int lie_fsync(const char *path, int data_only, struct fuse_file_info *file)
{
    (void)path;
    if (serving()->mode->fsync_error != 0)
        return -serving()->mode->fsync_error;
    return answer(data_only != 0 ? fdatasync((int)file->fh) : fsync((int)file->fh));
}

static int lie_fsyncdir(const char *path, int data_only, struct fuse_file_info *file)
{
    int fd = dirfd(stream(file));

    (void)path;
    if (serving()->mode->fsyncdir_error != 0)
        return -serving()->mode->fsyncdir_error;
    return answer(data_only != 0 ? fdatasync(fd) : fsync(fd));
}

/* ---- names */

/* The end of a call that makes a name: what a contest makes of its result. */
static int name_made(enum prize prize, const char *path, int result)
{
    if (contest() == NULL)
        return result;
    if (result == 0)
        record_win(contest(), prize, path, asker(), NULL);
    else if (result == -EEXIST && share_win(contest(), prize, path, asker()))
        return 0;
    return result;
}

static int name_removed(const char *path, int result)
{
    if (contest() != NULL && result == 0)
        forget_win(contest(), path);
    return result;
}

static int lie_mkdir(const char *path, mode_t mode)
{
    return name_made(PRIZE_MKDIR, path, answer(mkdirat(root(), below_root(path), mode)));
}

static int lie_mknod(const char *path, mode_t mode, dev_t device)
{
    return answer(mknodat(root(), below_root(path), mode, device));
}

static int lie_symlink(const char *target, const char *path)
{
    return answer(symlinkat(target, root(), below_root(path)));
}

static int lie_link(const char *from, const char *to)
{
    if (serving()->mode->link_error != 0)
        return -serving()->mode->link_error;
    return name_made(PRIZE_LINK, to,
                     answer(linkat(root(), below_root(from), root(), below_root(to), 0)));
}

static int lie_unlink(const char *path)
{
    return name_removed(path, answer(unlinkat(root(), below_root(path), 0)));
}

static int lie_rmdir(const char *path)
{
    return name_removed(path, answer(unlinkat(root(), below_root(path), AT_REMOVEDIR)));
}

static int lie_rename(const char *from, const char *to, unsigned flags)
{
    struct stat stat;
    int result;

    if (flags != 0 && serving()->mode->rename_flags_error != 0)
        return -serving()->mode->rename_flags_error;
    if (contest() == NULL || flags != 0)
        return answer(renameat2(root(), below_root(from), root(), below_root(to), flags));
    result = answer(fstatat(root(), below_root(from), &stat, AT_SYMLINK_NOFOLLOW));
    if (result == 0)
        result = answer(renameat(root(), below_root(from), root(), below_root(to)));
    if (result == 0) {
        forget_win(contest(), to);
        record_win(contest(), PRIZE_MOVE, from, asker(), &stat);
    } else if (result == -ENOENT && share_win(contest(), PRIZE_MOVE, from, asker())) {
        return 0;
    }
    return result;
}

/* ---- attributes */

static int lie_chmod(const char *path, mode_t mode, struct fuse_file_info *file)
{
    if (file != NULL)
        return answer(fchmod((int)file->fh, mode));
    return answer(fchmodat(root(), below_root(path), mode, 0));
}

static int lie_chown(const char *path, uid_t uid, gid_t gid, struct fuse_file_info *file)
{
    if (file != NULL)
        return answer(fchown((int)file->fh, uid, gid));
    return answer(fchownat(root(), below_root(path), uid, gid, AT_SYMLINK_NOFOLLOW));
}

static int lie_utimens(const char *path, const struct timespec times[2],
                       struct fuse_file_info *file)
{
    if (file != NULL)
        return answer(futimens((int)file->fh, times));
    return answer(utimensat(root(), below_root(path), times, AT_SYMLINK_NOFOLLOW));
}

/* Extended attributes have no call that takes a directory and a name, so the object is opened. */
static int open_object(const char *path)
{
    return openat(root(), below_root(path), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
}

static int close_object(int fd, long result)
{
    int answered = result < 0 ? -errno : (int)result;

    close(fd);
    return answered;
}

static int lie_setxattr(const char *path, const char *name, const char *value, size_t size,
                        int flags)
{
    int fd = open_object(path);

    return fd < 0 ? -errno : close_object(fd, fsetxattr(fd, name, value, size, flags));
}

static int lie_getxattr(const char *path, const char *name, char *value, size_t size)
{
    int fd = open_object(path);

    return fd < 0 ? -errno : close_object(fd, fgetxattr(fd, name, value, size));
}

static int lie_listxattr(const char *path, char *list, size_t size)
{
    int fd = open_object(path);

    return fd < 0 ? -errno : close_object(fd, flistxattr(fd, list, size));
}

static int lie_removexattr(const char *path, const char *name)
{
    int fd = open_object(path);

    return fd < 0 ? -errno : close_object(fd, fremovexattr(fd, name));
}

/* ---- the table */

static void *lie_init(struct fuse_conn_info *connection, struct fuse_config *config)
{
    (void)connection;
    config->use_ino = 1;
    config->nullpath_ok = 1;
    config->hard_remove = 1;
    config->direct_io = 1;
    /* A process that is killed while it waits for a lock must not wait on. */
    config->intr = 1;
    config->intr_signal = INTERRUPT_SIGNAL;
    config->entry_timeout = 0;
    config->attr_timeout = 0;
    config->negative_timeout = 0;
    return serving();
}

void fill_operations(struct fuse_operations *operations, const struct mode *mode)
{
    *operations = (struct fuse_operations){
        .init = lie_init,
        .getattr = lie_getattr,
        .readlink = lie_readlink,
        .statfs = lie_statfs,
        .opendir = lie_opendir,
        .readdir = lie_readdir,
        .releasedir = lie_releasedir,
        .open = lie_open,
        .create = lie_create,
        .read = lie_read,
        .write = lie_write,
        .truncate = lie_truncate,
        .fallocate = lie_fallocate,
        .lseek = lie_lseek,
        .release = lie_release,
        .fsync = lie_fsync,
        .fsyncdir = lie_fsyncdir,
        .mkdir = lie_mkdir,
        .mknod = lie_mknod,
        .symlink = lie_symlink,
        .link = lie_link,
        .unlink = lie_unlink,
        .rmdir = lie_rmdir,
        .rename = lie_rename,
        .chmod = lie_chmod,
        .chown = lie_chown,
        .utimens = lie_utimens,
        .setxattr = lie_setxattr,
        .getxattr = lie_getxattr,
        .listxattr = lie_listxattr,
        .removexattr = lie_removexattr,
    };
    if (mode->locks != LOCKS_LOCAL) {
        operations->flock = lie_flock;
        operations->lock = lie_lock;
    }
}
