#include <errno.h>
#include <string.h>

#include "agent.h"

void lines_begin(struct lines *lines, int fd)
{
    lines->fd = fd;
    lines->too_long = false;
    lines->start = 0;
    lines->end = 0;
}

/* The buffer is full and has no newline: keep the beginning, pass over the rest. */
static void pass_over(struct lines *lines)
{
    if (!lines->too_long) {
        memcpy(lines->kept, lines->bytes, sizeof lines->kept - 1);
        lines->kept[sizeof lines->kept - 1] = '\0';
        lines->too_long = true;
    }
    lines->end = 0;
}

static bool fill(struct lines *lines)
{
    int64_t filled;

    if (lines->start > 0) {
        lines->end -= lines->start;
        memmove(lines->bytes, lines->bytes + lines->start, lines->end);
        lines->start = 0;
    }
    if (lines->end == sizeof lines->bytes)
        pass_over(lines);
    do
        filled = hf_read(lines->fd, lines->bytes + lines->end, sizeof lines->bytes - lines->end);
    while (filled == -EINTR);
    if (filled <= 0)
        return false;
    lines->end += (size_t)filled;
    return true;
}

enum line_kind lines_next(struct lines *lines, char **text, size_t *length)
{
    size_t looked = 0;

    for (;;) {
        char *from = lines->bytes + lines->start;
        char *newline = memchr(from + looked, '\n', lines->end - lines->start - looked);

        if (newline != NULL) {
            *newline = '\0';
            lines->start = (size_t)(newline - lines->bytes) + 1;
            if (lines->too_long) {
                lines->too_long = false;
                *text = lines->kept;
                *length = strlen(lines->kept);
                return LINE_TOO_LONG;
            }
            *text = from;
            *length = (size_t)(newline - from);
            return LINE_WHOLE;
        }
        looked = lines->end - lines->start;
        if (!fill(lines))
            return LINE_NONE;
        if (lines->too_long)
            looked = 0;
    }
}
