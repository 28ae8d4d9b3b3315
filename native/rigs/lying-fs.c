/*
 * lying-fs.c - holdfast-lying-fs: the command line and the life of one mount.
 */
#include "lying-fs.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* A lock that waits keeps a thread; this many may wait before the mount stands still. */
#define MAX_THREADS 256

enum { EXIT_USAGE = 2, EXIT_ENVIRONMENT = 4 };

const struct mode modes[] = {
    {.name = "forwarded",
     .says = "the truth: locks are kept on the backing file, for every mount of it",
     .locks = LOCKS_FORWARDED},
    {.name = "local",
     .says = "the kernel keeps locks for this mount alone",
     .locks = LOCKS_LOCAL},
    {.name = "granted",
     .says = "every lock call answers 0 and keeps nothing",
     .locks = LOCKS_GRANTED},
    {.name = "no-owner",
     .says = "fcntl locks are kept in the daemon's name: they exclude other mounts only",
     .locks = LOCKS_NO_OWNER},
    {.name = "no-release",
     .says = "a flock that somebody else was refused is never given back",
     .locks = LOCKS_STICKY},
    {.name = "no-locks",
     .says = "every lock call answers ENOSYS",
     .locks = LOCKS_REFUSED},
    {.name = "no-fsync",
     .says = "fsync of a file answers EIO",
     .locks = LOCKS_FORWARDED,
     .fsync_error = EIO},
    {.name = "no-fsyncdir",
     .says = "fsync of a directory answers EINVAL",
     .locks = LOCKS_FORWARDED,
     .fsyncdir_error = EINVAL},
    {.name = "no-link",
     .says = "link answers EPERM",
     .locks = LOCKS_FORWARDED,
     .link_error = EPERM},
    {.name = "no-rename-flags",
     .says = "renameat2 with a flag answers EINVAL",
     .locks = LOCKS_FORWARDED,
     .rename_flags_error = EINVAL},
    /* fuse_operations of libfuse 3.14 has no tmpfile: the kernel answers so in every mode. The name
     * is for who asks for it. */
    {.name = "no-tmpfile",
     .says = "O_TMPFILE answers EOPNOTSUPP (true of every mode)",
     .locks = LOCKS_FORWARDED},
    {.name = "two-winners",
     .says = "of two processes that race for a name, by rename, link, O_EXCL or mkdir, both win",
     .locks = LOCKS_FORWARDED,
     .two_winners = true},
    {.name = NULL},
};

struct arguments {
    const struct mode *mode;
    const char *backing;
    const char *mountpoint;
    bool foreground;
};

static void print_usage(FILE *out)
{
    fputs("usage: holdfast-lying-fs --mode MODE --backing DIR [--foreground] MOUNTPOINT\n"
          "Serves DIR at MOUNTPOINT through FUSE, except for the lies of MODE. Goes to the\n"
          "background once it is mounted, and ends when it is unmounted.\n\n"
          "modes:\n",
          out);
    for (const struct mode *mode = modes; mode->name != NULL; mode++)
        fprintf(out, "  %-16s %s\n", mode->name, mode->says);
}

static int usage_error(const char *what, const char *which)
{
    fprintf(stderr, "holdfast-lying-fs: %s%s; see --help\n", what, which);
    return EXIT_USAGE;
}

static int environment_error(const char *what, const char *which)
{
    fprintf(stderr, "holdfast-lying-fs: %s %s: %s\n", what, which, strerror(errno));
    return EXIT_ENVIRONMENT;
}

static const struct mode *find_mode(const char *name)
{
    const struct mode *mode = modes;

    while (mode->name != NULL && strcmp(mode->name, name) != 0)
        mode++;
    return mode->name == NULL ? NULL : mode;
}

/* Answers 0, an exit status, or -1 when there is nothing left to do. */
static int parse(int argc, char **argv, struct arguments *arguments)
{
    static const struct option options[] = {
        {"mode", required_argument, NULL, 'm'},
        {"backing", required_argument, NULL, 'b'},
        {"foreground", no_argument, NULL, 'f'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    int option;

    opterr = 0;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (option) {
        case 'm':
            arguments->mode = find_mode(optarg);
            if (arguments->mode == NULL)
                return usage_error("there is no mode ", optarg);
            break;
        case 'b':
            arguments->backing = optarg;
            break;
        case 'f':
            arguments->foreground = true;
            break;
        case 'h':
            print_usage(stdout);
            return -1;
        default:
            return usage_error("unknown or incomplete option ", argv[optind - 1]);
        }
    }
    if (arguments->mode == NULL || arguments->backing == NULL || optind != argc - 1)
        return usage_error("--mode, --backing and one mount point are needed", "");
    arguments->mountpoint = argv[optind];
    return 0;
}

/* Every open file of the mount is one of the daemon's. */
static void raise_descriptor_limit(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static void break_wait(int signal)
{
    (void)signal;
}

/* libfuse sends the signal, but installs a handler only for an option that version 3 has dropped:
 * without this one the first interrupted lock would end the daemon. */
static int handle_interrupts(void)
{
    struct sigaction action = {.sa_handler = break_wait};

    return sigaction(INTERRUPT_SIGNAL, &action, NULL);
}

static int serve(struct fuse *fuse)
{
    struct fuse_loop_config *config = fuse_loop_cfg_create();
    int result;

    if (config == NULL || handle_interrupts() < 0)
        return EXIT_ENVIRONMENT;
    fuse_loop_cfg_set_max_threads(config, MAX_THREADS);
    fuse_loop_cfg_set_idle_threads(config, 8);
    result = fuse_loop_mt(fuse, config);
    fuse_loop_cfg_destroy(config);
    return result < 0 ? EXIT_ENVIRONMENT : EXIT_SUCCESS;
}

/* libfuse tells on stderr why it could not mount. */
static int mount_and_serve(struct fuse *fuse, const struct arguments *arguments)
{
    struct fuse_session *session = fuse_get_session(fuse);
    int status = EXIT_ENVIRONMENT;

    if (fuse_mount(fuse, arguments->mountpoint) != 0)
        return EXIT_ENVIRONMENT;
    if (fuse_daemonize(arguments->foreground) == 0 && fuse_set_signal_handlers(session) == 0) {
        status = serve(fuse);
        fuse_remove_signal_handlers(session);
    }
    fuse_unmount(fuse);
    return status;
}

static int run(struct lying_fs *fs, const struct arguments *arguments)
{
    char *fuse_argv[] = {"holdfast-lying-fs", "-o", "default_permissions,subtype=lying-fs", "-o",
                         NULL, NULL};
    struct fuse_args fuse_args = FUSE_ARGS_INIT(5, fuse_argv);
    struct fuse_operations operations;
    struct fuse *fuse;
    char source[64];
    int status = EXIT_ENVIRONMENT;

    snprintf(source, sizeof(source), "fsname=lying-fs-%s", fs->mode->name);
    fuse_argv[4] = source;
    fill_operations(&operations, fs->mode);
    fuse = fuse_new(&fuse_args, &operations, sizeof(operations), fs);
    if (fuse != NULL) {
        status = mount_and_serve(fuse, arguments);
        fuse_destroy(fuse);
    }
    fuse_opt_free_args(&fuse_args);
    return status;
}

int main(int argc, char **argv)
{
    struct arguments arguments = {.mode = NULL};
    struct lying_fs fs = {.owners = {.mutex = PTHREAD_MUTEX_INITIALIZER},
                          .refusals = {.mutex = PTHREAD_MUTEX_INITIALIZER}};
    int status = parse(argc, argv, &arguments);

    if (status != 0)
        return status < 0 ? EXIT_SUCCESS : status;
    fs.mode = arguments.mode;
    fs.root = open(arguments.backing, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fs.root < 0)
        return environment_error("cannot open", arguments.backing);
    if (open_contest(&fs.contest) < 0)
        return environment_error("cannot start", arguments.mountpoint);
    raise_descriptor_limit();
    umask(0);
    status = run(&fs, &arguments);
    close_contest(&fs.contest);
    free_owners(&fs.owners);
    free_refusals(&fs.refusals);
    close(fs.root);
    return status;
}
