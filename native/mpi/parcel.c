#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bridge.h"

/* What a parcel costs beside its bytes; it bounds how many small ones wait. */
#define PARCEL_COST 1024

struct parcel *parcel_new(size_t size)
{
    struct parcel *parcel = malloc(sizeof *parcel + size);

    if (parcel == NULL)
        die("malloc");
    parcel->next = NULL;
    parcel->size = size;
    parcel->done = 0;
    return parcel;
}

size_t weight_of(size_t size)
{
    return size + PARCEL_COST;
}

bool is_full(size_t weight)
{
    return weight >= WAITING_LIMIT;
}

void queue_begin(struct queue *queue)
{
    queue->first = NULL;
    queue->end = &queue->first;
    queue->weight = 0;
}

void queue_add(struct queue *queue, struct parcel *parcel)
{
    parcel->next = NULL;
    *queue->end = parcel;
    queue->end = &parcel->next;
    queue->weight += weight_of(parcel->size);
}

struct parcel *queue_take(struct queue *queue)
{
    struct parcel *parcel = queue->first;

    if (parcel == NULL)
        return NULL;
    queue->first = parcel->next;
    if (queue->first == NULL)
        queue->end = &queue->first;
    queue->weight -= weight_of(parcel->size);
    return parcel;
}

void put16(unsigned char *to, uint16_t value)
{
    to[0] = (unsigned char)(value >> 8);
    to[1] = (unsigned char)value;
}

void put32(unsigned char *to, uint32_t value)
{
    put16(to, (uint16_t)(value >> 16));
    put16(to + 2, (uint16_t)value);
}

void put64(unsigned char *to, uint64_t value)
{
    put32(to, (uint32_t)(value >> 32));
    put32(to + 4, (uint32_t)value);
}

uint16_t get16(const unsigned char *from)
{
    return (uint16_t)(from[0] << 8 | from[1]);
}

uint32_t get32(const unsigned char *from)
{
    return (uint32_t)get16(from) << 16 | get16(from + 2);
}

uint64_t get64(const unsigned char *from)
{
    return (uint64_t)get32(from) << 32 | get32(from + 4);
}

/* Answers bytes read, 0 if there are none now, -1 at the end. */
static ssize_t read_some(int fd, void *to, size_t length)
{
    ssize_t count;

    do {
        count = read(fd, to, length);
    } while (count < 0 && errno == EINTR);
    if (count > 0)
        return count;
    return count < 0 && errno == EAGAIN ? 0 : -1;
}

enum reading inlet_next(struct inlet *inlet, struct parcel **frame)
{
    for (;;) {
        struct parcel *body = inlet->body;
        ssize_t count;

        if (body == NULL) {
            count = read_some(inlet->fd, inlet->head + inlet->have,
                              sizeof inlet->head - inlet->have);
        } else {
            count = read_some(inlet->fd, body->bytes + body->done, body->size - body->done);
        }
        if (count <= 0)
            return count == 0 ? READING_NOTHING : READING_END;
        if (body == NULL) {
            uint32_t length;

            inlet->have += (size_t)count;
            if (inlet->have < sizeof inlet->head)
                continue;
            inlet->have = 0;
            length = get32(inlet->head);
            if (length == 0 || length > PIPE_LIMIT)
                return READING_BAD_LENGTH;
            inlet->body = parcel_new(length);
            continue;
        }
        body->done += (size_t)count;
        if (body->done == body->size) {
            inlet->body = NULL;
            *frame = body;
            return READING_FRAME;
        }
    }
}

struct parcel *frame_new(enum pipe_kind kind, size_t body)
{
    struct parcel *frame = parcel_new(FRAME_HEAD + body);

    put32(frame->bytes, (uint32_t)(1 + body));
    frame->bytes[4] = (unsigned char)kind;
    return frame;
}

bool outlet_flush(struct outlet *outlet)
{
    struct parcel *frame;
    bool moved = false;

    while ((frame = outlet->queue.first) != NULL) {
        ssize_t count = write(outlet->fd, frame->bytes + frame->done, frame->size - frame->done);

        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0 && errno == EAGAIN)
            return moved;
        moved = true;
        if (count > 0) {
            frame->done += (size_t)count;
            if (frame->done < frame->size)
                continue;
        }
        /* Written, or nobody is there to read it. */
        free(queue_take(&outlet->queue));
    }
    return moved;
}
