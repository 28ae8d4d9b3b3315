package io.holdfast.litmus;

/**
 * How far a member's clock is from the first member's.
 *
 * @param nanos positive where the member's clock is ahead
 * @param uncertaintyNanos the true offset lies within this of {@code nanos}: half of what the
 *     fastest questions and answers took on their way
 */
public record ClockOffset(long nanos, long uncertaintyNanos) {}
