package io.holdfast.lab.lease;

/**
 * How far a run is.
 *
 * @param seconds since all coordinators were at work
 * @param done ids that coordinators were told are done
 * @param kills coordinators killed so far
 * @param stops coordinators and mounts frozen so far
 */
public record LeaseProgress(int seconds, int done, int kills, int stops) {}
