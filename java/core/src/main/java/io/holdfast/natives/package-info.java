/**
 * Finds the files that were compiled from C: libraries to load, programs to start.
 *
 * <p>This room works before any binding is there, hence with java.nio.file. It knows nothing of
 * system calls.
 */
@NullMarked
package io.holdfast.natives;

import org.jspecify.annotations.NullMarked;
