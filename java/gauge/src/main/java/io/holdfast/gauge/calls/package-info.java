/** Which calls were asked of the kernel, counted where they are made. */
@NullMarked
package io.holdfast.gauge.calls;

import org.jspecify.annotations.NullMarked;
