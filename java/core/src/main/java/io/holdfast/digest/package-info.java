/**
 * Says what bytes are by their SHA-256, and digests by hex digits, which is how this library names
 * contents, works, nonces and epochs. One spelling: lower case, of full length. This room knows
 * nothing of others.
 */
@NullMarked
package io.holdfast.digest;

import org.jspecify.annotations.NullMarked;
