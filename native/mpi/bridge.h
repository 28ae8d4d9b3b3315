/*
 * bridge.h - the rooms of holdfast-mpi. One thread, which never blocks in MPI between MPI_Init and
 * the end: every call of it either returns at once or is asked again in the next turn of the loop.
 *
 *   child.c    the command: forked before MPI_Init, started after it
 *   parcel.c   bytes on their way, and the frames of the two pipes
 *   groups.c   which groups the command is in
 *   network.c  bytes between bridges
 *   bridge.c   what a frame or a message means
 *   main.c     arguments, the loop, and how a job ends
 */
#ifndef HOLDFAST_MPI_BRIDGE_H
#define HOLDFAST_MPI_BRIDGE_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "pipe.h"

enum exit_status { STATUS_USAGE = 2, STATUS_ENVIRONMENT = 4, STATUS_SIGNAL = 128 };

/* Says what a system call failed with and exits with STATUS_ENVIRONMENT. */
_Noreturn void die(const char *what);

/* ---- parcel.c */

/* Bytes on their way, in one queue at a time. */
struct parcel {
    struct parcel *next;
    size_t size;
    size_t done;
    unsigned char bytes[];
};

struct queue {
    struct parcel *first;
    struct parcel **end;
    size_t weight;
};

struct parcel *parcel_new(size_t size);
void queue_begin(struct queue *queue);
void queue_add(struct queue *queue, struct parcel *parcel);
/* The first parcel, which is the caller's from now on; NULL if there is none. */
struct parcel *queue_take(struct queue *queue);
/* Whether so much waits that nothing more should be taken in. */
bool is_full(size_t weight);
/* What a parcel of this size counts for; small ones count for more than their bytes. */
size_t weight_of(size_t size);

void put16(unsigned char *to, uint16_t value);
void put32(unsigned char *to, uint32_t value);
void put64(unsigned char *to, uint64_t value);
uint16_t get16(const unsigned char *from);
uint32_t get32(const unsigned char *from);
uint64_t get64(const unsigned char *from);

/* Frames from a pipe. */
struct inlet {
    int fd;
    unsigned char head[4];
    size_t have;
    struct parcel *body;
};

enum reading { READING_NOTHING, READING_FRAME, READING_END, READING_BAD_LENGTH };

/* The next whole frame, kind and body, if it is there. READING_END: nothing will ever come. */
enum reading inlet_next(struct inlet *inlet, struct parcel **frame);

/* Frames into a pipe. */
struct outlet {
    int fd;
    struct queue queue;
};

/* A frame of this kind, whose body the caller fills: it begins at bytes + FRAME_HEAD. */
#define FRAME_HEAD 5
struct parcel *frame_new(enum pipe_kind kind, size_t body);
/* Writes what the pipe takes. Answers whether it took anything; drops all if nobody reads. */
bool outlet_flush(struct outlet *outlet);

/* ---- child.c */

struct child {
    pid_t pid;
    int gate;
    int signals;
    int from;
    int to;
    bool ended;
    int status;
};

/* Forks; the command does not run yet. From now on signals come through child->signals. */
void child_prepare(struct child *child, char **command);
/* Lets it run. */
void child_start(struct child *child);
/* Passes signals on to it, and learns its end. Answers a signal that came after that, or 0. */
int child_signals(struct child *child);

/* ---- groups.c */

struct group {
    bool left;
    uint16_t number;
    unsigned char name_length;
    char name[NAME_LIMIT];
    uint64_t digest;
    uint32_t own;
    uint32_t size;
    int *ranks;
};

struct groups {
    int rank;
    int job;
    int count;
    struct group *all[GROUPS_LIMIT];
};

/* Answers NULL and the group, or why not. body: of a PIPE_JOIN. */
const char *groups_join(struct groups *groups, const unsigned char *body, size_t size,
                        struct group **joined);
/* NULL if there is none. */
struct group *groups_numbered(struct groups *groups, uint16_t number);
struct group *groups_named(struct groups *groups, const unsigned char *name, size_t length);

/* ---- network.c */

struct sending {
    struct sending *next;
    MPI_Request request;
    struct parcel *parcel;
};

struct receiving {
    struct receiving *next;
    MPI_Request request;
    int from;
    bool done;
    struct parcel *parcel;
};

struct network {
    MPI_Comm bridges;
    int rank;
    int size;
    size_t sending_weight;
    size_t receiving_weight;
    struct sending *sending;
    struct receiving *receiving;
};

/* Once, after MPI_Init. */
void network_begin(struct network *network);
/* Takes the parcel. */
void network_send(struct network *network, int to, struct parcel *parcel);
/* Forgets what has arrived. Answers whether anything had. */
bool network_sent(struct network *network);
/*
 * Begins to receive what is there, as long as there is room beside what weighs waiting. Answers
 * whether anything was.
 */
bool network_listen(struct network *network, size_t waiting);
/* The next whole message, in the order of its sender; NULL if there is none yet. */
struct parcel *network_next(struct network *network);

/* ---- bridge.c */

struct bridge {
    struct child child;
    struct inlet inlet;
    struct outlet outlet;
    struct network network;
    struct groups groups;
    struct queue early;
    bool greeted;
    /* Nothing more will be heard from the command. */
    bool deaf;
    /* The command said what it must not. */
    bool refused;
};

/* After MPI_Init and child_prepare. */
void bridge_begin(struct bridge *bridge);
/* Moves what can be moved. Answers whether anything was. */
bool bridge_turn(struct bridge *bridge);
/* Tells the members of all groups that the command is gone. */
void bridge_leave_all(struct bridge *bridge, bool lost, const char *why);

#endif
