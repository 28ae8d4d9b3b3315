/**
 * Random scripts of calls, made through several {@link io.holdfast.posix.Posix} that must agree: on
 * every answer, and on the tree that is left.
 */
@NullMarked
package io.holdfast.testkit.agreement;

import org.jspecify.annotations.NullMarked;
