/**
 * Claims a whole group of targets or nothing: overlapping groups exclude each other, whatever work
 * they belong to. Stands on {@code io.holdfast.lease} and knows nothing of schedulers.
 */
@NullMarked
package io.holdfast.target;

import org.jspecify.annotations.NullMarked;
