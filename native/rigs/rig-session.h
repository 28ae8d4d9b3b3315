/*
 * rig-session.h - the life of one mount of a crash rig.
 *
 * Such a file system is served by one thread, so that the order of its log is the order in which
 * the calls took effect. It stays in the foreground and ends when it is unmounted.
 */
#ifndef HOLDFAST_RIG_SESSION_H
#define HOLDFAST_RIG_SESSION_H

#define FUSE_USE_VERSION 312
#include <fuse_lowlevel.h>

enum { EXIT_USAGE = 2, EXIT_ENVIRONMENT = 4 };

/* Mounts `name` at `mountpoint` and says "mounted" on standard output. `options` are those of
 * mount(8), NULL for none. Answers NULL where it cannot be mounted; the reason has been said. */
struct fuse_session *open_session(const char *name, const char *options,
                                  const struct fuse_lowlevel_ops *operations, void *context,
                                  const char *mountpoint);

/* Unmounts what is still mounted. Answers the exit status of the process: failure where `served`,
 * the answer of fuse_session_loop, is negative. */
int close_session(struct fuse_session *session, int served);

#endif
