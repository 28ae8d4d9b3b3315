/**
 * The reference binding: carries system calls through jnr-ffi and jnr-posix straight to libc, so
 * that one binding can contradict Holdfast's own C, and serve where that cannot be loaded.
 *
 * <p>errno is what jnr-ffi kept right behind the call. Where libc is not exact the system call is
 * made by number; what this binding does not know exactly it refuses, never imitates.
 *
 * <p>This room knows {@link io.holdfast.posix.Posix} and nothing above it.
 */
@NullMarked
package io.holdfast.jnr;

import org.jspecify.annotations.NullMarked;
