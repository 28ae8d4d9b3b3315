package io.holdfast.litmus;

import io.holdfast.posix.Errno;
import org.jspecify.annotations.Nullable;

/**
 * What a barrier costs here, by doing it for a short while.
 *
 * @param operation {@code file_fsync}, {@code directory_fsync}, {@code replace}, {@code publish}
 * @param count how often it was done
 * @param errno the first error; times with an error beside them mean nothing
 * @param implausiblyFast faster than any device with a flush can be
 */
public record BarrierCost(
    String operation,
    long count,
    long p50Nanos,
    long p99Nanos,
    @Nullable Errno errno,
    boolean implausiblyFast) {}
