/*
 * pipe.h - what holdfast-mpi and the command that it runs say to each other.
 *
 * holdfast-mpi gives its command two pipes and one environment variable:
 *
 *     HOLDFAST_MPI_PIPES=1:IN:IN_INODE:OUT:OUT_INODE      e.g. 1:32:88312:33:88313
 *
 * Version, the descriptor to read from and its inode number, the descriptor to write to and its
 * inode number, in decimal. Whoever uses them first compares the inode numbers with fstat(2): a
 * variable that was inherited without the descriptors is nothing to write to. Both descriptors are
 * non-blocking. One process speaks, once: it says hello first and is answered.
 *
 * All numbers are big-endian. A frame is
 *
 *     u32 length of what follows, 1 to PIPE_LIMIT     u8 kind     body
 *
 * and a length out of that range ends the conversation before a byte of it is read.
 *
 *   to the bridge
 *     'H' hello      8 bytes "HOLDFAST", u16 version
 *     'J' join       u16 group, u8 length of the name, name, u32 rank of the job, u32 rank, ...
 *     'S' send       u16 group, u32 to, u32 tag, at most FRAME_LIMIT bytes
 *     'L' leave      u16 group
 *   to the command
 *     'h' hello      8 bytes "HOLDFAST", u16 version, u32 own rank in the job, u32 ranks of the job
 *     'j' joined     u16 group, u32 own rank in the group
 *     'R' received   u16 group, u32 from, u32 tag, bytes
 *     'G' gone       u16 group, u32 rank, u8 1 if it was lost and 0 if it left, text
 *     'E' error      text; nothing follows, the bridge hears nothing more
 *
 * A group is a list of different ranks of the job in an order that all its members give alike; its
 * members have the ranks 0, 1, ... in it. It has a name, the same everywhere, and is joined once.
 * "group" is a number that the command chose for it. Frames of different groups or tags are kept
 * apart by the receiver; those of one sender arrive in the order in which they were sent, whole, at
 * most once. What is sent to a member that has not joined yet waits for it; what is sent to one
 * that is gone is dropped. "from" and "to" are ranks of the group. Bytes and names are not looked
 * into.
 *
 * A member is gone when it left, or when its command ended; it was lost unless it left or ended
 * with 0.
 *
 * The bridge keeps at most about WAITING_LIMIT bytes in each direction and then reads no more: a
 * command that wants to write while the pipe is full has to read meanwhile.
 */
#ifndef HOLDFAST_MPI_PIPE_H
#define HOLDFAST_MPI_PIPE_H

#define PIPE_VARIABLE "HOLDFAST_MPI_PIPES"
#define PIPE_VERSION 1
#define PIPE_MAGIC "HOLDFAST"
#define PIPE_MAGIC_BYTES 8

#define FRAME_LIMIT (1024 * 1024)
#define PIPE_LIMIT (FRAME_LIMIT + 1024)
#define WAITING_LIMIT (8 * 1024 * 1024)
#define NAME_LIMIT 64
#define GROUPS_LIMIT 256

enum pipe_kind {
    PIPE_HELLO = 'H',
    PIPE_ANSWER = 'h',
    PIPE_JOIN = 'J',
    PIPE_SEND = 'S',
    PIPE_LEAVE = 'L',
    PIPE_JOINED = 'j',
    PIPE_RECEIVED = 'R',
    PIPE_GONE = 'G',
    PIPE_ERROR = 'E',
};

#endif
