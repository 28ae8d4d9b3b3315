/**
 * Carries system calls through java.lang.foreign to the C library, and the kernel's answers back.
 *
 * <p>This room knows {@link io.holdfast.posix.Posix} and nothing above it. {@link
 * io.holdfast.ffm.FfmProvider} alone is compiled for Java 17, so that an older JVM that finds it
 * can say what is missing.
 */
@NullMarked
package io.holdfast.ffm;

import org.jspecify.annotations.NullMarked;
