/** The commands, and what every command shares: streams, colours, arguments, exit codes. */
@NullMarked
package io.holdfast.cli;

import org.jspecify.annotations.NullMarked;
