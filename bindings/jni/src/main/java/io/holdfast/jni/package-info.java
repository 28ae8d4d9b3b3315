/**
 * Carries system calls through JNI to the C library, and the kernel's answers back.
 *
 * <p>This room knows {@link io.holdfast.posix.Posix} and nothing above it.
 */
@NullMarked
package io.holdfast.jni;

import org.jspecify.annotations.NullMarked;
