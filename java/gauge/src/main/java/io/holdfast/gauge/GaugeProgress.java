package io.holdfast.gauge;

/**
 * How far it is.
 *
 * @param kind what is being measured
 * @param done rows that are complete
 * @param rows all of them
 * @param leftNanos how much of the time is left, 0 at least
 */
public record GaugeProgress(RowKind kind, int done, int rows, long leftNanos) {}
