/**
 * The lock litmus that the coordinators of one job run among themselves: a pure state machine, one
 * for each member, which agrees on every phase through an {@link
 * io.holdfast.litmus.cluster.Exchange}.
 */
@NullMarked
package io.holdfast.litmus.cluster;

import org.jspecify.annotations.NullMarked;
