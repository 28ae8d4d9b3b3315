/** What {@code holdfast doctor} looks at, and how it is shown. */
@NullMarked
package io.holdfast.cli.doctor;

import org.jspecify.annotations.NullMarked;
