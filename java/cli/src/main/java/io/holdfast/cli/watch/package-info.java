/** What {@code holdfast watch} tells of a qualification: text, JSON, metrics. Pure. */
@NullMarked
package io.holdfast.cli.watch;

import org.jspecify.annotations.NullMarked;
