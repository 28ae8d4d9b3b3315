/**
 * Runs the product's own leases between clients of one simulated storage that are as bad as network
 * file systems allow: stale looks, lost replies, requests that are carried out late and again,
 * clients that freeze between any two calls, crashes of clients and of everything.
 */
@NullMarked
package io.holdfast.testkit.interleaving;

import org.jspecify.annotations.NullMarked;
