package io.holdfast.cli.doctor;

/**
 * One thing that is there or not.
 *
 * @param name e.g. {@code jni}, {@code holdfast-agent}, {@code fuse}
 * @param isThere whether it can be used
 * @param detail where it is, or why it cannot be used and what to do
 */
public record Check(String name, boolean isThere, String detail) {}
