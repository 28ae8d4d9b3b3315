package io.holdfast.litmus;

/**
 * What the mount options promise of a lock kind, and what was seen.
 *
 * @param expected in words, with the option that says so; empty where nothing is known
 */
public record LockSummary(LockKind kind, LockBehaviour observed, String expected) {}
