/**
 * What bindings onto the C library have in common: the functions of holdfast.h, the memory that
 * they point to, and that the library is looked for once.
 *
 * <p>This room knows {@link io.holdfast.posix.Posix} and where native files are, and nothing above
 * them. The reference binding stands beside it.
 */
@NullMarked
package io.holdfast.carrier;

import org.jspecify.annotations.NullMarked;
