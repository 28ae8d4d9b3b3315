/**
 * A litmus whose members are the processes of a group: member 0 asks, and reaches the agents of all
 * others through what carries the group's frames.
 */
@NullMarked
package io.holdfast.litmus.carried;

import org.jspecify.annotations.NullMarked;
