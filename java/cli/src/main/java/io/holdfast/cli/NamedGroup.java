package io.holdfast.cli;

import io.holdfast.posix.RawPath;

/**
 * A group that a command line names.
 *
 * @param file who its members are, and where
 * @param name this member's in that file
 * @param credentials by which it is let in
 * @param joinNanos for so long it waits until the others are there
 */
public record NamedGroup(RawPath file, String name, Credentials credentials, long joinNanos) {}
