/*
 * guest-door.c - holdfast-guest-door: runs programs inside of a guest of the lab from outside.
 *
 * usage: holdfast-guest-door --serve ADDRESS
 *        holdfast-guest-door [-n] ADDRESS PROGRAM [ARGUMENT]...
 *
 * A guest serves the door on its address of the network that is never cut. Each connection runs
 * one program with one argument vector, no shell, as root, in a process group of its own; the
 * connection is its standard input, output and error. When the connection closes the group is
 * killed: whoever kills the process outside kills the one inside. There is no secret: only the
 * lab's own network namespace reaches a guest.
 *
 * Outside, standard input and output are those of the program inside, and the exit status is its
 * own, 128 + n after a signal. The end of the input ends the program; with -n it has no input and
 * runs to its end. Output is text: a NUL byte ends it. 255 says that the guest has gone away, 4
 * that there is no door.
 *
 * On the wire: a length, then INPUT or NO_INPUT and each argument with its NUL; output; NUL,
 * status.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define PORT 4711
#define BACKLOG 64
#define REQUEST_LIMIT (64 * 1024)
#define ARGUMENTS_LIMIT 256
/* How long the other side may take to read the last bytes. */
#define FAREWELL_MILLIS 5000

enum { EXIT_USAGE = 2, EXIT_ENVIRONMENT = 4, EXIT_NOT_STARTED = 127, EXIT_LOST = 255 };
enum { INPUT = '<', NO_INPUT = '-' };

static void die(const char *what)
{
    fprintf(stderr, "holdfast-guest-door: %s: %s\n", what, strerror(errno));
    exit(EXIT_ENVIRONMENT);
}

static bool write_whole(int fd, const void *bytes, size_t length)
{
    const char *from = bytes;

    while (length > 0) {
        ssize_t written = write(fd, from, length);

        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        from += written;
        length -= (size_t)written;
    }
    return true;
}

static bool read_whole(int fd, void *bytes, size_t length)
{
    return recv(fd, bytes, length, MSG_WAITALL) == (ssize_t)length;
}

static struct sockaddr_in door_at(const char *address)
{
    struct sockaddr_in door = {.sin_family = AF_INET, .sin_port = htons(PORT)};

    if (inet_pton(AF_INET, address, &door.sin_addr) != 1) {
        errno = EINVAL;
        die(address);
    }
    return door;
}

static int stream_socket(void)
{
    int one = 1;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (fd < 0)
        die("socket");
    if (setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one)) < 0 ||
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one)) < 0)
        die("setsockopt");
    return fd;
}

/* ---- inside */

struct request {
    char bytes[REQUEST_LIMIT + 1];
    char *arguments[ARGUMENTS_LIMIT + 1];
    bool has_input;
};

static bool read_request(int connection, struct request *request)
{
    uint32_t length;
    size_t count = 0;

    if (!read_whole(connection, &length, sizeof(length)))
        return false;
    length = ntohl(length);
    if (length < 2 || length > REQUEST_LIMIT || !read_whole(connection, request->bytes, length))
        return false;
    request->bytes[length] = '\0';
    request->has_input = request->bytes[0] == INPUT;
    for (char *word = request->bytes + 1; word < request->bytes + length;
         word += strlen(word) + 1) {
        if (count == ARGUMENTS_LIMIT)
            return false;
        request->arguments[count++] = word;
    }
    return count > 0;
}

static void become(int connection, const struct request *request)
{
    int input = request->has_input ? connection : open("/dev/null", O_RDONLY | O_CLOEXEC);

    setpgid(0, 0);
    if (input < 0 || dup2(input, STDIN_FILENO) < 0 || dup2(connection, STDOUT_FILENO) < 0 ||
        dup2(connection, STDERR_FILENO) < 0)
        _exit(EXIT_NOT_STARTED);
    execvp(request->arguments[0], request->arguments);
    dprintf(STDERR_FILENO, "%s: %s\n", request->arguments[0], strerror(errno));
    _exit(EXIT_NOT_STARTED);
}

/* Answers whether the program ended by itself; else nobody is there any more to hear of it. */
static bool await_end(int connection, pid_t program)
{
    struct pollfd events[] = {
        {.fd = connection, .events = POLLRDHUP},
        {.fd = (int)syscall(SYS_pidfd_open, program, 0), .events = POLLIN},
    };

    if (events[1].fd < 0)
        return false;
    while (poll(events, 2, -1) < 0)
        if (errno != EINTR)
            return false;
    return events[1].revents != 0;
}

/* Leaves when the other side has read all: closing with unread input would take it back. */
static void say_farewell(int connection, int status)
{
    unsigned char last[] = {
        0, (unsigned char)(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status))};
    struct pollfd closed = {.fd = connection, .events = POLLRDHUP};

    write_whole(connection, last, sizeof(last));
    shutdown(connection, SHUT_WR);
    poll(&closed, 1, FAREWELL_MILLIS);
}

/* One connection, in a process of its own. */
static void visit(int connection)
{
    static struct request request;
    int status = 0;
    bool ended;
    pid_t program;

    if (!read_request(connection, &request))
        return;
    program = fork();
    if (program == 0)
        become(connection, &request);
    if (program < 0)
        return;
    setpgid(program, program);
    ended = await_end(connection, program);
    if (!ended)
        kill(-program, SIGKILL);
    while (waitpid(program, &status, 0) < 0 && errno == EINTR)
        continue;
    if (ended)
        say_farewell(connection, status);
}

/* The first process of a guest may be this one: it has to live, and to bury what others leave. */
static _Noreturn void serve(const char *address)
{
    struct sockaddr_in door = door_at(address);
    int listener = stream_socket();

    if (bind(listener, (struct sockaddr *)&door, sizeof(door)) < 0 ||
        listen(listener, BACKLOG) < 0)
        die(address);
    signal(SIGCHLD, SIG_IGN);
    printf("the door is open at %s\n", address);
    fflush(stdout);
    for (;;) {
        int connection = accept4(listener, NULL, NULL, SOCK_CLOEXEC);

        if (connection < 0)
            continue;
        if (fork() == 0) {
            signal(SIGCHLD, SIG_DFL);
            close(listener);
            visit(connection);
            _exit(EXIT_SUCCESS);
        }
        close(connection);
    }
}

/* ---- outside */

static void send_request(int connection, bool has_input, char **arguments)
{
    static char bytes[sizeof(uint32_t) + REQUEST_LIMIT];
    size_t used = sizeof(uint32_t);
    uint32_t length;

    bytes[used++] = has_input ? INPUT : NO_INPUT;
    for (; *arguments != NULL; arguments++) {
        size_t size = strlen(*arguments) + 1;

        if (size > sizeof(bytes) - used) {
            errno = E2BIG;
            die(*arguments);
        }
        memcpy(bytes + used, *arguments, size);
        used += size;
    }
    length = htonl((uint32_t)(used - sizeof(length)));
    memcpy(bytes, &length, sizeof(length));
    if (!write_whole(connection, bytes, used))
        die("request");
}

static void pass_input(int connection)
{
    char bytes[16 * 1024];
    ssize_t length = read(STDIN_FILENO, bytes, sizeof(bytes));

    if (length == 0 || (length < 0 && errno != EINTR))
        exit(EXIT_LOST);
    if (length > 0 && !write_whole(connection, bytes, (size_t)length))
        exit(EXIT_LOST);
}

static void pass_output(int connection)
{
    char bytes[16 * 1024];
    ssize_t length = read(connection, bytes, sizeof(bytes));
    const char *end;
    unsigned char status;

    if (length <= 0) {
        fputs("holdfast-guest-door: the guest has gone away\n", stderr);
        exit(EXIT_LOST);
    }
    end = memchr(bytes, '\0', (size_t)length);
    if (!write_whole(STDOUT_FILENO, bytes, end == NULL ? (size_t)length : (size_t)(end - bytes)))
        exit(EXIT_LOST);
    if (end == NULL)
        return;
    if (end + 1 < bytes + length)
        exit((unsigned char)end[1]);
    exit(read_whole(connection, &status, sizeof(status)) ? status : EXIT_LOST);
}

static _Noreturn void run(const char *address, bool has_input, char **arguments)
{
    struct sockaddr_in door = door_at(address);
    int connection = stream_socket();
    struct pollfd events[] = {
        {.fd = connection, .events = POLLIN},
        {.fd = has_input ? STDIN_FILENO : -1, .events = POLLIN},
    };

    if (connect(connection, (struct sockaddr *)&door, sizeof(door)) < 0)
        die(address);
    send_request(connection, has_input, arguments);
    for (;;) {
        if (poll(events, 2, -1) < 0 && errno != EINTR)
            die("poll");
        if (events[0].revents != 0)
            pass_output(connection);
        if (events[1].revents != 0)
            pass_input(connection);
        events[0].revents = events[1].revents = 0;
    }
}

static int usage(void)
{
    fputs("usage: holdfast-guest-door --serve ADDRESS\n"
          "       holdfast-guest-door [-n] ADDRESS PROGRAM [ARGUMENT]...\n"
          "Runs a program inside of a guest of the lab, with this standard input and output; the\n"
          "end of the input kills it. -n: it has no input and runs to its end. The exit status is\n"
          "the program's; 255: the guest has gone away, 4: there is no door.\n",
          stderr);
    return EXIT_USAGE;
}

int main(int argc, char **argv)
{
    bool has_input = argc < 2 || strcmp(argv[1], "-n") != 0;
    char **words = argv + (has_input ? 1 : 2);

    if (argc == 3 && strcmp(argv[1], "--serve") == 0)
        serve(argv[2]);
    if (argc < (has_input ? 3 : 4) || words[0][0] == '-')
        return usage();
    run(words[0], has_input, words + 1);
}
