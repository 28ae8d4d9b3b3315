/**
 * What every {@link io.holdfast.posix.Posix} must answer, as tests: bindings sign it against the
 * kernel, the simulator signs the same.
 */
@NullMarked
package io.holdfast.testkit.contract;

import org.jspecify.annotations.NullMarked;
