/**
 * Carries system calls through JNA's direct mapping to the C library, and the kernel's answers
 * back.
 *
 * <p>This room knows {@link io.holdfast.posix.Posix} and nothing above it.
 */
@NullMarked
package io.holdfast.jna;

import org.jspecify.annotations.NullMarked;
