/** A report in, text out: nothing here asks the system anything. */
@NullMarked
package io.holdfast.cli.report;

import org.jspecify.annotations.NullMarked;
