/*
 * carry_cost FILE: what LockCost.java and CarryCost.java measure, in C. Prints two medians over the
 * rounds, in nanoseconds: for one flock LOCK_EX|LOCK_NB and one LOCK_UN, and for a close that is
 * refused.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <time.h>

#include "holdfast.h"

#define ROUNDS 9
#define TIMES 400000

static int lock_and_unlock(int fd)
{
    return hf_flock(fd, LOCK_EX | LOCK_NB) == 0 && hf_flock(fd, LOCK_UN) == 0;
}

static int refused(int fd)
{
    (void)fd;
    return hf_close(-1) == -EBADF;
}

static int ascending(const void *a, const void *b)
{
    double left = *(const double *)a;
    double right = *(const double *)b;

    return (left > right) - (left < right);
}

static double median_cost(int (*call)(int), int fd)
{
    double costs[ROUNDS];

    for (int round = 0; round < ROUNDS; round++) {
        int64_t start = hf_clock_gettime(CLOCK_MONOTONIC);

        for (int i = 0; i < TIMES; i++) {
            if (!call(fd)) {
                fprintf(stderr, "carry_cost: a call was answered otherwise than it must be\n");
                exit(1);
            }
        }
        costs[round] = (double)(hf_clock_gettime(CLOCK_MONOTONIC) - start) / TIMES;
    }
    qsort(costs, ROUNDS, sizeof costs[0], ascending);
    return costs[ROUNDS / 2];
}

int main(int argc, char **argv)
{
    int fd = argc == 2 ? hf_openat(AT_FDCWD, argv[1], O_RDWR | O_CREAT, 0600) : -1;

    if (fd < 0) {
        fprintf(stderr, "usage: carry_cost FILE (it must be possible to open it)\n");
        return 2;
    }
    printf("%.1f %.1f\n", median_cost(lock_and_unlock, fd), median_cost(refused, fd));
    return 0;
}
