/**
 * Asks whether the storage keeps its word: tries to catch two holders of one lock, two winners of
 * one exclusive name, a barrier that is none.
 *
 * <p>This room knows nothing of leases or of the schedule on which a verdict is renewed.
 */
@NullMarked
package io.holdfast.litmus;

import org.jspecify.annotations.NullMarked;
