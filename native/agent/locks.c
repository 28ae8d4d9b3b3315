#include <fcntl.h>
#include <string.h>
#include <sys/file.h>

#include "agent.h"

enum wish { EXCLUSIVE, SHARED, UNLOCKED };

struct lock_request {
    int fd;
    enum wish wish;
    bool nonblocking;
};

static bool lock_arguments(struct agent *agent, char **argument, struct lock_request *request)
{
    static const char *const words[] = {"ex", "sh", "un"};

    if (!argument_handle(agent, argument[0], &request->fd))
        return false;
    request->nonblocking = argument[2] != NULL;
    if (request->nonblocking && strcmp(argument[2], "nb") != 0) {
        answer_bad(agent, "only nb stands behind a lock");
        return false;
    }
    for (int i = EXCLUSIVE; i <= UNLOCKED; i++)
        if (strcmp(argument[1], words[i]) == 0) {
            request->wish = (enum wish)i;
            return true;
        }
    answer_bad(agent, "a lock is ex, sh or un");
    return false;
}

void run_flock(struct agent *agent, char **argument)
{
    static const int operations[] = {LOCK_EX, LOCK_SH, LOCK_UN};
    struct lock_request request;

    if (lock_arguments(agent, argument, &request))
        answer_result(agent,
                      hf_flock(request.fd, operations[request.wish] |
                                               (request.nonblocking ? LOCK_NB : 0)),
                      "flock");
}

/* The whole file, however long it grows. */
static void run_record_lock(struct agent *agent, char **argument, int set, int set_and_wait)
{
    static const int types[] = {F_WRLCK, F_RDLCK, F_UNLCK};
    struct lock_request request;

    if (lock_arguments(agent, argument, &request))
        answer_result(agent,
                      hf_fcntl_setlk(request.fd, request.nonblocking ? set : set_and_wait,
                                     types[request.wish], 0, 0),
                      "fcntl");
}

void run_ofd(struct agent *agent, char **argument)
{
    run_record_lock(agent, argument, F_OFD_SETLK, F_OFD_SETLKW);
}

void run_posix(struct agent *agent, char **argument)
{
    run_record_lock(agent, argument, F_SETLK, F_SETLKW);
}
