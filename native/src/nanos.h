/* Seconds and nanoseconds as one number, saturated at the ends of int64_t. */
#ifndef HOLDFAST_NANOS_H
#define HOLDFAST_NANOS_H

#include <stdint.h>

static inline int64_t hf_nanos(int64_t seconds, int64_t nanos)
{
    int64_t scaled;
    int64_t sum;

    if (__builtin_mul_overflow(seconds, INT64_C(1000000000), &scaled) ||
        __builtin_add_overflow(scaled, nanos, &sum))
        return seconds < 0 ? INT64_MIN : INT64_MAX;
    return sum;
}

#endif
