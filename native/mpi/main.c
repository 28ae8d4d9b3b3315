/*
 * main.c - holdfast-mpi: runs a command that speaks to the other ranks of an MPI job without a line
 * of MPI in it.
 *
 * usage: mpirun -np N holdfast-mpi [--grace SECONDS] [--] COMMAND [ARGUMENT]...
 *
 * An MPI library inside of a JVM takes SIGSEGV away from it, and forking once it is there is not
 * defined. So the command is forked before MPI_Init and runs beside the library, not within: what
 * it says goes through two pipes, see pipe.h.
 *
 * The job ends when every command has ended: all bridges finalize and exit with the highest status
 * of all commands, and so does mpirun; 128 + n stands for a command that signal n killed. When a
 * command ends badly the others are told, and have SECONDS (default 10) to end by themselves before
 * the job is aborted under them, with that status. Signals are passed on to the command. It is
 * killed when its bridge is.
 *
 * Statuses of its own: 2 usage, 4 the environment, or a command that said what it must not and
 * ended with 0; 126 and 127 as a shell's. An error inside of MPI ends the job.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bridge.h"

#define NANOS_PER_SECOND 1000000000
/*
 * Nothing wakes a process up when MPI has something for it. It looks again after about an eighth of
 * the time that nothing has moved, within these bounds.
 */
#define SHORTEST_REST_NANOS 20000
#define LONGEST_REST_NANOS 2000000
#define REST_GROWTH 8

#define GRACE_SECONDS 10
#define LONGEST_GRACE_SECONDS 3600

struct ending {
    bool begun;
    bool agreeing;
    bool agreed;
    int own;
    int worst;
    int64_t patience;
    MPI_Request request;
};

static int64_t now_nanos(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * NANOS_PER_SECOND + now.tv_nsec;
}

static _Noreturn void usage(const char *wrong)
{
    fprintf(stderr,
            "holdfast-mpi: %s\n"
            "usage: mpirun -np N holdfast-mpi [--grace SECONDS] [--] COMMAND [ARGUMENT]...\n",
            wrong);
    exit(STATUS_USAGE);
}

static long seconds(const char *text)
{
    char *end;
    long value;

    if (text == NULL)
        usage("--grace needs seconds");
    errno = 0;
    value = strtol(text, &end, 10);
    if (errno != 0 || *text == '\0' || *end != '\0' || value < 0 || value > LONGEST_GRACE_SECONDS)
        usage("--grace takes 0 to 3600 seconds");
    return value;
}

/* Answers the command. */
static char **read_arguments(char **argument, long *grace)
{
    for (; *argument != NULL && (*argument)[0] == '-'; argument++) {
        if (strcmp(*argument, "--") == 0) {
            argument++;
            break;
        }
        if (strcmp(*argument, "--version") == 0) {
            printf("holdfast-mpi %s (protocol %d)\n", HOLDFAST_VERSION, PIPE_VERSION);
            exit(EXIT_SUCCESS);
        }
        if (strcmp(*argument, "--grace") != 0)
            usage("that option is unknown");
        *grace = seconds(*++argument);
    }
    if (*argument == NULL)
        usage("no command was given");
    return argument;
}

static _Noreturn void abort_job(struct bridge *bridge, int status)
{
    MPI_Abort(bridge->network.bridges, status);
    exit(status);
}

static void tell_end(struct bridge *bridge, int status)
{
    char why[64] = "its command ended";

    if (status > STATUS_SIGNAL)
        snprintf(why, sizeof why, "its command was killed by signal %d", status - STATUS_SIGNAL);
    else if (status != 0)
        snprintf(why, sizeof why, "its command ended with %d", status);
    if (status != 0)
        fprintf(stderr, "holdfast-mpi: rank %d: %s\n", bridge->network.rank, why);
    bridge_leave_all(bridge, status != 0, why);
}

/* After the command's end. Answers whether anything moved. */
static bool end_turn(struct bridge *bridge, struct ending *ending, long grace)
{
    int done;

    if (!ending->begun) {
        ending->begun = true;
        ending->own = bridge->child.status;
        if (ending->own == 0 && bridge->refused)
            ending->own = STATUS_ENVIRONMENT;
        ending->patience = now_nanos() + (int64_t)grace * NANOS_PER_SECOND;
        tell_end(bridge, ending->own);
        return true;
    }
    if (ending->own != 0 && now_nanos() - ending->patience >= 0)
        abort_job(bridge, ending->own);
    if (!ending->agreeing) {
        /* Whoever agrees has nothing on its way any more. */
        if (bridge->network.sending != NULL)
            return false;
        MPI_Iallreduce(&ending->own, &ending->worst, 1, MPI_INT, MPI_MAX, bridge->network.bridges,
                       &ending->request);
        ending->agreeing = true;
    }
    MPI_Test(&ending->request, &done, MPI_STATUS_IGNORE);
    ending->agreed = done && bridge->network.receiving == NULL;
    return done;
}

static void rest(struct bridge *bridge, int64_t nanos)
{
    struct pollfd watched[3];
    const struct timespec while_nothing = {0, (long)nanos};

    watched[0] = (struct pollfd){.fd = bridge->child.signals, .events = POLLIN};
    watched[1] = (struct pollfd){.fd = -1, .events = POLLIN};
    watched[2] = (struct pollfd){.fd = -1, .events = POLLOUT};
    if (!bridge->deaf && !is_full(bridge->network.sending_weight))
        watched[1].fd = bridge->inlet.fd;
    if (bridge->outlet.queue.first != NULL)
        watched[2].fd = bridge->outlet.fd;
    ppoll(watched, 3, &while_nothing, NULL);
}

int main(int count, char **arguments)
{
    struct bridge bridge;
    struct ending ending = {0};
    int64_t pause = SHORTEST_REST_NANOS;
    long grace = GRACE_SECONDS;
    char **command = read_arguments(arguments + 1, &grace);

    child_prepare(&bridge.child, command);
    MPI_Init(&count, &arguments);
    bridge_begin(&bridge);
    child_start(&bridge.child);
    while (!ending.agreed) {
        int signal = child_signals(&bridge.child);
        bool moved;

        if (signal != 0)
            abort_job(&bridge, STATUS_SIGNAL + signal);
        moved = bridge_turn(&bridge);
        if (bridge.child.ended && bridge.deaf)
            moved |= end_turn(&bridge, &ending, grace);
        if (moved) {
            pause = SHORTEST_REST_NANOS;
            continue;
        }
        rest(&bridge, pause);
        pause += pause / REST_GROWTH;
        if (pause > LONGEST_REST_NANOS)
            pause = LONGEST_REST_NANOS;
    }
    MPI_Finalize();
    return ending.worst;
}
