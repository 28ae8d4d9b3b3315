#include <stdlib.h>
#include <string.h>

#include "bridge.h"

/*
 * Between bridges:
 *
 *     u8 version   u8 kind   u64 digest of the group's ranks   u32 from, a rank of the group
 *     u32 tag      u8 length of the group's name, name   bytes
 *
 * Kinds are PIPE_SEND, and PIPE_GONE whose tag is 1 if the member was lost.
 */
#define MESSAGE_VERSION 1
enum { VERSION = 0, KIND = 1, DIGEST = 2, FROM = 10, TAG = 14, NAME_LENGTH = 18, NAME = 19 };

#define HELLO_BYTES (PIPE_MAGIC_BYTES + 2)
/* So that one side's flood does not keep the other side waiting. */
#define FRAMES_A_TURN 64

void bridge_begin(struct bridge *bridge)
{
    network_begin(&bridge->network);
    memset(&bridge->groups, 0, sizeof bridge->groups);
    bridge->groups.rank = bridge->network.rank;
    bridge->groups.job = bridge->network.size;
    memset(&bridge->inlet, 0, sizeof bridge->inlet);
    bridge->inlet.fd = bridge->child.from;
    bridge->outlet.fd = bridge->child.to;
    queue_begin(&bridge->outlet.queue);
    queue_begin(&bridge->early);
    bridge->greeted = false;
    bridge->deaf = false;
    bridge->refused = false;
}

/* ---- to other bridges */

static void send_message(struct bridge *bridge, const struct group *group, uint32_t to,
                         enum pipe_kind kind, uint32_t tag, const void *bytes, size_t size)
{
    size_t head = NAME + (size_t)group->name_length;
    struct parcel *message = parcel_new(head + size);

    message->bytes[VERSION] = MESSAGE_VERSION;
    message->bytes[KIND] = (unsigned char)kind;
    put64(message->bytes + DIGEST, group->digest);
    put32(message->bytes + FROM, group->own);
    put32(message->bytes + TAG, tag);
    message->bytes[NAME_LENGTH] = group->name_length;
    memcpy(message->bytes + NAME, group->name, group->name_length);
    if (size > 0)
        memcpy(message->bytes + head, bytes, size);
    network_send(&bridge->network, group->ranks[to], message);
}

static void leave(struct bridge *bridge, struct group *group, bool lost, const char *why)
{
    if (group->left)
        return;
    group->left = true;
    for (uint32_t to = 0; to < group->size; to++) {
        if (to != group->own)
            send_message(bridge, group, to, PIPE_GONE, lost, why, strlen(why));
    }
}

void bridge_leave_all(struct bridge *bridge, bool lost, const char *why)
{
    for (int i = 0; i < bridge->groups.count; i++)
        leave(bridge, bridge->groups.all[i], lost, why);
}

/* ---- to the command */

static void refuse(struct bridge *bridge, const char *why)
{
    struct parcel *frame;

    if (bridge->refused)
        return;
    frame = frame_new(PIPE_ERROR, strlen(why));
    memcpy(frame->bytes + FRAME_HEAD, why, strlen(why));
    queue_add(&bridge->outlet.queue, frame);
    bridge->refused = true;
    bridge->deaf = true;
    bridge_leave_all(bridge, true, why);
}

static void deliver(struct bridge *bridge, const struct group *group, const struct parcel *message)
{
    size_t head = NAME + (size_t)group->name_length;
    size_t size = message->size - head;
    bool gone = message->bytes[KIND] == PIPE_GONE;
    size_t before = gone ? 7 : 10;
    struct parcel *frame = frame_new(gone ? PIPE_GONE : PIPE_RECEIVED, before + size);
    unsigned char *body = frame->bytes + FRAME_HEAD;

    put16(body, group->number);
    memcpy(body + 2, message->bytes + FROM, 4);
    if (gone)
        body[6] = message->bytes[TAG + 3];
    else
        memcpy(body + 6, message->bytes + TAG, 4);
    memcpy(body + before, message->bytes + head, size);
    queue_add(&bridge->outlet.queue, frame);
}

/* Takes the message. */
static void take_message(struct bridge *bridge, struct parcel *message)
{
    struct group *group =
        groups_named(&bridge->groups, message->bytes + NAME, message->bytes[NAME_LENGTH]);

    if (message->bytes[VERSION] != MESSAGE_VERSION) {
        refuse(bridge, "the job runs different versions of holdfast-mpi");
    } else if (group == NULL && !bridge->deaf) {
        queue_add(&bridge->early, message);
        return;
    } else if (group != NULL && get64(message->bytes + DIGEST) != group->digest) {
        refuse(bridge, "another member joined a group of the same name with other ranks");
    } else if (group != NULL && !group->left) {
        deliver(bridge, group, message);
    }
    free(message);
}

/* ---- from the command */

static const char *hear_hello(struct bridge *bridge, const unsigned char *body, size_t size)
{
    struct parcel *answer;

    if (bridge->greeted)
        return "hello was said twice: only one process may speak";
    if (size != HELLO_BYTES || memcmp(body, PIPE_MAGIC, PIPE_MAGIC_BYTES) != 0)
        return "that is no hello";
    if (get16(body + PIPE_MAGIC_BYTES) != PIPE_VERSION)
        return "this holdfast-mpi speaks another version of the protocol";
    bridge->greeted = true;
    answer = frame_new(PIPE_ANSWER, HELLO_BYTES + 8);
    memcpy(answer->bytes + FRAME_HEAD, body, HELLO_BYTES);
    put32(answer->bytes + FRAME_HEAD + HELLO_BYTES, (uint32_t)bridge->network.rank);
    put32(answer->bytes + FRAME_HEAD + HELLO_BYTES + 4, (uint32_t)bridge->network.size);
    queue_add(&bridge->outlet.queue, answer);
    return NULL;
}

static const char *hear_join(struct bridge *bridge, const unsigned char *body, size_t size)
{
    struct queue early = bridge->early;
    struct group *group;
    struct parcel *parcel;
    const char *wrong = groups_join(&bridge->groups, body, size, &group);

    if (wrong != NULL)
        return wrong;
    parcel = frame_new(PIPE_JOINED, 6);
    put16(parcel->bytes + FRAME_HEAD, group->number);
    put32(parcel->bytes + FRAME_HEAD + 2, group->own);
    queue_add(&bridge->outlet.queue, parcel);
    queue_begin(&bridge->early);
    while ((parcel = queue_take(&early)) != NULL)
        take_message(bridge, parcel);
    return NULL;
}

static const char *hear_send(struct bridge *bridge, const unsigned char *body, size_t size)
{
    const size_t head = 10;
    struct group *group = size < head ? NULL : groups_numbered(&bridge->groups, get16(body));

    if (group == NULL || group->left)
        return "something was sent to a group that was not joined";
    if (get32(body + 2) >= group->size)
        return "something was sent to a rank that the group has not";
    if (size - head > FRAME_LIMIT)
        return "a frame is longer than FRAME_LIMIT";
    send_message(bridge, group, get32(body + 2), PIPE_SEND, get32(body + 6), body + head,
                 size - head);
    return NULL;
}

static const char *hear_leave(struct bridge *bridge, const unsigned char *body, size_t size)
{
    struct group *group = size != 2 ? NULL : groups_numbered(&bridge->groups, get16(body));

    if (group == NULL || group->left)
        return "a group was left that was not joined";
    leave(bridge, group, false, "it left");
    return NULL;
}

static void hear(struct bridge *bridge, const struct parcel *frame)
{
    const unsigned char *body = frame->bytes + 1;
    size_t size = frame->size - 1;
    const char *wrong;

    if (frame->bytes[0] == PIPE_HELLO)
        wrong = hear_hello(bridge, body, size);
    else if (!bridge->greeted)
        wrong = "hello was not said first";
    else if (frame->bytes[0] == PIPE_JOIN)
        wrong = hear_join(bridge, body, size);
    else if (frame->bytes[0] == PIPE_SEND)
        wrong = hear_send(bridge, body, size);
    else if (frame->bytes[0] == PIPE_LEAVE)
        wrong = hear_leave(bridge, body, size);
    else
        wrong = "that is no kind of frame";
    if (wrong != NULL)
        refuse(bridge, wrong);
}

static bool listen_to_command(struct bridge *bridge)
{
    bool moved = false;

    for (int i = 0; i < FRAMES_A_TURN; i++) {
        struct parcel *frame;
        enum reading reading;

        if (bridge->deaf || is_full(bridge->network.sending_weight))
            break;
        reading = inlet_next(&bridge->inlet, &frame);
        if (reading == READING_FRAME) {
            hear(bridge, frame);
            free(frame);
        } else if (reading == READING_BAD_LENGTH) {
            refuse(bridge, "a frame has a length that none has");
        } else if (reading == READING_END || bridge->child.ended) {
            bridge->deaf = true;
        } else {
            break;
        }
        moved = true;
    }
    return moved;
}

static void drop_all(struct queue *queue)
{
    struct parcel *parcel;

    while ((parcel = queue_take(queue)) != NULL)
        free(parcel);
}

bool bridge_turn(struct bridge *bridge)
{
    bool moved = listen_to_command(bridge);
    struct parcel *message;

    if (bridge->deaf) {
        /* It joins nothing any more; and what nobody reads must not hold up the others. */
        drop_all(&bridge->early);
        if (bridge->child.ended)
            drop_all(&bridge->outlet.queue);
    }
    moved |= network_sent(&bridge->network);
    moved |= network_listen(&bridge->network,
                            bridge->outlet.queue.weight + bridge->early.weight);
    while ((message = network_next(&bridge->network)) != NULL) {
        take_message(bridge, message);
        moved = true;
    }
    moved |= outlet_flush(&bridge->outlet);
    return moved;
}
