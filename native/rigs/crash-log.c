/*
 * crash-log.c - writing the record of a crash rig.
 */
#include "crash-log.h"

#include <stdlib.h>

#define BUFFER_BYTES (1 << 20)

static void give_up(void)
{
    perror("the log cannot be written");
    _Exit(EXIT_FAILURE);
}

FILE *open_log(const char *path)
{
    FILE *log = fopen(path, "wbe");

    if (log != NULL)
        setvbuf(log, NULL, _IOFBF, BUFFER_BYTES);
    return log;
}

void append_record(FILE *log, const struct record_header *header, const void *bytes)
{
    if (fwrite(header, sizeof(*header), 1, log) != 1)
        give_up();
    if (header->length > 0 && fwrite(bytes, header->length, 1, log) != 1)
        give_up();
}

void append_bytes(FILE *log, enum record_kind kind, uint64_t a, uint64_t b, const void *bytes,
                  size_t length)
{
    struct record_header header = {
        .kind = kind,
        .length = (uint32_t)length,
        .a = a,
        .b = b,
    };

    append_record(log, &header, bytes);
}

void close_log(FILE *log)
{
    if (fclose(log) != 0)
        give_up();
}
