/*
 * lock_cost FILE: what LockCost.java measures, in C. Prints the median over the rounds, in
 * nanoseconds for one flock LOCK_EX|LOCK_NB and one LOCK_UN.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <time.h>

#include "holdfast.h"

#define ROUNDS 9
#define PAIRS 400000

static int ascending(const void *a, const void *b)
{
    double left = *(const double *)a;
    double right = *(const double *)b;

    return (left > right) - (left < right);
}

int main(int argc, char **argv)
{
    double costs[ROUNDS];
    int fd = argc == 2 ? hf_openat(AT_FDCWD, argv[1], O_RDWR | O_CREAT, 0600) : -1;

    if (fd < 0) {
        fprintf(stderr, "usage: lock_cost FILE (it must be possible to open it)\n");
        return 2;
    }
    for (int round = 0; round < ROUNDS; round++) {
        int64_t start = hf_clock_gettime(CLOCK_MONOTONIC);

        for (int i = 0; i < PAIRS; i++) {
            if (hf_flock(fd, LOCK_EX | LOCK_NB) != 0 || hf_flock(fd, LOCK_UN) != 0) {
                fprintf(stderr, "lock_cost: flock failed\n");
                return 1;
            }
        }
        costs[round] = (double)(hf_clock_gettime(CLOCK_MONOTONIC) - start) / PAIRS;
    }
    qsort(costs, ROUNDS, sizeof costs[0], ascending);
    printf("%.1f\n", costs[ROUNDS / 2]);
    return 0;
}
