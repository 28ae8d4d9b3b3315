package io.holdfast.gauge;

/**
 * How far clients are.
 *
 * @param kind what is being measured
 * @param clients how many are at work: one alone, or all
 * @param done measurements that are complete
 * @param all of them: two for each row
 * @param leftNanos how much of the time is left, 0 at least
 */
public record ClientsProgress(RowKind kind, int clients, int done, int all, long leftNanos) {}
