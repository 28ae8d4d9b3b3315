/** Plots as SVG. Nothing else knows the chart library, or loads AWT. */
@NullMarked
package io.holdfast.cli.plot;

import org.jspecify.annotations.NullMarked;
