/** What was measured in a directory, in every form; and beside what was measured before. */
@NullMarked
package io.holdfast.cli.bench;

import org.jspecify.annotations.NullMarked;
