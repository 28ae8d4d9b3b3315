#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bridge.h"

/* Above what shell scripts use for themselves. */
#define LOWEST_DESCRIPTOR 32

enum { STATUS_CANNOT_EXECUTE = 126, STATUS_NOT_FOUND = 127 };

static const int forwarded[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2};

void die(const char *what)
{
    fprintf(stderr, "holdfast-mpi: %s: %s\n", what, strerror(errno));
    exit(STATUS_ENVIRONMENT);
}

static void make_pipe(int ends[2])
{
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        die("pipe2");
}

/* The same end under a number that execve(2) keeps. */
static int keep(int fd)
{
    int kept = fcntl(fd, F_DUPFD, LOWEST_DESCRIPTOR);

    if (kept < 0)
        die("fcntl");
    return kept;
}

static unsigned long long inode_of(int fd)
{
    struct stat stat;

    if (fstat(fd, &stat) != 0)
        die("fstat");
    return (unsigned long long)stat.st_ino;
}

static _Noreturn void run_command(char **command, int gate, int from, int to)
{
    char pipes[128];
    char go;

    if (read(gate, &go, 1) != 1)
        _exit(STATUS_ENVIRONMENT);
    from = keep(from);
    to = keep(to);
    snprintf(pipes, sizeof pipes, "%d:%d:%llu:%d:%llu", PIPE_VERSION, from, inode_of(from), to,
             inode_of(to));
    if (setenv(PIPE_VARIABLE, pipes, 1) != 0)
        die("setenv");
    execvp(command[0], command);
    fprintf(stderr, "holdfast-mpi: %s: %s\n", command[0], strerror(errno));
    _exit(errno == ENOENT ? STATUS_NOT_FOUND : STATUS_CANNOT_EXECUTE);
}

void child_prepare(struct child *child, char **command)
{
    int to_child[2], from_child[2], gate[2];
    pid_t bridge = getpid();
    sigset_t awaited, before;

    make_pipe(to_child);
    make_pipe(from_child);
    if (pipe2(gate, O_CLOEXEC) != 0)
        die("pipe2");
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGCHLD);
    for (size_t i = 0; i < sizeof forwarded / sizeof forwarded[0]; i++)
        sigaddset(&awaited, forwarded[i]);
    if (sigprocmask(SIG_BLOCK, &awaited, &before) != 0)
        die("sigprocmask");
    child->pid = fork();
    if (child->pid < 0)
        die("fork");
    if (child->pid == 0) {
        if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != bridge)
            _exit(STATUS_ENVIRONMENT);
        sigprocmask(SIG_SETMASK, &before, NULL);
        close(gate[1]);
        run_command(command, gate[0], to_child[0], from_child[1]);
    }
    close(gate[0]);
    close(to_child[0]);
    close(from_child[1]);
    signal(SIGPIPE, SIG_IGN);
    child->gate = gate[1];
    child->to = to_child[1];
    child->from = from_child[0];
    child->ended = false;
    child->status = 0;
    child->signals = signalfd(-1, &awaited, SFD_CLOEXEC | SFD_NONBLOCK);
    if (child->signals < 0)
        die("signalfd");
}

void child_start(struct child *child)
{
    if (write(child->gate, "1", 1) != 1)
        die("starting the command");
    close(child->gate);
}

static void learn_end(struct child *child)
{
    int status;

    if (child->ended || waitpid(child->pid, &status, WNOHANG) != child->pid)
        return;
    child->ended = true;
    child->status =
        WIFSIGNALED(status) ? STATUS_SIGNAL + WTERMSIG(status) : WEXITSTATUS(status);
}

int child_signals(struct child *child)
{
    struct signalfd_siginfo info;

    while (read(child->signals, &info, sizeof info) == (ssize_t)sizeof info) {
        if (info.ssi_signo == SIGCHLD)
            learn_end(child);
        else if (child->ended)
            return (int)info.ssi_signo;
        else
            kill(child->pid, (int)info.ssi_signo);
    }
    return 0;
}
