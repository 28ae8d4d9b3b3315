/**
 * Many coordinators, each a JVM of its own, share one lease table while they are killed and frozen;
 * what they were answered is held against each other, against an outside resource that compares
 * fences, and against what the table holds in the end.
 */
@NullMarked
package io.holdfast.lab.lease;

import org.jspecify.annotations.NullMarked;
