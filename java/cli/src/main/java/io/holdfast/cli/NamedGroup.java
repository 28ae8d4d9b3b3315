package io.holdfast.cli;

import io.holdfast.posix.RawPath;

/**
 * A group that a command line names.
 *
 * @param file who its members are, and where
 * @param name this member's in that file
 * @param secret a file that only members may read
 */
public record NamedGroup(RawPath file, String name, RawPath secret) {}
