#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "holdfast.h"

#define EXIT_SKIPPED 77
#define NOBODY 65534
/* Only a test that hangs gets there. */
#define WATCHDOG_SECONDS 120

int workspace = -1;
char workspace_path[4096];

static void die(const char *what)
{
    perror(what);
    exit(EXIT_FAILURE);
}

void skip(const char *reason)
{
    printf("skipped: %s\n", reason);
    fflush(stdout);
    _exit(EXIT_SKIPPED);
}

void check_failed(const char *file, int line, const char *what)
{
    printf("%s:%d: %s\n", file, line, what);
    fflush(stdout);
    _exit(EXIT_FAILURE);
}

static const char *name_of(int64_t result)
{
    const char *name = result < 0 ? hf_errno_name((int)-result) : NULL;

    return name == NULL ? "" : name;
}

void check_equal(const char *file, int line, const char *what, int64_t expected, int64_t actual)
{
    char text[512];

    if (expected == actual)
        return;
    snprintf(text, sizeof text, "%s is %lld %s instead of %lld %s", what, (long long)actual,
             name_of(actual), (long long)expected, name_of(expected));
    check_failed(file, line, text);
}

int64_t check_ok(const char *file, int line, const char *what, int64_t actual)
{
    char text[512];

    if (actual < 0) {
        snprintf(text, sizeof text, "%s failed: %lld %s", what, (long long)actual,
                 name_of(actual));
        check_failed(file, line, text);
    }
    return actual;
}

void check_text(const char *file, int line, const char *what, const char *expected,
                const char *actual)
{
    char text[2048];

    if (strcmp(expected, actual) == 0)
        return;
    snprintf(text, sizeof text, "%s is \"%s\" instead of \"%s\"", what, actual, expected);
    check_failed(file, line, text);
}

static void finish_part(pid_t child)
{
    int status;

    if (waitpid(child, &status, 0) != child)
        die("waitpid");
    if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS)
        return;
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE);
}

bool emulated(void)
{
    return getenv("HOLDFAST_FOREIGN") != NULL;
}

void without_root(void (*part)(void))
{
    pid_t child;

    if (geteuid() != 0) {
        part();
        return;
    }
    child = fork();
    if (child < 0)
        die("fork");
    if (child == 0) {
        if (setgroups(0, NULL) != 0 || setresgid(NOBODY, NOBODY, NOBODY) != 0 ||
            setresuid(NOBODY, NOBODY, NOBODY) != 0)
            skip("nobody else's ids in this user namespace");
        part();
        _exit(EXIT_SUCCESS);
    }
    finish_part(child);
}

int new_file(const char *name, const char *text)
{
    int fd = openat(workspace, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    size_t length = strlen(text);

    if (fd < 0 || write(fd, text, length) != (ssize_t)length)
        die(name);
    return fd;
}

pid_t start_child(void (*part)(void))
{
    int ready[2];
    char byte;
    pid_t child;

    if (pipe(ready) != 0)
        die("pipe");
    child = fork();
    if (child < 0)
        die("fork");
    if (child == 0) {
        close(ready[0]);
        part();
        if (write(ready[1], "1", 1) != 1)
            die("write");
        for (;;)
            pause();
    }
    close(ready[1]);
    if (read(ready[0], &byte, 1) != 1)
        finish_part(child);
    close(ready[0]);
    return child;
}

void kill_child(pid_t child)
{
    int status;

    if (kill(child, SIGKILL) != 0 || waitpid(child, &status, 0) != child)
        die("kill");
}

static void nothing(int signal)
{
    (void)signal;
}

void interrupt_soon(void)
{
    const struct sigaction action = {.sa_handler = nothing};
    const struct itimerval often = {{0, 20000}, {0, 20000}};

    if (sigaction(SIGALRM, &action, NULL) != 0 || setitimer(ITIMER_REAL, &often, NULL) != 0)
        die("setitimer");
}

static int remove_entry(const char *path, const struct stat *stat, int type, struct FTW *walk)
{
    (void)stat;
    (void)type;
    (void)walk;
    return remove(path);
}

static void remove_tree(const char *path)
{
    if (nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS) != 0)
        perror(path);
}

/*
 * In a child: a test may lower its limits, drop its rights, and crash. What it started ends with
 * it: the child leads a process group.
 */
static int run_in_child(const struct test *test)
{
    siginfo_t ended;
    pid_t child;
    int status;

    fflush(stdout);
    child = fork();
    if (child < 0)
        die("fork");
    if (child == 0) {
        setpgid(0, 0);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        alarm(WATCHDOG_SECONDS);
        test->run();
        fflush(stdout);
        _exit(EXIT_SUCCESS);
    }
    setpgid(child, child);
    /* Not yet reaped, so that the group's number is nobody else's. */
    if (waitid(P_PID, (id_t)child, &ended, WEXITED | WNOWAIT) != 0)
        die("waitid");
    kill(-child, SIGKILL);
    if (waitpid(child, &status, 0) != child)
        die("waitpid");
    if (WIFSIGNALED(status)) {
        printf("killed by signal %d%s\n", WTERMSIG(status),
               WTERMSIG(status) == SIGALRM ? ": it hung" : "");
        return EXIT_FAILURE;
    }
    return WEXITSTATUS(status);
}

static int run_test(const struct test *test, const char *parent)
{
    int status;

    snprintf(workspace_path, sizeof workspace_path, "%s/%s", parent, test->name);
    if (mkdir(workspace_path, 0700) != 0)
        die(workspace_path);
    workspace = open(workspace_path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (workspace < 0)
        die(workspace_path);
    status = run_in_child(test);
    close(workspace);
    printf("%s %s\n",
           status == EXIT_SUCCESS   ? "ok"
           : status == EXIT_SKIPPED ? "skipped"
                                    : "FAILED",
           test->name);
    return status;
}

int run_tests(const struct test *tests, int count)
{
    const char *base = getenv("TMPDIR");
    char parent[2048];
    int failed = 0;
    int skipped = 0;

    snprintf(parent, sizeof parent, "%s/holdfast-test.XXXXXX", base != NULL ? base : "/tmp");
    if (mkdtemp(parent) == NULL)
        die(parent);
    for (int i = 0; i < count; i++) {
        int status = run_test(&tests[i], parent);

        failed += status != EXIT_SUCCESS && status != EXIT_SKIPPED;
        skipped += status == EXIT_SKIPPED;
    }
    remove_tree(parent);
    printf("%d tests, %d failed, %d skipped\n", count, failed, skipped);
    if (failed > 0)
        return EXIT_FAILURE;
    return skipped == count ? EXIT_SKIPPED : EXIT_SUCCESS;
}
