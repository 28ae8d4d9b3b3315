/**
 * What {@link io.holdfast.durable.Durable} must keep, as tests: signed over the simulator and over
 * the kernel, and by whoever brings a file system of his own.
 */
@NullMarked
package io.holdfast.testkit.durable;

import org.jspecify.annotations.NullMarked;
