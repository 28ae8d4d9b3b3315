/** What the calls cost, beside the same calls from C in the same run. */
@NullMarked
package io.holdfast.bench;

import org.jspecify.annotations.NullMarked;
