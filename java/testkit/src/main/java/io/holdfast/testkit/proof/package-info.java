/**
 * The proof of the durable verbs on simulated storage: workloads that keep a ledger of what they
 * were told, run step by step in an order that a seed chooses; crashes at every step; every call
 * failing once with every errno. Whoever writes verbs of his own may hold them to the same.
 */
@NullMarked
package io.holdfast.testkit.proof;

import org.jspecify.annotations.NullMarked;
