/*
 * crash-replay.c - holdfast-crash-replay: builds what a power cut may have left of a recorded disk
 * (holdfast-crash-disk), and mounts it, state after state.
 *
 * What was written before the last flush is there. What was written after it is cut into units, at
 * multiples of the unit's size on the disk (a range of zeros is one unit), and of these any subset
 * is there. Records before START count as flushed.
 *
 * Standard input has one line for each state; the lengths of prefixes must not fall:
 *
 *   state RECORDS KEPT     the power is cut after the first RECORDS records. KEPT says in hex which
 *                          of the units are there: unit i, in the order in which they were written,
 *                          is bit i mod 8 of byte i div 8. Missing bytes are zeros; "-" is none.
 *
 * The answer on standard output is "mounted" or "failed ERRNO". The next line, or the end of the
 * input, unmounts. File systems are mounted read-only, which recovers them all the same.
 */
#include "crash-log.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/btrfs.h>
#include <linux/fs.h>
#include <linux/loop.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#define PAGE 4096
#define LOOP_ATTEMPTS 64
#define KEPT_LIMIT (1 << 16)

enum { EXIT_USAGE = 2, EXIT_ENVIRONMENT = 4 };

struct record {
    struct record_header header;
    const char *bytes;
};

struct replay {
    const char *type;
    const char *mountpoint;
    uint64_t unit;

    struct record *records;
    size_t record_count;

    uint64_t size;
    char *base;             /* what is surely on the disk after the first base_records records */
    unsigned char *written; /* for each page of base, whether it may hold anything but zeros */
    size_t base_records;

    int memory; /* the state's disk */
    char *state;
    int loop;
    char loop_path[32];
    bool mounted;
};

static int fail(const char *what)
{
    perror(what);
    return EXIT_ENVIRONMENT;
}

/* ---- the log */

/* Answers whether the file was a whole log of a disk. */
static bool index_records(struct replay *replay, const char *log, size_t length)
{
    size_t at = 0;
    size_t capacity = 0;

    while (length - at >= sizeof(struct record_header)) {
        struct record record;

        memcpy(&record.header, log + at, sizeof(record.header));
        record.bytes = log + at + sizeof(record.header);
        at += sizeof(record.header);
        if (record.header.length > length - at)
            return false;
        at += record.header.length;
        if (replay->record_count == capacity) {
            capacity = capacity == 0 ? 1024 : 2 * capacity;
            replay->records = realloc(replay->records, capacity * sizeof(record));
            if (replay->records == NULL)
                return false;
        }
        replay->records[replay->record_count++] = record;
    }
    return at == length && replay->record_count > 0 &&
           replay->records[0].header.kind == RECORD_DISK;
}

static bool load_log(struct replay *replay, const char *path)
{
    struct stat stat;
    const char *log;
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0 || fstat(fd, &stat) < 0)
        return false;
    log = mmap(NULL, (size_t)stat.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (log == MAP_FAILED)
        return false;
    if (!index_records(replay, log, (size_t)stat.st_size)) {
        errno = EINVAL;
        return false;
    }
    replay->size = replay->records[0].header.a;
    return true;
}

static bool is_change(const struct record *record)
{
    return record->header.kind == RECORD_WRITE || record->header.kind == RECORD_ZERO;
}

static uint64_t changed_bytes(const struct record *record)
{
    return record->header.kind == RECORD_ZERO ? record->header.b : record->header.length;
}

static void apply(char *disk, const struct record *record, uint64_t from, uint64_t to)
{
    char *target = disk + record->header.a + from;

    if (record->header.kind == RECORD_ZERO)
        memset(target, 0, to - from);
    else
        memcpy(target, record->bytes + from, to - from);
}

/* ---- the image of a state */

/* Leaves alone what holds nothing but zeros, so that a sparse disk stays sparse. */
static void zero_base(struct replay *replay, uint64_t from, uint64_t to)
{
    uint64_t end;

    for (; from < to; from = end) {
        uint64_t page = from / PAGE;

        end = (page + 1) * PAGE < to ? (page + 1) * PAGE : to;
        if (replay->written[page])
            memset(replay->base + from, 0, end - from);
    }
}

static void apply_to_base(struct replay *replay, const struct record *record)
{
    uint64_t from = record->header.a;
    uint64_t to = from + changed_bytes(record);

    if (record->header.kind == RECORD_ZERO) {
        zero_base(replay, from, to);
    } else if (record->header.kind == RECORD_WRITE) {
        memcpy(replay->base + from, record->bytes, to - from);
        for (uint64_t page = from / PAGE; page * PAGE < to; page++)
            replay->written[page] = 1;
    }
}

/* Moves the base on to the last flush within the first `records` records. */
static void advance_base(struct replay *replay, size_t records)
{
    size_t flushed = replay->base_records;

    for (size_t i = flushed; i < records; i++) {
        if (replay->records[i].header.kind == RECORD_FLUSH)
            flushed = i + 1;
    }
    while (replay->base_records < flushed)
        apply_to_base(replay, &replay->records[replay->base_records++]);
}

struct subset {
    unsigned char bits[KEPT_LIMIT];
    size_t next;
};

static bool keeps_next(struct subset *kept)
{
    size_t unit = kept->next++;

    return unit / 8 < KEPT_LIMIT && (kept->bits[unit / 8] >> unit % 8 & 1) != 0;
}

static void apply_kept(struct replay *replay, const struct record *record, struct subset *kept)
{
    uint64_t length = changed_bytes(record);
    uint64_t to;

    for (uint64_t from = 0; from < length; from = to) {
        uint64_t rest = replay->unit - (record->header.a + from) % replay->unit;

        to = record->header.kind == RECORD_ZERO || rest > length - from ? length : from + rest;
        if (keeps_next(kept))
            apply(replay->state, record, from, to);
    }
}

static bool build(struct replay *replay, size_t records, struct subset *kept)
{
    advance_base(replay, records);
    if (fallocate(replay->memory, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0,
                  (off_t)replay->size) < 0)
        return false;
    for (uint64_t page = 0; page < replay->size / PAGE; page++) {
        if (replay->written[page])
            memcpy(replay->state + page * PAGE, replay->base + page * PAGE, PAGE);
    }
    for (size_t i = replay->base_records; i < records; i++) {
        if (is_change(&replay->records[i]))
            apply_kept(replay, &replay->records[i], kept);
    }
    return true;
}

static bool make_images(struct replay *replay)
{
    replay->base = mmap(NULL, replay->size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    replay->written = calloc(replay->size / PAGE + 1, 1);
    /* The name tells in the host's sysfs whose loop device it is. */
    replay->memory = memfd_create(replay->mountpoint, MFD_CLOEXEC);
    if (replay->base == MAP_FAILED || replay->written == NULL || replay->memory < 0 ||
        ftruncate(replay->memory, (off_t)replay->size) < 0)
        return false;
    replay->state =
        mmap(NULL, replay->size, PROT_READ | PROT_WRITE, MAP_SHARED, replay->memory, 0);
    return replay->state != MAP_FAILED;
}

/* ---- the loop device */

/* The device goes away with this process, however it ends. */
static bool attach_loop(struct replay *replay)
{
    struct loop_config config = {
        .fd = (unsigned)replay->memory,
        .info = {.lo_flags = LO_FLAGS_AUTOCLEAR},
    };
    int control = open("/dev/loop-control", O_RDWR | O_CLOEXEC);
    bool attached = false;

    if (control < 0)
        return false;
    for (int attempt = 0; attempt < LOOP_ATTEMPTS && !attached; attempt++) {
        snprintf(replay->loop_path, sizeof(replay->loop_path), "/dev/loop%d",
                 ioctl(control, LOOP_CTL_GET_FREE));
        replay->loop = open(replay->loop_path, O_RDWR | O_CLOEXEC);
        if (replay->loop < 0)
            break;
        attached = ioctl(replay->loop, LOOP_CONFIGURE, &config) == 0;
        if (!attached)
            close(replay->loop);
    }
    close(control);
    return attached;
}

/* btrfs remembers the device after it is unmounted, and refuses an older state of it. */
static void forget_device(const struct replay *replay)
{
    struct btrfs_ioctl_vol_args device = {.fd = 0};
    int control;

    if (strcmp(replay->type, "btrfs") != 0)
        return;
    control = open("/dev/btrfs-control", O_RDWR | O_CLOEXEC);
    if (control < 0)
        return;
    strcpy(device.name, replay->loop_path);
    ioctl(control, BTRFS_IOC_FORGET_DEV, &device);
    close(control);
}

/* ---- the conversation */

static bool leave_state(struct replay *replay)
{
    if (replay->mounted && umount2(replay->mountpoint, 0) < 0)
        return false;
    replay->mounted = false;
    return true;
}

static bool enter_state(struct replay *replay, size_t records, struct subset *kept)
{
    if (!build(replay, records, kept) || ioctl(replay->loop, BLKFLSBUF, 0) < 0)
        return false;
    forget_device(replay);
    replay->mounted = mount(replay->loop_path, replay->mountpoint, replay->type, MS_RDONLY,
                            NULL) == 0;
    if (replay->mounted)
        puts("mounted");
    else
        printf("failed %d\n", errno);
    return fflush(stdout) == 0;
}

static bool scan_kept(const char *hex, struct subset *kept)
{
    size_t count = 0;
    unsigned byte;

    memset(kept, 0, sizeof(*kept));
    if (strcmp(hex, "-") == 0)
        return true;
    for (; hex[0] != 0; hex += 2) {
        if (count == KEPT_LIMIT || sscanf(hex, "%2x", &byte) != 1 || hex[1] == 0)
            return false;
        kept->bits[count++] = (unsigned char)byte;
    }
    return true;
}

static int converse(struct replay *replay)
{
    static char line[2 * KEPT_LIMIT + 64];
    static char hex[2 * KEPT_LIMIT + 1];
    static struct subset kept;
    size_t records;

    while (fgets(line, sizeof(line), stdin) != NULL) {
        if (!leave_state(replay))
            return fail("umount");
        if (sscanf(line, "state %zu %131072s", &records, hex) != 2 ||
            records < replay->base_records || records > replay->record_count ||
            !scan_kept(hex, &kept)) {
            fprintf(stderr, "not a state: %.100s\n", line);
            return EXIT_USAGE;
        }
        if (!enter_state(replay, records, &kept))
            return fail("state");
    }
    return leave_state(replay) ? EXIT_SUCCESS : fail("umount");
}

static int usage(void)
{
    fputs("usage: holdfast-crash-replay LOG START UNIT TYPE MOUNTPOINT\n"
          "Mounts at MOUNTPOINT, as a file system of TYPE, what power cuts may have left of the\n"
          "disk in LOG. Records before START are durable; UNIT is 512 or 4096 bytes. Takes lines\n"
          "'state RECORDS KEPT' and answers 'mounted' or 'failed ERRNO'.\n",
          stderr);
    return EXIT_USAGE;
}

int main(int argc, char **argv)
{
    static struct replay replay;
    size_t start;

    if (argc != 6)
        return usage();
    start = strtoul(argv[2], NULL, 10);
    replay.unit = strtoul(argv[3], NULL, 10);
    replay.type = argv[4];
    replay.mountpoint = argv[5];
    if (replay.unit != 512 && replay.unit != PAGE)
        return usage();
    if (!load_log(&replay, argv[1]))
        return fail(argv[1]);
    if (start > replay.record_count)
        return usage();
    if (!make_images(&replay))
        return fail("image");
    while (replay.base_records < start)
        apply_to_base(&replay, &replay.records[replay.base_records++]);
    if (!attach_loop(&replay))
        return fail("loop device");
    return converse(&replay);
}
