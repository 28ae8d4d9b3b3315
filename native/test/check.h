/*
 * check.h - a test program is a list of tests; each runs in a process and a directory of its own.
 *
 * A failed check ends its test, a crash or a test that hangs is a failure of that test, and the
 * directories are removed whatever happened. Exit status: 0 all passed, 1 some failed, 77 all were
 * skipped (ctest calls that "skipped").
 */
#ifndef HOLDFAST_CHECK_H
#define HOLDFAST_CHECK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct test {
    const char *name;
    void (*run)(void);
};

#define TEST(function) {#function, function}

/* The test's own directory, mode 0700: open O_RDONLY|O_DIRECTORY, and its absolute path. */
extern int workspace;
extern char workspace_path[];

int run_tests(const struct test *tests, int count);
#define RUN_TESTS(tests) run_tests(tests, (int)(sizeof(tests) / sizeof((tests)[0])))

/* Whether foreign.sh runs this: qemu-user knows fewer calls than the kernel below it. */
bool emulated(void);

/* Ends the test as not possible here. */
_Noreturn void skip(const char *reason);

/* CHECK(condition); CHECK_EQUAL(expected, actual) of numbers, which shows -errno by its name. */
#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition))                                                                          \
            check_failed(__FILE__, __LINE__, #condition);                                          \
    } while (0)
#define CHECK_EQUAL(expected, actual)                                                              \
    check_equal(__FILE__, __LINE__, #actual, (int64_t)(expected), (int64_t)(actual))
/* A result >= 0, which it answers. */
#define CHECK_OK(actual) check_ok(__FILE__, __LINE__, #actual, (int64_t)(actual))
#define CHECK_TEXT(expected, actual) check_text(__FILE__, __LINE__, #actual, expected, actual)

_Noreturn void check_failed(const char *file, int line, const char *what);
void check_equal(const char *file, int line, const char *what, int64_t expected, int64_t actual);
int64_t check_ok(const char *file, int line, const char *what, int64_t actual);
void check_text(const char *file, int line, const char *what, const char *expected,
                const char *actual);

/*
 * Runs a part of a test as somebody without rights: in a child with the ids of nobody if we are
 * root, here otherwise. Its failed check is the test's.
 */
void without_root(void (*part)(void));

/* A new file in the workspace with that text; answers a descriptor open O_RDWR. */
int new_file(const char *name, const char *text);

/* Interrupts whatever blocks, again and again, so that no start can be missed. */
void interrupt_soon(void);

/* A child that runs part and then waits to be killed; returns when part has returned. */
pid_t start_child(void (*part)(void));
void kill_child(pid_t child);

#endif
