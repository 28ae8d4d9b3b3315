/*
 * crash-log.h - what a crash rig served, in the order in which it was served: every change, every
 * barrier, every mark.
 *
 * A log is a sequence of records, each a struct record_header in this machine's byte order and
 * `length` bytes behind it. holdfast-strict-memory-fs and holdfast-crash-disk write logs,
 * holdfast-crash-replay and io.holdfast.lab.crash.CrashLog read them.
 */
#ifndef HOLDFAST_CRASH_LOG_H
#define HOLDFAST_CRASH_LOG_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum record_kind {
    RECORD_MARK = 1, /* bytes: text that somebody wrote to the control file */

    /* of a disk; a is an offset in bytes */
    RECORD_DISK = 10,  /* a: size of the disk; always the first record */
    RECORD_WRITE = 11, /* bytes: what was written at a */
    RECORD_ZERO = 12,  /* b bytes from a on read as zeros from now on */
    RECORD_FLUSH = 13, /* what was written before is durable */

    /* of a file system; a is an inode number, 1 is the root, no number is used twice */
    RECORD_CREATE = 20,   /* in directory a: b is a new, empty file; bytes: its name */
    RECORD_MKDIR = 21,    /* in directory a: b is a new, empty directory; bytes: its name */
    RECORD_LINK = 22,     /* in directory a: b has one more name; bytes: that name */
    RECORD_UNLINK = 23,   /* from directory a: bytes: the name removed, of a file or directory */
    RECORD_RENAME = 24,   /* from directory a to b; bytes: old name, NUL, new name */
    RECORD_DATA = 25,     /* of file a: bytes, written at offset b */
    RECORD_SIZE = 26,     /* of file a: the new size is b */
    RECORD_SETXATTR = 27, /* of inode a: an attribute was set or removed; bytes: its name */
    RECORD_FSYNC = 28,    /* what file a holds is durable, under whichever name */
    RECORD_FSYNCDIR = 29  /* the names in directory a are durable, not what the files hold */
};

struct record_header {
    uint32_t kind;
    uint32_t length;
    uint64_t a;
    uint64_t b;
};

/* Opens a log for writing. Answers NULL with errno set. */
FILE *open_log(const char *path);

/* Appends a record. A log that lacks a record is worth nothing, so the process ends when it cannot
 * be written. */
void append_record(FILE *log, const struct record_header *header, const void *bytes);

/* Appends a record of `length` bytes behind it. */
void append_bytes(FILE *log, enum record_kind kind, uint64_t a, uint64_t b, const void *bytes,
                  size_t length);

/* Ends the process where not all of the log was written. */
void close_log(FILE *log);

#endif
