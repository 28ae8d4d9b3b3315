/** What {@code holdfast lab} prints and writes. */
@NullMarked
package io.holdfast.cli.lab;

import org.jspecify.annotations.NullMarked;
