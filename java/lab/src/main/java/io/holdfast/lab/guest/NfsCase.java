package io.holdfast.lab.guest;

import io.holdfast.lab.Expectation;

/**
 * How two clients mount one NFS server, and what must be seen of it.
 *
 * @param id stable: {@code nfs/} and the rest
 * @param title in a few words
 * @param alpha how the first client mounts it
 * @param beta how the second does
 * @param oneName whether both clients have one host name, as two copies of one image have
 */
public record NfsCase(
    String id,
    String title,
    NfsMount alpha,
    NfsMount beta,
    boolean oneName,
    Expectation expected) {}
