/** Tells durations from dates. This room knows nothing else. */
@NullMarked
package io.holdfast.clock;

import org.jspecify.annotations.NullMarked;
