/** Meters over plain counters: they read what is counted anyway, when they are asked. */
@NullMarked
package io.holdfast.micrometer;

import org.jspecify.annotations.NullMarked;
