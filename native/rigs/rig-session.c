/*
 * rig-session.c - mounting, serving and leaving.
 */
#include "rig-session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fuse_session *open_session(const char *name, const char *options,
                                  const struct fuse_lowlevel_ops *operations, void *context,
                                  const char *mountpoint)
{
    char named[256];
    char *arguments[] = {(char *)name, "-o", named, NULL};
    struct fuse_args args = FUSE_ARGS_INIT(3, arguments);
    struct fuse_session *session;

    snprintf(named, sizeof(named), "fsname=%s%s%s", name, options == NULL ? "" : ",",
             options == NULL ? "" : options);
    session = fuse_session_new(&args, operations, sizeof(*operations), context);
    fuse_opt_free_args(&args);
    if (session == NULL)
        return NULL;
    if (fuse_set_signal_handlers(session) != 0 || fuse_session_mount(session, mountpoint) != 0) {
        fuse_session_destroy(session);
        return NULL;
    }
    if (puts("mounted") == EOF || fflush(stdout) == EOF)
        fuse_session_exit(session);
    return session;
}

int close_session(struct fuse_session *session, int served)
{
    fuse_session_unmount(session);
    fuse_remove_signal_handlers(session);
    fuse_session_destroy(session);
    return served < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
