/**
 * Orders writes, names and barriers so that a stated crash leaves a stated state.
 *
 * <p>This room knows nothing of leases and of time.
 */
@NullMarked
package io.holdfast.durable;

import org.jspecify.annotations.NullMarked;
