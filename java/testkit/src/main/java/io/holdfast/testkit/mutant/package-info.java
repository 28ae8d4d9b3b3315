/**
 * Posix as a careless program would call it: each mutant leaves out, or does wrong, one thing that
 * durability needs. A suite that proves durability must catch them; they are for nothing else.
 */
@NullMarked
package io.holdfast.testkit.mutant;

import org.jspecify.annotations.NullMarked;
