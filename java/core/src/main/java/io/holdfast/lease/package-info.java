/**
 * Keeps one holder per id for a bounded time.
 *
 * <p>This room knows nothing of targets and of the litmus.
 */
@NullMarked
package io.holdfast.lease;

import org.jspecify.annotations.NullMarked;
