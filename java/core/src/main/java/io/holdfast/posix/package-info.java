/**
 * Names what the kernel said.
 *
 * <p>One method per system call, a value or {@code -errno}, no policy. This room knows nothing of
 * durability, JSON or leases.
 */
@NullMarked
package io.holdfast.posix;

import org.jspecify.annotations.NullMarked;
