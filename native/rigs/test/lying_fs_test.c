/*
 * lying_fs_test.c - holdfast-lying-fs really lies, and in its honest mode it does not.
 *
 * usage: lying_fs_test DAEMON
 *
 * Each mode is mounted twice over one backing directory, in mount and pid namespaces of its own
 * with a tmpfs for everything, so nothing is left whatever happens to this program. Answers 77,
 * which ctest takes for "skipped", where the machine does not allow that.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define SKIPPED 77
#define SCRATCH "/mnt"
#define BACKING SCRATCH "/backing"
#define A SCRATCH "/a"
#define B SCRATCH "/b"
#define RACES 200

static int failures;

static int result_of(long returned)
{
    return returned < 0 ? -errno : 0;
}

static void expect(const char *mode, const char *what, int got, int wanted)
{
    if (got == wanted)
        return;
    failures++;
    printf("%s: %s: expected %s, got %s\n", mode, what, wanted == 0 ? "0" : strerror(-wanted),
           got == 0 ? "0" : strerror(-got));
}

static void need(const char *what, long returned)
{
    if (returned >= 0)
        return;
    printf("%s: %s\n", what, strerror(errno));
    exit(EXIT_FAILURE);
}

static int open_lock(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

    need(path, fd);
    return fd;
}

static int fcntl_lock(int fd, int command, short type)
{
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET};

    return result_of(fcntl(fd, command, &lock));
}

static int take_flock(int fd)
{
    return result_of(flock(fd, LOCK_EX | LOCK_NB));
}

static int take_ofd(int fd)
{
    return fcntl_lock(fd, F_OFD_SETLK, F_WRLCK);
}

static int take_posix(int fd)
{
    return fcntl_lock(fd, F_SETLK, F_WRLCK);
}

/* What another process is answered; it lets go again by exiting. */
static int in_child(int (*take)(int), const char *path)
{
    int status = 0;
    pid_t child = fork();

    if (child == 0)
        _exit(-take(open_lock(path)));
    need("fork", child);
    need("waitpid", waitpid(child, &status, 0));
    return WIFEXITED(status) ? -WEXITSTATUS(status) : -ECHILD;
}

/* ---- the life of two mounts */

static void mount_one(int daemon, const char *mode, const char *where)
{
    int status = 0;
    pid_t child = fork();

    if (child == 0) {
        char *const argv[] = {"holdfast-lying-fs", "--mode", (char *)mode, "--backing", BACKING,
                              (char *)where, NULL};

        fexecve(daemon, argv, environ);
        _exit(127);
    }
    need("fork", child);
    need("waitpid", waitpid(child, &status, 0));
    if (status != 0) {
        printf("%s: not mounted at %s (status %d)\n", mode, where, status);
        exit(EXIT_FAILURE);
    }
}

/* The daemons are children of this process, the first of its pid namespace, by now. */
static void unmount_one(const char *mode, const char *where)
{
    int status = 0;

    need("umount", umount2(where, 0));
    need("wait", wait(&status));
    if (status != 0) {
        printf("%s: the daemon ended with status %d\n", mode, status);
        failures++;
    }
}

static void with_mounts(int daemon, const char *mode, void (*check)(const char *mode))
{
    need("mount " BACKING, mount("tmpfs", BACKING, "tmpfs", 0, NULL));
    mount_one(daemon, mode, A);
    mount_one(daemon, mode, B);
    check(mode);
    unmount_one(mode, A);
    unmount_one(mode, B);
    need("umount", umount2(BACKING, 0));
}

/* ---- one lock kind: another open of this mount, another process, the other mount */

struct answers {
    int second_open;
    int second_process;
    int other_mount;
};

static void check_kind(const char *mode, const char *kind, int (*take)(int), struct answers wanted)
{
    char what[64];
    int held = open_lock(A "/lock");
    int second = open_lock(A "/lock");
    int other = open_lock(B "/lock");

    snprintf(what, sizeof(what), "%s, first open", kind);
    expect(mode, what, take(held), 0);
    /* The other mount first: where the daemon owns the locks, a close in this mount drops them. */
    snprintf(what, sizeof(what), "%s, other mount", kind);
    expect(mode, what, in_child(take, B "/lock"), wanted.other_mount);
    snprintf(what, sizeof(what), "%s, second process", kind);
    expect(mode, what, in_child(take, A "/lock"), wanted.second_process);
    snprintf(what, sizeof(what), "%s, second open", kind);
    expect(mode, what, take(second), wanted.second_open);
    close(held);
    close(second);
    close(other);
}

static void check_locks(const char *mode, struct answers flocks, struct answers ofds,
                        struct answers posixes)
{
    check_kind(mode, "flock", take_flock, flocks);
    check_kind(mode, "OFD", take_ofd, ofds);
    check_kind(mode, "POSIX", take_posix, posixes);
}

static const struct answers excluded = {-EAGAIN, -EAGAIN, -EAGAIN};
static const struct answers excluded_per_process = {0, -EAGAIN, -EAGAIN};
static const struct answers excluded_here = {-EAGAIN, -EAGAIN, 0};
static const struct answers excluded_here_per_process = {0, -EAGAIN, 0};
static const struct answers excluded_elsewhere = {0, 0, -EAGAIN};
static const struct answers nothing_excluded = {0, 0, 0};

static void check_local(const char *mode)
{
    check_locks(mode, excluded_here, excluded_here, excluded_here_per_process);
}

static void check_granted(const char *mode)
{
    check_locks(mode, nothing_excluded, nothing_excluded, nothing_excluded);
}

static void check_no_owner(const char *mode)
{
    check_locks(mode, excluded, excluded_elsewhere, excluded_elsewhere);
}

static void check_no_locks(const char *mode)
{
    int fd = open_lock(A "/lock");

    expect(mode, "flock", take_flock(fd), -ENOSYS);
    expect(mode, "flock again", take_flock(fd), -ENOSYS);
    expect(mode, "unlock", result_of(flock(fd, LOCK_UN)), -ENOSYS);
    expect(mode, "OFD", take_ofd(fd), -ENOSYS);
    expect(mode, "POSIX", take_posix(fd), -ENOSYS);
    close(fd);
}

static void check_no_release(const char *mode)
{
    int free = open_lock(A "/free");
    int fd = open_lock(A "/lock");

    expect(mode, "flock", take_flock(free), 0);
    expect(mode, "unlock", result_of(flock(free, LOCK_UN)), 0);
    expect(mode, "after unlock", in_child(take_flock, B "/free"), 0);
    close(free);
    expect(mode, "flock", take_flock(fd), 0);
    expect(mode, "while it is held", in_child(take_flock, A "/lock"), -EAGAIN);
    expect(mode, "unlock", result_of(flock(fd, LOCK_UN)), 0);
    expect(mode, "after unlock", in_child(take_flock, B "/lock"), -EAGAIN);
    close(fd);
    expect(mode, "after close", in_child(take_flock, A "/lock"), -EAGAIN);
}

/* ---- the honest mode */

/* A process that waits for a lock; its end is its having got it. It must not inherit the lock. */
static pid_t start_waiting(int (*wait_for)(int), const char *path, int held, int ready)
{
    pid_t child = fork();

    if (child == 0) {
        int fd = open_lock(path);

        close(held);
        need("write", write(ready, "r", 1));
        _exit(-wait_for(fd));
    }
    need("fork", child);
    return child;
}

static int wait_for_flock(int fd)
{
    return result_of(flock(fd, LOCK_EX));
}

static int wait_for_ofd(int fd)
{
    return fcntl_lock(fd, F_OFD_SETLKW, F_WRLCK);
}

static int end_of(pid_t child)
{
    int status = 0;

    need("waitpid", waitpid(child, &status, 0));
    return WIFEXITED(status) ? -WEXITSTATUS(status) : -EINTR;
}

static void check_waiting(const char *mode, const char *kind, int (*take)(int),
                          int (*wait_for)(int))
{
    int ready[2];
    char buffer[1];
    int held = open_lock(A "/waited");
    pid_t killed;
    pid_t waiting;

    need("pipe", pipe(ready));
    expect(mode, kind, take(held), 0);
    killed = start_waiting(wait_for, B "/waited", held, ready[1]);
    waiting = start_waiting(wait_for, A "/waited", held, ready[1]);
    need("read", read(ready[0], buffer, 1));
    need("read", read(ready[0], buffer, 1));
    expect(mode, "another call while locks are waited for", in_child(take, B "/free"), 0);
    need("kill", kill(killed, SIGKILL));
    expect(mode, "a killed waiter ends", end_of(killed), -EINTR);
    close(held);
    expect(mode, "close frees a lock for a waiter", end_of(waiting), 0);
    close(ready[0]);
    close(ready[1]);
}

static void check_posix_close(const char *mode)
{
    int held = open_lock(A "/posix");
    int second = open_lock(A "/posix");

    expect(mode, "POSIX", take_posix(held), 0);
    expect(mode, "POSIX, through either descriptor", take_posix(second), 0);
    close(second);
    expect(mode, "POSIX, after any close", in_child(take_posix, B "/posix"), 0);
    close(held);
}

static void check_forwarded(const char *mode)
{
    int file;
    int directory;

    check_locks(mode, excluded, excluded, excluded_per_process);
    check_waiting(mode, "flock", take_flock, wait_for_flock);
    check_waiting(mode, "OFD", take_ofd, wait_for_ofd);
    check_posix_close(mode);
    file = open_lock(A "/file");
    directory = open(A, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    expect(mode, "fsync", result_of(fsync(file)), 0);
    expect(mode, "fsync of a directory", result_of(fsync(directory)), 0);
    expect(mode, "link", result_of(link(A "/file", A "/link")), 0);
    expect(mode, "link again", result_of(link(A "/file", B "/link")), -EEXIST);
    expect(mode, "NOREPLACE", result_of(renameat2(AT_FDCWD, A "/link", AT_FDCWD, A "/moved",
                                                  RENAME_NOREPLACE)), 0);
    expect(mode, "move again", result_of(rename(B "/link", B "/other")), -ENOENT);
    expect(mode, "O_TMPFILE", result_of(open(A, O_TMPFILE | O_RDWR, 0600)), -EOPNOTSUPP);
    close(file);
    close(directory);
}

/* ---- calls that answer an error */

static void check_no_fsync(const char *mode)
{
    int fd = open_lock(A "/file");

    expect(mode, "fsync", result_of(fsync(fd)), -EIO);
    close(fd);
}

static void check_no_fsyncdir(const char *mode)
{
    int fd = open(A, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    expect(mode, "fsync of a directory", result_of(fsync(fd)), -EINVAL);
    expect(mode, "fsync of a directory again", result_of(fsync(fd)), -EINVAL);
    close(fd);
}

static void check_no_link(const char *mode)
{
    close(open_lock(A "/file"));
    expect(mode, "link", result_of(link(A "/file", A "/link")), -EPERM);
}

static void check_no_rename_flags(const char *mode)
{
    close(open_lock(A "/file"));
    expect(mode, "NOREPLACE", result_of(renameat2(AT_FDCWD, A "/file", AT_FDCWD, A "/fresh",
                                                  RENAME_NOREPLACE)), -EINVAL);
    expect(mode, "rename", result_of(rename(A "/file", A "/fresh")), 0);
}

static void check_no_tmpfile(const char *mode)
{
    expect(mode, "O_TMPFILE", result_of(open(A, O_TMPFILE | O_RDWR, 0600)), -EOPNOTSUPP);
}

/* ---- two winners */

struct racer {
    pid_t pid;
    int go;
    int done;
};

typedef int (*race)(int racer, int round);

static const char *name(char *buffer, const char *prefix, int number)
{
    sprintf(buffer, A "/%s.%d", prefix, number);
    return buffer;
}

static int race_move(int racer, int round)
{
    char from[64], to[64];

    return result_of(rename(name(from, "source", round),
                            name(to, racer == 0 ? "first" : "second", round)));
}

static int race_link(int racer, int round)
{
    char to[64];

    (void)racer;
    return result_of(link(A "/one", name(to, "link", round)));
}

static int race_create(int racer, int round)
{
    char to[64];
    int fd = open(name(to, "create", round), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

    (void)racer;
    if (fd < 0)
        return -errno;
    close(fd);
    return 0;
}

static int race_mkdir(int racer, int round)
{
    char to[64];

    (void)racer;
    return result_of(mkdir(name(to, "mkdir", round), 0700));
}

/* A racer ends when nobody can tell it to go any more, so it closes what it inherits of others. */
static struct racer start_racer(int number, race run, int others)
{
    int go[2], done[2];
    pid_t child;

    need("pipe", pipe(go));
    need("pipe", pipe(done));
    child = fork();
    need("fork", child);
    if (child == 0) {
        int round;

        close(go[1]);
        close(others);
        while (read(go[0], &round, sizeof(round)) == sizeof(round)) {
            int result = run(number, round);

            need("write", write(done[1], &result, sizeof(result)));
        }
        _exit(0);
    }
    close(go[0]);
    close(done[1]);
    return (struct racer){.pid = child, .go = go[1], .done = done[0]};
}

static void send_round(const struct racer *racer, int round)
{
    need("write", write(racer->go, &round, sizeof(round)));
}

static int result_of_round(const struct racer *racer)
{
    int result = -EIO;

    need("read", read(racer->done, &result, sizeof(result)));
    return result;
}

static int run_round(const struct racer *racer, int round)
{
    send_round(racer, round);
    return result_of_round(racer);
}

static void end_racer(const struct racer *racer)
{
    close(racer->go);
    close(racer->done);
    need("waitpid", waitpid(racer->pid, NULL, 0));
}

static int count_double_wins(race run)
{
    struct racer racers[2];
    int doubles = 0;

    racers[0] = start_racer(0, run, -1);
    racers[1] = start_racer(1, run, racers[0].go);
    for (int round = 0; round < RACES; round++) {
        char source[64];
        int won = 0;

        close(open_lock(name(source, "source", round)));
        for (int i = 0; i < 2; i++) {
            /* Who is told first wins most often, and each has to win once. */
            struct racer *racer = &racers[(round + i) % 2];

            send_round(racer, round);
        }
        for (int i = 0; i < 2; i++)
            won += result_of_round(&racers[i]) == 0;
        doubles += won == 2;
    }
    for (int i = 0; i < 2; i++)
        end_racer(&racers[i]);
    return doubles;
}

static void check_races(const char *mode, bool lies)
{
    static const struct {
        const char *what;
        race run;
    } all[] = {{"move", race_move},
               {"link", race_link},
               {"create", race_create},
               {"mkdir", race_mkdir}};

    close(open_lock(A "/one"));
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        int doubles = count_double_wins(all[i].run);

        printf("%s: %s: two winners in %d of %d races\n", mode, all[i].what, doubles, RACES);
        if ((doubles > 0) != lies)
            failures++;
    }
}

/* A racer that makes what its number says, and in the last round looks at the other's. */
static int neighbour(int racer, int round)
{
    struct stat stat_buffer;
    char made[64];

    if (round < RACES)
        return result_of(mkdir(name(made, racer == 0 ? "own" : "theirs", round), 0700));
    return result_of(stat(name(made, "own", RACES - 1), &stat_buffer));
}

/* Both have made many names in one directory, but none that the other reached for. */
static void check_neighbours(const char *mode)
{
    struct racer racers[2];

    racers[0] = start_racer(0, neighbour, -1);
    racers[1] = start_racer(1, neighbour, racers[0].go);
    for (int round = 0; round < RACES; round++) {
        expect(mode, "one neighbour's name", run_round(&racers[1], round), 0);
        expect(mode, "the other's", run_round(&racers[0], round), 0);
    }
    expect(mode, "a look at a neighbour's name", run_round(&racers[1], RACES), 0);
    for (int i = 0; i < 2; i++)
        end_racer(&racers[i]);
}

static void check_two_winners(const char *mode)
{
    struct stat stat_buffer;

    check_races(mode, true);
    check_neighbours(mode);
    close(open_lock(A "/plain"));
    expect(mode, "an ordinary move", result_of(rename(A "/plain", A "/plain2")), 0);
    expect(mode, "its source", result_of(stat(A "/plain", &stat_buffer)), -ENOENT);
    expect(mode, "its target", result_of(stat(A "/plain2", &stat_buffer)), 0);
}

static void check_one_winner(const char *mode)
{
    check_races(mode, false);
}

/* ---- */

static const struct {
    const char *mode;
    void (*check)(const char *mode);
} checks[] = {
    {"forwarded", check_forwarded},
    {"forwarded", check_one_winner},
    {"local", check_local},
    {"granted", check_granted},
    {"no-owner", check_no_owner},
    {"no-release", check_no_release},
    {"no-locks", check_no_locks},
    {"no-fsync", check_no_fsync},
    {"no-fsyncdir", check_no_fsyncdir},
    {"no-link", check_no_link},
    {"no-rename-flags", check_no_rename_flags},
    {"no-tmpfile", check_no_tmpfile},
    {"two-winners", check_two_winners},
};

static int run_all(int daemon)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    need("private mounts", mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL));
    need("mount proc", mount("proc", "/proc", "proc", 0, NULL));
    need("mount " SCRATCH, mount("tmpfs", SCRATCH, "tmpfs", 0, NULL));
    need("mkdir", mkdir(A, 0700));
    need("mkdir", mkdir(B, 0700));
    need("mkdir", mkdir(BACKING, 0700));
    for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++)
        with_mounts(daemon, checks[i].mode, checks[i].check);
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int skip(const char *why)
{
    printf("skipped: %s: %s\n", why, strerror(errno));
    return SKIPPED;
}

int main(int argc, char **argv)
{
    int daemon;
    int fuse;
    int status = 0;
    pid_t child;

    if (argc != 2) {
        fprintf(stderr, "usage: %s DAEMON\n", argv[0]);
        return 2;
    }
    fuse = open("/dev/fuse", O_RDWR | O_CLOEXEC);
    if (fuse < 0)
        return skip("/dev/fuse");
    close(fuse);
    if (unshare(CLONE_NEWNS | CLONE_NEWPID) < 0)
        return skip("namespaces");
    daemon = open(argv[1], O_RDONLY | O_CLOEXEC);
    need(argv[1], daemon);
    child = fork();
    need("fork", child);
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        _exit(run_all(daemon));
    }
    need("waitpid", waitpid(child, &status, 0));
    return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE;
}
