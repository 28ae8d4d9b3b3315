/*
 * crash-disk.c - holdfast-crash-disk: a disk for a loop device, as the file disk.img of a FUSE
 * mount, in memory. Every write and every flush is written to a log (crash-log.h), from which
 * holdfast-crash-replay builds what a power cut may leave.
 *
 * The mount has a second file, control. Each write to it is one command:
 *
 *   mark TEXT                    puts TEXT into the log
 *   fail-writes AFTER COUNT      AFTER more writes succeed, then COUNT writes answer EIO
 *   fail-flushes AFTER COUNT     the same for flushes
 *   delay-flushes MICROS         a flush takes MICROS (0 to 999999) longer from now on
 *   heal                         nothing fails or waits any more
 *
 * What answers EIO changes nothing and is not logged. Reading it tells the counts so far.
 *
 * Who mounts a loop device over this must be another process: mount(2) reads the device.
 */
#include "rig-session.h"

#include "crash-log.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <linux/falloc.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#ifndef PR_SET_IO_FLUSHER
#define PR_SET_IO_FLUSHER 57
#endif

#define BLOCK 4096
#define LINE_LIMIT 512
#define MAX_MIB (1L << 20)
/* What is told about names and attributes never changes. */
#define FOREVER_SECONDS 1e6

enum { DISK_ID = 2, CONTROL_ID = 3 };

struct fault {
    long after;
    long count;
    unsigned long hits;
};

struct disk {
    FILE *log;
    int memory;
    char *bytes;
    uint64_t size;
    unsigned long writes;
    unsigned long flushes;
    struct fault write_fault;
    struct fault flush_fault;
    long flush_delay_micros;
};

static const struct {
    const char *name;
    fuse_ino_t id;
} files[] = {{"disk.img", DISK_ID}, {"control", CONTROL_ID}};

#define FILE_COUNT (sizeof(files) / sizeof(files[0]))

static struct disk *serving(fuse_req_t request)
{
    return fuse_req_userdata(request);
}

/* ---- the two files */

static void fill_stat(const struct disk *disk, fuse_ino_t id, struct stat *stat)
{
    memset(stat, 0, sizeof(*stat));
    stat->st_ino = id;
    stat->st_blksize = BLOCK;
    stat->st_mode = id == FUSE_ROOT_ID ? S_IFDIR | 0755 : S_IFREG | 0600;
    stat->st_nlink = id == FUSE_ROOT_ID ? 2 : 1;
    if (id == DISK_ID) {
        stat->st_size = (off_t)disk->size;
        stat->st_blocks = (blkcnt_t)(disk->size / 512);
    }
}

static void on_lookup(fuse_req_t request, fuse_ino_t parent, const char *name)
{
    struct fuse_entry_param entry = {
        .attr_timeout = FOREVER_SECONDS,
        .entry_timeout = FOREVER_SECONDS,
    };

    for (size_t i = 0; parent == FUSE_ROOT_ID && i < FILE_COUNT; i++) {
        if (strcmp(name, files[i].name) == 0) {
            entry.ino = files[i].id;
            fill_stat(serving(request), entry.ino, &entry.attr);
            fuse_reply_entry(request, &entry);
            return;
        }
    }
    fuse_reply_err(request, ENOENT);
}

static void on_getattr(fuse_req_t request, fuse_ino_t id, struct fuse_file_info *file)
{
    struct stat stat;

    (void)file;
    fill_stat(serving(request), id, &stat);
    fuse_reply_attr(request, &stat, FOREVER_SECONDS);
}

/* Sizes, modes and times stay as they are, whatever is asked for. */
static void on_setattr(fuse_req_t request, fuse_ino_t id, struct stat *wanted, int which,
                       struct fuse_file_info *file)
{
    (void)wanted;
    (void)which;
    on_getattr(request, id, file);
}

static void on_readdir(fuse_req_t request, fuse_ino_t id, size_t size, off_t offset,
                       struct fuse_file_info *file)
{
    char buffer[256];
    size_t room = size < sizeof(buffer) ? size : sizeof(buffer);
    size_t used = 0;

    (void)id;
    (void)file;
    for (size_t i = (size_t)offset; i < FILE_COUNT; i++) {
        struct stat stat;
        size_t needed;

        fill_stat(serving(request), files[i].id, &stat);
        needed = fuse_add_direntry(request, buffer + used, room - used, files[i].name, &stat,
                                   (off_t)i + 1);
        if (needed > room - used)
            break;
        used += needed;
    }
    fuse_reply_buf(request, buffer, used);
}

static void on_open(fuse_req_t request, fuse_ino_t id, struct fuse_file_info *file)
{
    (void)id;
    file->direct_io = 1;
    fuse_reply_open(request, file);
}

/* ---- the control file */

static void reply_part(fuse_req_t request, const char *bytes, size_t length, size_t size,
                       size_t begin)
{
    if (begin >= length)
        fuse_reply_buf(request, NULL, 0);
    else
        fuse_reply_buf(request, bytes + begin, size < length - begin ? size : length - begin);
}

static void tell_counts(fuse_req_t request, size_t size, size_t begin)
{
    const struct disk *disk = serving(request);
    char text[LINE_LIMIT];
    int length = snprintf(text, sizeof(text),
                          "writes %lu\nflushes %lu\nfailed-writes %lu\nfailed-flushes %lu\n",
                          disk->writes, disk->flushes, disk->write_fault.hits,
                          disk->flush_fault.hits);

    reply_part(request, text, (size_t)length, size, begin);
}

static bool scan_fault(const char *line, const char *format, struct fault *fault)
{
    long after;
    long count;

    if (sscanf(line, format, &after, &count) != 2 || after < 0 || count < 0)
        return false;
    fault->after = after;
    fault->count = count;
    return true;
}

static bool obey(struct disk *disk, const char *line)
{
    static const char mark[] = "mark ";
    size_t skipped = sizeof(mark) - 1;
    long micros;

    if (strncmp(line, mark, skipped) == 0) {
        append_bytes(disk->log, RECORD_MARK, 0, 0, line + skipped, strlen(line + skipped));
        return true;
    }
    if (sscanf(line, "delay-flushes %ld", &micros) == 1 && micros >= 0 && micros <= 999999) {
        disk->flush_delay_micros = micros;
        return true;
    }
    if (strncmp(line, "heal", strlen("heal")) == 0) {
        disk->write_fault.count = disk->flush_fault.count = 0;
        disk->flush_delay_micros = 0;
        return true;
    }
    return scan_fault(line, "fail-writes %ld %ld", &disk->write_fault) ||
           scan_fault(line, "fail-flushes %ld %ld", &disk->flush_fault);
}

static void write_control(fuse_req_t request, const char *bytes, size_t size)
{
    char line[LINE_LIMIT + 1];

    if (size > LINE_LIMIT) {
        fuse_reply_err(request, EINVAL);
        return;
    }
    memcpy(line, bytes, size);
    line[size] = 0;
    if (obey(serving(request), line))
        fuse_reply_write(request, size);
    else
        fuse_reply_err(request, EINVAL);
}

/* ---- the disk */

static bool fails(struct fault *fault)
{
    if (fault->count == 0)
        return false;
    if (fault->after > 0) {
        fault->after--;
        return false;
    }
    fault->count--;
    fault->hits++;
    return true;
}

static void on_read(fuse_req_t request, fuse_ino_t id, size_t size, off_t offset,
                    struct fuse_file_info *file)
{
    const struct disk *disk = serving(request);

    (void)file;
    if (id == CONTROL_ID)
        tell_counts(request, size, (size_t)offset);
    else
        reply_part(request, disk->bytes, disk->size, size, (size_t)offset);
}

static void on_write(fuse_req_t request, fuse_ino_t id, const char *bytes, size_t size,
                     off_t offset, struct fuse_file_info *file)
{
    struct disk *disk = serving(request);
    uint64_t begin = (uint64_t)offset;

    (void)file;
    if (id == CONTROL_ID) {
        write_control(request, bytes, size);
        return;
    }
    if (begin > disk->size || size > disk->size - begin) {
        fuse_reply_err(request, ENOSPC);
        return;
    }
    if (fails(&disk->write_fault)) {
        fuse_reply_err(request, EIO);
        return;
    }
    disk->writes++;
    memcpy(disk->bytes + begin, bytes, size);
    append_bytes(disk->log, RECORD_WRITE, begin, 0, bytes, size);
    fuse_reply_write(request, size);
}

static void on_fallocate(fuse_req_t request, fuse_ino_t id, int mode, off_t offset, off_t length,
                         struct fuse_file_info *file)
{
    struct disk *disk = serving(request);
    struct record_header zero = {
        .kind = RECORD_ZERO,
        .a = (uint64_t)offset,
        .b = (uint64_t)length,
    };

    (void)file;
    if (id != DISK_ID || (mode & (FALLOC_FL_PUNCH_HOLE | FALLOC_FL_ZERO_RANGE)) == 0) {
        fuse_reply_err(request, EOPNOTSUPP);
        return;
    }
    if (zero.a > disk->size || zero.b > disk->size - zero.a) {
        fuse_reply_err(request, ENOSPC);
        return;
    }
    if (fails(&disk->write_fault)) {
        fuse_reply_err(request, EIO);
        return;
    }
    if (fallocate(disk->memory, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, length) < 0) {
        fuse_reply_err(request, errno);
        return;
    }
    append_record(disk->log, &zero, NULL);
    fuse_reply_err(request, 0);
}

static void wait_micros(long micros)
{
    struct timespec wait = {.tv_nsec = micros * 1000};

    if (micros > 0)
        nanosleep(&wait, NULL);
}

static void on_fsync(fuse_req_t request, fuse_ino_t id, int data_only, struct fuse_file_info *file)
{
    struct disk *disk = serving(request);

    (void)data_only;
    (void)file;
    if (id != DISK_ID) {
        fuse_reply_err(request, 0);
        return;
    }
    wait_micros(disk->flush_delay_micros);
    if (fails(&disk->flush_fault)) {
        fuse_reply_err(request, EIO);
        return;
    }
    disk->flushes++;
    append_bytes(disk->log, RECORD_FLUSH, 0, 0, NULL, 0);
    fuse_reply_err(request, 0);
}

static const struct fuse_lowlevel_ops operations = {
    .lookup = on_lookup,
    .getattr = on_getattr,
    .setattr = on_setattr,
    .readdir = on_readdir,
    .open = on_open,
    .read = on_read,
    .write = on_write,
    .fallocate = on_fallocate,
    .fsync = on_fsync,
};

/* ---- the mount */

static int usage(void)
{
    fputs("usage: holdfast-crash-disk --log FILE --mib N MOUNTPOINT\n"
          "Serves an empty disk of N MiB as MOUNTPOINT/disk.img through FUSE and writes every\n"
          "write and flush to FILE. Says 'mounted', and ends when it is unmounted.\n"
          "MOUNTPOINT/control takes commands: mark, fail-writes, fail-flushes, delay-flushes,\n"
          "heal.\n",
          stderr);
    return EXIT_USAGE;
}

static bool make_disk(struct disk *disk, const char *log)
{
    disk->memory = memfd_create("crash-disk", MFD_CLOEXEC);
    if (disk->memory < 0 || ftruncate(disk->memory, (off_t)disk->size) < 0)
        return false;
    disk->bytes = mmap(NULL, disk->size, PROT_READ | PROT_WRITE, MAP_SHARED, disk->memory, 0);
    if (disk->bytes == MAP_FAILED)
        return false;
    disk->log = open_log(log);
    if (disk->log == NULL)
        return false;
    append_bytes(disk->log, RECORD_DISK, disk->size, 0, NULL, 0);
    return true;
}

static int mount_and_serve(struct disk *disk, const char *log, const char *mountpoint)
{
    struct fuse_session *session;
    int status = EXIT_ENVIRONMENT;

    if (!make_disk(disk, log)) {
        perror("holdfast-crash-disk");
        return EXIT_ENVIRONMENT;
    }
    /* Memory for a write must not wait for a write to this disk. Without the privilege it may. */
    prctl(PR_SET_IO_FLUSHER, 1, 0, 0, 0);
    session = open_session("holdfast-crash-disk", NULL, &operations, disk, mountpoint);
    if (session != NULL)
        status = close_session(session, fuse_session_loop(session));
    close_log(disk->log);
    return status;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"log", required_argument, NULL, 'l'},
        {"mib", required_argument, NULL, 'm'},
        {NULL, 0, NULL, 0},
    };
    static struct disk disk;
    const char *log = NULL;
    long mib = 0;
    int option;

    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        if (option == 'l')
            log = optarg;
        else if (option == 'm')
            mib = strtol(optarg, NULL, 10);
        else
            return usage();
    }
    if (log == NULL || mib < 1 || mib > MAX_MIB || optind != argc - 1)
        return usage();
    disk.size = (uint64_t)mib << 20;
    return mount_and_serve(&disk, log, argv[optind]);
}
