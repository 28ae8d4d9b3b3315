/*
 * strict-memory-fs.c - holdfast-strict-memory-fs: a file system in memory that keeps exactly what
 * POSIX promises. fsync of a file makes what it holds durable, not its name; fsync of a directory
 * makes its names durable, not what the files hold.
 *
 * It does not crash. It writes every change and every barrier to a log (crash-log.h), from which
 * the states that a crash may leave are derived: io.holdfast.lab.crash.MemoryRemains. A line
 * "mark TEXT" written to the file .control in its root puts TEXT into the same order.
 */
#include "rig-session.h"

#include "crash-log.h"
#include "memory-tree.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/xattr.h>
#include <unistd.h>

#define CONTROL ".control"
#define CONTROL_NUMBER 2
#define LINE_LIMIT 512

struct memory_fs {
    FILE *log;
    struct inode *root;
    struct inode *control;
    uint64_t last_number;
};

static struct memory_fs *serving(fuse_req_t request)
{
    return fuse_req_userdata(request);
}

static struct inode *inode_of(fuse_req_t request, fuse_ino_t id)
{
    return id == FUSE_ROOT_ID ? serving(request)->root : (struct inode *)(uintptr_t)id;
}

static bool is_control(fuse_req_t request, const struct inode *inode)
{
    return inode == serving(request)->control;
}

/* ---- what is said of an inode */

static struct fuse_entry_param told(struct inode *inode)
{
    struct fuse_entry_param entry = {
        .ino = (uintptr_t)inode,
        .generation = inode->number,
    };

    fill_stat(inode, &entry.attr);
    inode->lookups++;
    return entry;
}

static void reply_inode(fuse_req_t request, struct inode *inode)
{
    struct fuse_entry_param entry = told(inode);

    fuse_reply_entry(request, &entry);
}

static void on_lookup(fuse_req_t request, fuse_ino_t parent, const char *name)
{
    const struct entry *entry = find_entry(inode_of(request, parent), name);

    if (strlen(name) > NAME_MAX)
        fuse_reply_err(request, ENAMETOOLONG);
    else if (parent == FUSE_ROOT_ID && strcmp(name, CONTROL) == 0)
        reply_inode(request, serving(request)->control);
    else if (entry == NULL)
        fuse_reply_err(request, ENOENT);
    else
        reply_inode(request, entry->inode);
}

static void on_forget(fuse_req_t request, fuse_ino_t id, uint64_t lookups)
{
    struct inode *inode = inode_of(request, id);

    if (id != FUSE_ROOT_ID) {
        inode->lookups -= lookups;
        release_inode(inode);
    }
    fuse_reply_none(request);
}

static void on_getattr(fuse_req_t request, fuse_ino_t id, struct fuse_file_info *file)
{
    struct stat stat;

    (void)file;
    fill_stat(inode_of(request, id), &stat);
    fuse_reply_attr(request, &stat, 0);
}

static void on_setattr(fuse_req_t request, fuse_ino_t id, struct stat *wanted, int which,
                       struct fuse_file_info *file)
{
    struct inode *inode = inode_of(request, id);

    if ((which & FUSE_SET_ATTR_SIZE) && !is_control(request, inode)) {
        if (resize(inode, (size_t)wanted->st_size) < 0) {
            fuse_reply_err(request, ENOSPC);
            return;
        }
        append_bytes(serving(request)->log, RECORD_SIZE, inode->number, inode->size, NULL, 0);
    }
    if (which & FUSE_SET_ATTR_MODE)
        inode->mode = (inode->mode & S_IFMT) | (wanted->st_mode & ~(mode_t)S_IFMT);
    if (which & FUSE_SET_ATTR_UID)
        inode->uid = wanted->st_uid;
    if (which & FUSE_SET_ATTR_GID)
        inode->gid = wanted->st_gid;
    on_getattr(request, id, file);
}

static void on_statfs(fuse_req_t request, fuse_ino_t id)
{
    struct statvfs statfs = {
        .f_bsize = 4096,
        .f_frsize = 4096,
        .f_blocks = 1 << 20,
        .f_bfree = 1 << 20,
        .f_bavail = 1 << 20,
        .f_namemax = NAME_MAX,
    };

    (void)id;
    fuse_reply_statfs(request, &statfs);
}

/* ---- names */

static void log_name(fuse_req_t request, enum record_kind kind, const struct inode *directory,
                     const struct inode *inode, const char *name)
{
    append_bytes(serving(request)->log, kind, directory->number,
                 inode == NULL ? 0 : inode->number, name, strlen(name));
}

/* A new inode with its first name. Answers NULL where there is no memory. */
static struct inode *make(fuse_req_t request, fuse_ino_t parent, const char *name, mode_t mode)
{
    const struct fuse_ctx *caller = fuse_req_ctx(request);
    struct inode *directory = inode_of(request, parent);
    struct inode *inode =
        make_inode(++serving(request)->last_number, mode, caller->uid, caller->gid);

    if (inode == NULL)
        return NULL;
    if (add_entry(directory, name, inode) < 0) {
        release_inode(inode);
        return NULL;
    }
    log_name(request, S_ISDIR(mode) ? RECORD_MKDIR : RECORD_CREATE, directory, inode, name);
    return inode;
}

static void on_mkdir(fuse_req_t request, fuse_ino_t parent, const char *name, mode_t mode)
{
    struct inode *inode = make(request, parent, name, S_IFDIR | (mode & ~(mode_t)S_IFMT));

    if (inode == NULL)
        fuse_reply_err(request, ENOSPC);
    else
        reply_inode(request, inode);
}

static void on_create(fuse_req_t request, fuse_ino_t parent, const char *name, mode_t mode,
                      struct fuse_file_info *file)
{
    struct inode *inode = make(request, parent, name, S_IFREG | (mode & ~(mode_t)S_IFMT));
    struct fuse_entry_param entry;

    if (inode == NULL) {
        fuse_reply_err(request, ENOSPC);
        return;
    }
    entry = told(inode);
    file->direct_io = 1;
    fuse_reply_create(request, &entry, file);
}

static void on_link(fuse_req_t request, fuse_ino_t id, fuse_ino_t parent, const char *name)
{
    struct inode *inode = inode_of(request, id);
    struct inode *directory = inode_of(request, parent);

    if (find_entry(directory, name) != NULL) {
        fuse_reply_err(request, EEXIST);
        return;
    }
    if (add_entry(directory, name, inode) < 0) {
        fuse_reply_err(request, ENOSPC);
        return;
    }
    log_name(request, RECORD_LINK, directory, inode, name);
    reply_inode(request, inode);
}

static void on_unlink(fuse_req_t request, fuse_ino_t parent, const char *name)
{
    struct inode *directory = inode_of(request, parent);
    struct entry *entry = find_entry(directory, name);

    if (entry == NULL) {
        fuse_reply_err(request, ENOENT);
        return;
    }
    if (entry->inode->entry_count > 0) {
        fuse_reply_err(request, ENOTEMPTY);
        return;
    }
    log_name(request, RECORD_UNLINK, directory, entry->inode, name);
    remove_entry(directory, entry);
    fuse_reply_err(request, 0);
}

/* Gives the target's entry to the source's inode, then takes the source's entry away. */
static int move_entry(struct inode *from, const char *name, struct inode *to, const char *new_name)
{
    struct inode *moved = find_entry(from, name)->inode;
    struct entry *target = find_entry(to, new_name);
    int result = 0;

    if (target == NULL) {
        result = add_entry(to, new_name, moved);
    } else {
        struct inode *replaced = target->inode;

        target->inode = moved;
        moved->links++;
        replaced->links--;
        release_inode(replaced);
    }
    if (result == 0)
        remove_entry(from, find_entry(from, name));
    return result;
}

static void on_rename(fuse_req_t request, fuse_ino_t parent, const char *name,
                      fuse_ino_t new_parent, const char *new_name, unsigned int flags)
{
    struct inode *from = inode_of(request, parent);
    struct inode *to = inode_of(request, new_parent);
    const struct entry *source = find_entry(from, name);
    const struct entry *target = find_entry(to, new_name);
    char names[2 * (NAME_MAX + 1)];
    int length = snprintf(names, sizeof(names), "%s%c%s", name, 0, new_name);

    if (source == NULL)
        fuse_reply_err(request, ENOENT);
    else if ((flags & ~(unsigned)RENAME_NOREPLACE) != 0)
        fuse_reply_err(request, EINVAL);
    else if (target != NULL && (flags & RENAME_NOREPLACE) != 0)
        fuse_reply_err(request, EEXIST);
    else if (target != NULL && target->inode->entry_count > 0)
        fuse_reply_err(request, ENOTEMPTY);
    else if (target != NULL && target->inode == source->inode)
        fuse_reply_err(request, 0);
    else if (move_entry(from, name, to, new_name) < 0)
        fuse_reply_err(request, ENOSPC);
    else {
        append_bytes(serving(request)->log, RECORD_RENAME, from->number, to->number, names,
                     (size_t)length);
        fuse_reply_err(request, 0);
    }
}

static void on_readdir(fuse_req_t request, fuse_ino_t id, size_t size, off_t offset,
                       struct fuse_file_info *file)
{
    const struct inode *directory = inode_of(request, id);
    char *buffer = malloc(size);
    size_t used = 0;

    (void)file;
    if (buffer == NULL) {
        fuse_reply_err(request, ENOMEM);
        return;
    }
    for (size_t i = 0; i < directory->entry_count; i++) {
        const struct entry *entry = &directory->entries[i];
        struct stat stat;
        size_t needed;

        if (entry->cookie <= (uint64_t)offset)
            continue;
        fill_stat(entry->inode, &stat);
        needed = fuse_add_direntry(request, buffer + used, size - used, entry->name, &stat,
                                   (off_t)entry->cookie);
        if (needed > size - used)
            break;
        used += needed;
    }
    fuse_reply_buf(request, buffer, used);
    free(buffer);
}

/* ---- data */

static void on_open(fuse_req_t request, fuse_ino_t id, struct fuse_file_info *file)
{
    (void)id;
    file->direct_io = 1;
    fuse_reply_open(request, file);
}

static void on_read(fuse_req_t request, fuse_ino_t id, size_t size, off_t offset,
                    struct fuse_file_info *file)
{
    const struct inode *inode = inode_of(request, id);
    size_t begin = (size_t)offset;

    (void)file;
    if (begin >= inode->size)
        fuse_reply_buf(request, NULL, 0);
    else
        fuse_reply_buf(request, inode->data + begin,
                       size < inode->size - begin ? size : inode->size - begin);
}

static void obey(fuse_req_t request, const char *bytes, size_t size)
{
    static const char mark[] = "mark ";
    size_t skipped = sizeof(mark) - 1;

    if (size > LINE_LIMIT || size < skipped || memcmp(bytes, mark, skipped) != 0) {
        fuse_reply_err(request, EINVAL);
        return;
    }
    append_bytes(serving(request)->log, RECORD_MARK, 0, 0, bytes + skipped, size - skipped);
    fuse_reply_write(request, size);
}

static void on_write(fuse_req_t request, fuse_ino_t id, const char *bytes, size_t size,
                     off_t offset, struct fuse_file_info *file)
{
    struct inode *inode = inode_of(request, id);
    size_t begin = (size_t)offset;

    (void)file;
    if (is_control(request, inode)) {
        obey(request, bytes, size);
        return;
    }
    if (begin + size > inode->size && resize(inode, begin + size) < 0) {
        fuse_reply_err(request, ENOSPC);
        return;
    }
    memcpy(inode->data + begin, bytes, size);
    append_bytes(serving(request)->log, RECORD_DATA, inode->number, begin, bytes, size);
    fuse_reply_write(request, size);
}

/* ---- barriers */

static void on_fsync(fuse_req_t request, fuse_ino_t id, int data_only, struct fuse_file_info *file)
{
    const struct inode *inode = inode_of(request, id);

    (void)data_only;
    (void)file;
    if (!is_control(request, inode))
        append_bytes(serving(request)->log, RECORD_FSYNC, inode->number, 0, NULL, 0);
    fuse_reply_err(request, 0);
}

static void on_fsyncdir(fuse_req_t request, fuse_ino_t id, int data_only,
                        struct fuse_file_info *file)
{
    (void)data_only;
    (void)file;
    append_bytes(serving(request)->log, RECORD_FSYNCDIR, inode_of(request, id)->number, 0, NULL,
                 0);
    fuse_reply_err(request, 0);
}

/* ---- attributes */

static void on_setxattr(fuse_req_t request, fuse_ino_t id, const char *name, const char *value,
                        size_t size, int flags)
{
    struct inode *inode = inode_of(request, id);
    bool there = find_attribute(inode, name) < inode->attribute_count;

    if ((flags & XATTR_CREATE) && there) {
        fuse_reply_err(request, EEXIST);
    } else if ((flags & XATTR_REPLACE) && !there) {
        fuse_reply_err(request, ENODATA);
    } else if (set_attribute(inode, name, value, size) < 0) {
        fuse_reply_err(request, ENOSPC);
    } else {
        log_name(request, RECORD_SETXATTR, inode, NULL, name);
        fuse_reply_err(request, 0);
    }
}

static void on_getxattr(fuse_req_t request, fuse_ino_t id, const char *name, size_t size)
{
    const struct inode *inode = inode_of(request, id);
    size_t index = find_attribute(inode, name);

    if (index == inode->attribute_count)
        fuse_reply_err(request, ENODATA);
    else if (size == 0)
        fuse_reply_xattr(request, inode->attributes[index].length);
    else if (size < inode->attributes[index].length)
        fuse_reply_err(request, ERANGE);
    else
        fuse_reply_buf(request, inode->attributes[index].value, inode->attributes[index].length);
}

static void on_removexattr(fuse_req_t request, fuse_ino_t id, const char *name)
{
    struct inode *inode = inode_of(request, id);
    size_t index = find_attribute(inode, name);

    if (index == inode->attribute_count) {
        fuse_reply_err(request, ENODATA);
        return;
    }
    remove_attribute(inode, index);
    log_name(request, RECORD_SETXATTR, inode, NULL, name);
    fuse_reply_err(request, 0);
}

/* ---- the mount */

static void on_init(void *context, struct fuse_conn_info *connection)
{
    (void)context;
    connection->want &= ~(unsigned)FUSE_CAP_ATOMIC_O_TRUNC;
}

static const struct fuse_lowlevel_ops operations = {
    .init = on_init,
    .lookup = on_lookup,
    .forget = on_forget,
    .getattr = on_getattr,
    .setattr = on_setattr,
    .statfs = on_statfs,
    .mkdir = on_mkdir,
    .create = on_create,
    .link = on_link,
    .unlink = on_unlink,
    .rmdir = on_unlink,
    .rename = on_rename,
    .readdir = on_readdir,
    .open = on_open,
    .read = on_read,
    .write = on_write,
    .fsync = on_fsync,
    .fsyncdir = on_fsyncdir,
    .setxattr = on_setxattr,
    .getxattr = on_getxattr,
    .removexattr = on_removexattr,
};

static int usage(void)
{
    fputs("usage: holdfast-strict-memory-fs --log FILE MOUNTPOINT\n"
          "Serves an empty file system at MOUNTPOINT through FUSE and writes every change and\n"
          "barrier to FILE. Says 'mounted', and ends when it is unmounted.\n",
          stderr);
    return EXIT_USAGE;
}

static int mount_and_serve(struct memory_fs *fs, const char *log, const char *mountpoint)
{
    struct fuse_session *session;
    int status = EXIT_ENVIRONMENT;

    fs->root = make_inode(FUSE_ROOT_ID, S_IFDIR | 0755, getuid(), getgid());
    fs->control = make_inode(CONTROL_NUMBER, S_IFREG | 0600, getuid(), getgid());
    fs->last_number = CONTROL_NUMBER;
    fs->log = open_log(log);
    if (fs->root == NULL || fs->control == NULL || fs->log == NULL) {
        perror(log);
        return EXIT_ENVIRONMENT;
    }
    fs->root->links = fs->control->links = 1;
    session = open_session("holdfast-strict-memory-fs", "default_permissions", &operations, fs,
                           mountpoint);
    if (session != NULL)
        status = close_session(session, fuse_session_loop(session));
    close_log(fs->log);
    return status;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"log", required_argument, NULL, 'l'},
        {NULL, 0, NULL, 0},
    };
    static struct memory_fs fs;
    const char *log = NULL;
    int option;

    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option != 'l')
            return usage();
        log = optarg;
    }
    if (log == NULL || optind != argc - 1)
        return usage();
    return mount_and_serve(&fs, log, argv[optind]);
}
